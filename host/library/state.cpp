#include "host/library/state.hpp"

#include "host/match/drawing.hpp"
#include "host/match/scene_json.hpp"
#include "host/match/seat.hpp"
#include "host/match/terminal.hpp"
#include "host/plugin/outcome.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"

#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace host::library {

namespace {

/// Copies bytes to where a game may read them: aligned.
agon_bytes aligned(std::string_view bytes, AlignedMemory& storage) {
  return storage.hold({bytes.data(), bytes.size()});
}

std::string text_of(agon_bytes bytes) {
  return {static_cast<const char*>(bytes.data), bytes.size};
}

const std::string& id_of(const GameState& state) {
  return state.game().description.id;
}

void check_model(const GameState& state) {
  if (state.model() == nullptr)
    throw Failure(Exit::usage, id_of(state) + " has no model (agon.model/1), so its legal actions are unknown");
}

}  // namespace

std::string legal_actions(const GameState& state) {
  check_model(state);
  std::uint64_t count = 0;
  const auto all = state.legal_bytes(std::numeric_limits<std::size_t>::max(), count);
  if (!all) throw Failure(Exit::usage, id_of(state) + " has too many legal actions to list; sample them");
  return {reinterpret_cast<const char*>(all->data()), all->size()};
}

State::State(std::shared_ptr<const Game> game, std::unique_ptr<GameState> state)
    : game_(std::move(game)), state_(std::move(state)) {}

State::State(std::shared_ptr<const Game> game, Setup setup)
    : game_(std::move(game)), state_(std::make_unique<GameState>(*game_, std::move(setup))) {}

State::State(std::shared_ptr<const Game> game, std::int32_t seats, std::int32_t seat, std::string_view observation,
             std::uint64_t seed)
    : game_(std::move(game)) {
  AlignedMemory storage;
  state_ = GameState::determinised(*game_, seats, seat, aligned(observation, storage), seed);
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
  AlignedMemory storage;
  agon_buffer buffer = storage.buffer(game_->type->observation_capacity);
  state_->observe(seat, buffer);
  return text_of({buffer.data, buffer.size});
}

std::string State::actions() const {
  return legal_actions(*state_);
}

std::string State::sample(std::uint64_t bits) const {
  check_model(*state_);
  if (state_->over()) throw Failure(Exit::usage, "the match is over: it has no legal action");
  return text_of(state_->sample(bits));
}

std::string State::act(std::string_view action) {
  const std::int32_t seat = state_->to_move();
  if (seat == AGON_OVER) throw IllegalAction("the match is over");
  AlignedMemory storage;
  AlignedMemory reply_room;
  const std::uint64_t capacity = game_->type->reply_capacity;
  agon_buffer reply = reply_room.buffer(capacity);
  agon_error error;
  if (state_->act(seat, aligned(action, storage), capacity == 0 ? nullptr : &reply, error) != AGON_OK)
    throw IllegalAction(sentence(error, "the game gave no reason"));
  return text_of({reply.data, reply.size});
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
  AlignedMemory storage;
  return state_->action_text(aligned(action, storage));
}

std::string State::parse_action(std::string_view text) const {
  std::string reason;
  const auto action = state_->parse_action(text, reason);
  if (!action) throw IllegalAction(reason);
  return text_of(*action);
}

std::string State::draw(std::int32_t seat) const {
  check_seat(seat, true);
  return board_text(*state_, false, seat);
}

std::string State::scene(std::int32_t seat) const {
  check_seat(seat, true);
  Drawing drawing;
  if (state_->scene() != nullptr) {
    drawing = host::draw(*state_->scene(), raw().raw(), seat);
  } else if (state_->has_notation()) {
    drawing.lines.push_back(state_->position(seat));
  }
  CellPalette palette;
  nlohmann::ordered_json scene = scene_json(drawing, palette);
  return to_stored_line({{"scene", std::move(scene)}, {"palette", palette.cells()}});
}

}  // namespace host::library
