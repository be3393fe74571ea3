#include "host/library/state.hpp"

#include "host/match/drawing.hpp"
#include "host/match/seat.hpp"
#include "host/match/terminal.hpp"
#include "host/plugin/outcome.hpp"
#include "host/util/failure.hpp"

#include <utility>

namespace host::library {

namespace {

[[noreturn]] void failed(const Game& game, const std::string& what, const agon_error& error) {
  throw Failure(Exit::game, "the game " + game.description().id + " " + what + ": " + sentence(error, "no reason"));
}

const agon_model& model_of(const Game& game) {
  if (game.model() != nullptr) return *game.model();
  throw Failure(Exit::usage, game.description().id + " has no model (agon.model/1), so its legal actions are unknown");
}

}  // namespace

std::string legal_actions(const Game& game, const GameState& state) {
  const agon_model& model = model_of(game);
  if (model.actions == nullptr)
    throw Failure(Exit::usage, game.description().id + " has too many legal actions to list; sample them");
  agon_error error{};
  std::uint64_t count = 0;
  if (model.actions(state.raw(), 0, nullptr, &count, &error) != AGON_OK) failed(game, "lists no actions", error);
  Block storage;
  agon_buffer list = storage.buffer(count * model.action_size);
  if (model.actions(state.raw(), 0, &list, &count, &error) != AGON_OK || list.size > list.capacity)
    failed(game, "lists no actions", error);
  return {static_cast<const char*>(list.data), list.size};
}

State::State(std::shared_ptr<const Game> game, std::unique_ptr<GameState> state)
    : game_(std::move(game)), state_(std::move(state)) {}

State::State(std::shared_ptr<const Game> game, Setup setup)
    : game_(std::move(game)), state_(std::make_unique<GameState>(game_->loaded(), std::move(setup))) {}

State::State(std::shared_ptr<const Game> game, std::int32_t seats, std::int32_t seat, std::string_view observation,
             std::uint64_t seed)
    : game_(std::move(game)) {
  Block storage;
  state_ = GameState::determinised(game_->loaded(), seats, seat, storage.hold({observation.data(), observation.size()}),
                                   seed);
}

std::unique_ptr<State> State::copy() const {
  return std::unique_ptr<State>(new State(game_, state_->copy()));
}

void State::check_seat(std::int32_t seat, bool all) const {
  if (seat >= (all ? AGON_SPECTATOR : 0) && seat < seats()) return;
  throw Failure(Exit::usage, "there is no seat " + std::to_string(seat) + ": the match has seats 0 to " +
                                 std::to_string(seats() - 1));
}

std::string State::observe(std::int32_t seat) const {
  check_seat(seat, false);
  Block storage;
  agon_buffer buffer = storage.buffer(game_->loaded().type->observation_capacity);
  state_->observe(seat, buffer);
  return {static_cast<const char*>(buffer.data), buffer.size};
}

std::string State::actions() const {
  return legal_actions(*game_, *state_);
}

std::string State::sample(std::uint64_t bits) const {
  const agon_model& model = model_of(*game_);
  if (state_->over()) throw Failure(Exit::usage, "the match is over: it has no legal action");
  Block storage;
  agon_buffer action = storage.buffer(model.action_size);
  agon_error error{};
  if (model.sample(raw().raw(), bits, &action, &error) != AGON_OK || action.size > action.capacity)
    failed(*game_, "draws no action", error);
  return {static_cast<const char*>(action.data), action.size};
}

std::string State::act(std::string_view action) {
  const std::int32_t seat = state_->to_move();
  if (seat == AGON_OVER) throw IllegalAction("the match is over");
  Block storage;
  Block reply_room;
  const std::uint64_t capacity = game_->loaded().type->reply_capacity;
  agon_buffer reply = reply_room.buffer(capacity);
  agon_error error;
  const agon_bytes aligned = storage.hold({action.data(), action.size()});
  if (state_->act(seat, aligned, capacity == 0 ? nullptr : &reply, error) != AGON_OK)
    throw IllegalAction(sentence(error, "the game gave no reason"));
  return {static_cast<const char*>(reply.data), reply.size};
}

void State::forfeit(std::int32_t seat, const std::string& reason) {
  check_seat(seat, false);
  if (state_->over()) throw Failure(Exit::usage, "the match is over: nobody can forfeit");
  state_->forfeit(seat, AGON_OUTCOME_ERROR, reason);
}

double State::score(std::int32_t seat) const {
  check_seat(seat, false);
  return state_->score(seat);
}

std::string State::position(std::int32_t seat) const {
  check_seat(seat, true);
  return state_->position(seat);
}

std::string State::action_text(std::string_view action) const {
  Block storage;
  return state_->action_text(storage.hold({action.data(), action.size()}));
}

std::string State::parse_action(std::string_view text) const {
  std::string reason;
  const auto action = state_->parse_action(text, reason);
  if (!action) throw IllegalAction(reason);
  return {static_cast<const char*>(action->data), action->size};
}

std::string State::draw(std::int32_t seat) const {
  check_seat(seat, true);
  return board_text(*state_, false, seat);
}

std::string State::svg(std::int32_t seat) const {
  check_seat(seat, true);
  Drawing drawing;
  if (state_->scene() != nullptr) {
    drawing = host::draw(*state_->scene(), raw().raw(), seat);
  } else if (state_->has_notation()) {
    drawing.lines.push_back(state_->position(seat));
  }
  return svg_picture(drawing, game_->description().title);
}

}  // namespace host::library
