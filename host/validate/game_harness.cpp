#include "host/validate/game_harness.hpp"

#include "host/failure.hpp"
#include "host/plugin/library.hpp"
#include "host/seat/block.hpp"
#include "host/session/ticks.hpp"
#include "host/text.hpp"
#include "host/validate/matches.hpp"
#include "host/validate/memory.hpp"
#include "host/validate/setups.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace host::validate {

namespace {

using channel::Phase;

// The functions of a game have no argument that could lead to an object of ours, so there is one game for the process.
const agon_game_type* examined_type = nullptr;
const agon_notation* examined_notation = nullptr;
agon_notation replaced_notation{};
CallConditions conditions;

/// A thread reuses its blocks from one call to the next.
GuardedBuffer& block(std::unique_ptr<GuardedBuffer>& kept, std::uint64_t capacity) {
  if (!kept || !kept->fits(capacity, conditions.guard_pages))
    kept = std::make_unique<GuardedBuffer>(capacity, conditions.guard_pages);
  return *kept;
}

agon_bytes held(agon_bytes in) {
  thread_local std::unique_ptr<GuardedBuffer> kept;
  return block(kept, in.size).hold(in.data, in.size);
}

/// Calls a function that writes to `out`.
template <class Call>
agon_status written(agon_buffer* out, Call&& call) {
  const InCall inside(Phase::ready, InCall::Of::game);
  if (out == nullptr) return call(nullptr);
  thread_local std::unique_ptr<GuardedBuffer> kept;
  GuardedBuffer& room = block(kept, out->capacity);
  agon_buffer buffer = room.filled_buffer(out->capacity, conditions.fill);
  const agon_status status = call(&buffer);
  room.wrote(buffer);
  out->size = buffer.size;
  const std::uint64_t size = std::min(buffer.size, out->capacity);
  if (size > 0) std::memcpy(out->data, buffer.data, size);
  return status;
}

agon_status create(const agon_setup* setup, void** state, agon_error* error) {
  static constexpr agon_host no_extensions = {nullptr,
                                              [](const agon_host*, const char*) -> const void* { return nullptr; }};
  const InCall inside(Phase::creating, InCall::Of::game);
  agon_setup given = *setup;
  if (conditions.no_extensions) given.host = &no_extensions;
  if (conditions.poison_byte) {
    fill_free_memory(*conditions.poison_byte);
    fill_stack(*conditions.poison_byte);
  }
  return examined_type->create(&given, state, error);
}

void destroy(void* state) {
  const InCall inside(Phase::destroying, InCall::Of::game);
  examined_type->destroy(state);
}

agon_status parameter(const void* state, std::uint32_t index, agon_buffer* text, agon_error* error) {
  return written(text, [&](agon_buffer* out) { return examined_type->parameter(state, index, out, error); });
}

agon_status observe(const void* state, std::int32_t seat, agon_buffer* observation, agon_error* error) {
  return written(observation, [&](agon_buffer* out) { return examined_type->observe(state, seat, out, error); });
}

agon_status act(void* state, std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error) {
  const agon_bytes in = held(action);
  return written(reply, [&](agon_buffer* out) { return examined_type->act(state, seat, in, out, error); });
}

agon_status position(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
  return written(text, [&](agon_buffer* out) { return examined_notation->position(state, seat, out, error); });
}

agon_status action_to_text(const void* state, agon_bytes action, agon_buffer* text, agon_error* error) {
  const agon_bytes in = held(action);
  return written(text, [&](agon_buffer* out) { return examined_notation->action_to_text(state, in, out, error); });
}

agon_status action_from_text(const void* state, agon_bytes text, agon_buffer* action, agon_error* error) {
  const agon_bytes in = held(text);
  return written(action, [&](agon_buffer* out) { return examined_notation->action_from_text(state, in, out, error); });
}

agon_status revealed(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
  return written(text, [&](agon_buffer* out) { return examined_notation->revealed(state, seat, out, error); });
}

const void* extension(const char* id) {
  return examined_notation != nullptr && std::string_view(id) == AGON_NOTATION ? &replaced_notation
                                                                               : examined_type->extension(id);
}

}  // namespace

ExaminedGame::ExaminedGame(const GameDescription& description) {
  examined_type = find_game_type(load_library(), description.id);
  if (examined_type == nullptr) throw Failure(Exit::plugin, "the game is gone when the library is loaded");
  if (examined_type->parameter_count != description.parameters.size())
    throw Failure(Exit::plugin, "it declares other parameters when it is loaded");
  type_ = *examined_type;
  type_.create = create;
  type_.destroy = destroy;
  type_.parameter = parameter;
  type_.observe = observe;
  type_.act = act;
  type_.extension = extension;
  examined_notation = static_cast<const agon_notation*>(examined_type->extension(AGON_NOTATION));
  if (examined_notation != nullptr)
    replaced_notation = {examined_notation->text_capacity, position, action_to_text, action_from_text, revealed};
  game_ = {nullptr, &type_, description};
}

void ExaminedGame::set(const CallConditions& wanted) {
  conditions = wanted;
}

GameHarness::GameHarness(const Case& examined)
    : examined_(examined),
      game_(examined.game->description),
      random_(examined.seed),
      began_(read_clock(CLOCK_PROCESS_CPUTIME_ID)) {}

bool GameHarness::enough(std::size_t rounds) const {
  return rounds >= examined_.matches || (rounds > 0 && out_of_time());
}

bool GameHarness::out_of_time() const {
  constexpr std::int64_t most_ns = 500'000'000;
  const std::int64_t used = read_clock(CLOCK_PROCESS_CPUTIME_ID) - began_;
  return examined_.hurried && used > most_ns;
}

Finding with_game(const Case& examined, const std::function<Finding(GameHarness& harness)>& body,
                  const Outputs& outputs) {
  return in_child(
      terms_for(examined),
      [&] {
        GameHarness harness(examined);
        return body(harness);
      },
      outputs);
}

Finding with_records(const Case& examined, const std::function<Finding(GameHarness& harness)>& body) {
  if (examined.recording.records.empty()) return unchecked("no match of it was played to its end");
  return with_game(examined, body);
}

Finding for_each_record(GameHarness& harness, const std::function<std::string(const Record& record)>& check) {
  std::size_t rounds = 0;
  for (; rounds < harness.records().size() && !harness.enough(rounds); ++rounds) {
    if (std::string fault = check(harness.records()[rounds]); !fault.empty()) return fail(std::move(fault));
  }
  return ok(counted(rounds, "match"));
}

AlignedBytes::AlignedBytes(std::string_view bytes) : size_(bytes.size()) {
  block_.grow(size_);
  if (size_ > 0) std::memcpy(block_.data(), bytes.data(), size_);
}

Answer answer_to(GameState& state, std::int32_t seat, std::string_view action) {
  AlignedBytes bytes(action);
  Block room;
  room.grow(state.game().type->reply_capacity);
  agon_buffer reply = {room.data(), state.game().type->reply_capacity, 0};
  agon_error error{};
  const agon_status status = state.act(seat, bytes.get(), &reply, error);
  return {status,
          {reinterpret_cast<const char*>(room.data()), std::min(reply.size, reply.capacity)},
          status == AGON_OK ? "" : sentence(error, "")};
}

std::string observation_of(const GameState& state, std::int32_t seat) {
  Block room;
  room.grow(state.game().type->observation_capacity);
  agon_buffer observation = {room.data(), state.game().type->observation_capacity, 0};
  state.observe(seat, observation);
  return {reinterpret_cast<const char*>(room.data()), observation.size};
}

std::string text_of(const GameState& state, std::string_view action) {
  return state.action_text(AlignedBytes(action).get());
}

std::string fingerprint(const GameState& state) {
  std::string all;
  const auto add = [&](std::string_view part) { all.append(std::to_string(part.size())).append(" ").append(part); };
  const agon_game_type& type = *state.game().type;
  const std::int32_t mover = state.to_move();
  const std::int32_t seats = state.setup().seats;
  add(std::to_string(mover));
  for (std::int32_t seat = 0; seat < seats; ++seat) add(decimal(type.score(state.raw(), seat)));  // finite or not
  if (mover != AGON_OVER) add(observation_of(state, mover));
  for (std::int32_t seat = AGON_ALL_SEATS; state.has_notation() && seat < seats; ++seat) add(state.position(seat));
  return all;
}

std::string at(const GameHarness& harness, const Record& record, std::size_t step) {
  return " (after action " + std::to_string(step) + ", " + spelled(harness.game().description, record.setup) + ")";
}

std::string apply(GameState& state, const Record& record, std::size_t step) {
  const Step& done = record.steps.at(step);
  const std::string where =
      "action " + std::to_string(step + 1) + " (" + spelled(state.game().description, record.setup) + ")";
  set_activity("in " + where);
  if (state.to_move() != done.seat)
    return "before " + where + " seat " + std::to_string(state.to_move()) + " is to move, and before it was seat " +
           std::to_string(done.seat);
  const Answer answer = answer_to(state, done.seat, done.action);
  if (answer.status == AGON_OK) return {};
  return where + ", which was legal, is refused: " + (answer.reason.empty() ? "without a reason" : answer.reason);
}

std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::size_t steps, std::string& fault) {
  auto state = std::make_unique<GameState>(game, record.setup);
  for (std::size_t step = 0; step < steps; ++step) {
    fault = apply(*state, record, step);
    if (!fault.empty()) return nullptr;
  }
  return state;
}

std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::string& fault) {
  return replayed(game, record, record.steps.size(), fault);
}

std::string for_each_position(GameHarness& harness, const Record& record, const Look& look, const Apply& step) {
  constexpr std::size_t most_looks = 64;  // and one at the end
  GameState state(harness.game(), record.setup);
  const std::size_t every = record.steps.size() / most_looks + 1;
  for (std::size_t done = 0; !harness.out_of_time(); ++done) {
    const bool last = done == record.steps.size();
    if (done % every == 0 || last) {
      if (std::string fault = look(state, at(harness, record, done)); !fault.empty()) return fault;
    }
    if (last) break;
    if (std::string fault = step(state, done); !fault.empty()) return fault;
  }
  return {};
}

std::string after_forfeits(GameHarness& harness, const Record& record, const Look& look) {
  const std::size_t steps = harness.random().below(record.steps.size() + 1);
  std::string fault;
  const auto state = replayed(harness.game(), record, steps, fault);
  for (std::int32_t left = record.setup.seats; state && fault.empty() && !state->over() && left > 0; --left) {
    const std::int32_t seat = state->to_move();
    state->forfeit(seat, AGON_OUTCOME_CRASH, "it crashed (SIGSEGV)");
    fault = look(*state, ", when seat " + std::to_string(seat) + " has forfeited" + at(harness, record, steps));
  }
  return fault;
}

}  // namespace host::validate
