#include "host/validate/game_harness.hpp"

#include "host/match/seat.hpp"
#include "host/plugin/library.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/matches.hpp"
#include "host/validate/memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

namespace host::validate {

namespace {

/// Returns the largest valid integer: the last step within the range.
double last_step(const SettingDescription& setting) {
  return setting.minimum + std::floor((setting.maximum - setting.minimum) / setting.step) * setting.step;
}

}  // namespace

Setup plain_setup(const GameDescription& game, agon::Random& random) {
  Setup setup{random.next(), 0, {}};
  setup.seats = static_cast<std::int32_t>(game.min_seats + random.below(game.max_seats - game.min_seats + 1));
  for (const SettingDescription& parameter : game.parameters) setup.parameters.push_back(parameter.fallback);
  return setup;
}

std::string drawn_value(const SettingDescription& setting, agon::Random& random) {
  constexpr std::uint64_t fine = 1 << 20;
  switch (setting.kind) {
    case AGON_INTEGER: {
      const double steps = std::floor((setting.maximum - setting.minimum) / setting.step);
      // Half of the values are small: a range may reach a billion, and unusual values are often near its lower end.
      double share = steps;
      if (random.below(2) == 0) share = std::min(steps, std::ldexp(1.0, static_cast<int>(random.below(12))));
      const std::uint64_t step = random.below(static_cast<std::uint64_t>(share) + 1);
      return decimal(setting.minimum + static_cast<double>(step) * setting.step);
    }
    case AGON_NUMBER: {
      const double share = static_cast<double>(random.below(fine + 1)) / static_cast<double>(fine);
      return decimal(setting.minimum * (1 - share) + setting.maximum * share);
    }
    case AGON_FLAG:
      return random.below(2) == 0 ? "no" : "yes";
    case AGON_CHOICE:
      return setting.choices[random.below(setting.choices.size())];
    default:
      return setting.fallback.value_or("");
  }
}

std::vector<std::string> limit_values(const SettingDescription& setting) {
  switch (setting.kind) {
    case AGON_INTEGER:
      return {decimal(setting.minimum), decimal(last_step(setting))};
    case AGON_NUMBER:
      return {decimal(setting.minimum), decimal(setting.maximum)};
    case AGON_FLAG:
      return {"no", "yes"};
    case AGON_CHOICE:
      return setting.choices;
    default:
      return {};
  }
}

Setup drawn_setup(const GameDescription& game, agon::Random& random) {
  Setup setup = plain_setup(game, random);
  if (random.below(2) == 0) return setup;
  for (std::size_t index = 0; index < game.parameters.size(); ++index) {
    const SettingDescription& parameter = game.parameters[index];
    if (parameter.kind != AGON_TEXT && random.below(2) == 0) setup.parameters[index] = drawn_value(parameter, random);
  }
  return setup;
}

std::vector<Setup> limit_setups(const GameDescription& game, agon::Random& random) {
  std::vector<Setup> setups;
  if (game.parameters.empty()) return setups;
  for (std::size_t index = 0; index < game.parameters.size(); ++index) {
    for (const std::string& value : limit_values(game.parameters[index])) {
      setups.push_back(plain_setup(game, random));
      setups.back().parameters[index] = value;
    }
  }
  for (const bool upper : {false, true}) {
    Setup setup = plain_setup(game, random);
    setup.seats = static_cast<std::int32_t>(upper ? game.max_seats : game.min_seats);
    for (std::size_t index = 0; index < game.parameters.size(); ++index) {
      const std::vector<std::string> values = limit_values(game.parameters[index]);
      if (values.empty()) continue;
      setup.parameters[index] = upper ? values.back() : values.front();
    }
    setups.push_back(std::move(setup));
  }
  return setups;
}

std::unique_ptr<GameState> opened(const Game& game, const Setup& setup) {
  try {
    return std::make_unique<GameState>(game, setup);
  } catch (const Failure& failure) {
    if (failure.code() == Exit::usage) return nullptr;
    throw;
  }
}

std::unique_ptr<GameState> opened_at_random(const Game& game, agon::Random& random, bool plain,
                                            std::span<const Setup> others) {
  if (plain) {
    if (auto state = opened(game, plain_setup(game.description, random))) return state;
  }
  constexpr int most_tries = 100;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    const bool other = !others.empty() && random.below(3) == 0;
    const Setup setup = other ? others[random.below(others.size())] : drawn_setup(game.description, random);
    if (auto state = opened(game, setup)) return state;
  }
  return nullptr;
}

std::string spelled(const GameDescription& game, const Setup& setup) {
  std::string text = "seed " + std::to_string(setup.seed);
  if (game.min_seats != game.max_seats) text += ", " + std::to_string(setup.seats) + " seats";
  for (std::size_t index = 0; index < setup.parameters.size() && index < game.parameters.size(); ++index) {
    if (setup.parameters[index] && setup.parameters[index] != game.parameters[index].fallback)
      text += ", " + game.parameters[index].name + "=" + *setup.parameters[index];
  }
  return text;
}

std::string spelled(const GameState& state) {
  return spelled(state.game().description, state.setup());
}

namespace {

using channel::Phase;

// The functions of a game have no argument that could lead to an object of ours, so there is one game for the process.
const agon_game_type* examined_type = nullptr;
const agon_notation* examined_notation = nullptr;
agon_game_type replaced_type{};
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
  GuardedBuffer& storage = block(kept, out->capacity);
  agon_buffer buffer = storage.filled_buffer(out->capacity, conditions.fill);
  const agon_status status = call(&buffer);
  storage.wrote(buffer);
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

/// A function of a table that tells something of a state, called under the conditions. `where` is a seat or a number.
template <auto table, auto function, class Where>
agon_status told(const void* state, Where where, agon_buffer* out, agon_error* error) {
  return written(out, [&](agon_buffer* to) { return ((*table)->*function)(state, where, to, error); });
}

/// One that reads bytes.
template <auto function>
agon_status read(const void* state, agon_bytes bytes, agon_buffer* out, agon_error* error) {
  return told<&examined_notation, function>(state, held(bytes), out, error);
}

agon_status act(void* state, std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error) {
  const agon_bytes in = held(action);
  return written(reply, [&](agon_buffer* out) { return examined_type->act(state, seat, in, out, error); });
}

const void* extension(const char* id) {
  return examined_notation != nullptr && std::string_view(id) == AGON_NOTATION ? &replaced_notation
                                                                               : examined_type->extension(id);
}

}  // namespace

Game examined_game(const GameDescription& description) {
  examined_type = find_game_type(load_library(), description.id);
  if (examined_type == nullptr) throw Failure(Exit::plugin, "the game is gone when the library is loaded");
  if (examined_type->parameter_count != description.parameters.size())
    throw Failure(Exit::plugin, "it declares other parameters when it is loaded");
  replaced_type = *examined_type;
  replaced_type.create = create;
  replaced_type.destroy = destroy;
  replaced_type.parameter = told<&examined_type, &agon_game_type::parameter>;
  replaced_type.observe = told<&examined_type, &agon_game_type::observe>;
  replaced_type.act = act;
  replaced_type.extension = extension;
  examined_notation = static_cast<const agon_notation*>(examined_type->extension(AGON_NOTATION));
  if (examined_notation != nullptr)
    replaced_notation = {examined_notation->text_capacity, told<&examined_notation, &agon_notation::position>,
                         read<&agon_notation::action_to_text>, read<&agon_notation::action_from_text>,
                         told<&examined_notation, &agon_notation::revealed>};
  return {nullptr, &replaced_type, description};
}

void set_conditions(const CallConditions& wanted) {
  conditions = wanted;
}

GameHarness::GameHarness(const Case& examined)
    : Quota(examined, CLOCK_PROCESS_CPUTIME_ID, 500'000'000),
      examined_(examined),
      game_(examined_game(examined.game->description)),
      random_(examined.seed) {}

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

Finding with_records(const Case& examined, const std::function<Finding(GameHarness& harness)>& body,
                     const Outputs& outputs) {
  if (examined.recording->records.empty()) return unchecked("no match of it was played to its end");
  return with_game(examined, body, outputs);
}

Finding for_each_record(GameHarness& harness, const std::function<void(const Record& record)>& check) {
  std::size_t rounds = 0;
  for (; rounds < harness.records().size() && !harness.enough(rounds); ++rounds) check(harness.records()[rounds]);
  return ok(counted(rounds, "match"));
}

Answer answer_to(GameState& state, std::int32_t seat, std::string_view action) {
  Block bytes;
  Block storage;
  agon_buffer reply = storage.buffer(state.game().type->reply_capacity);
  agon_error error{};
  const agon_status status = state.act(seat, bytes.hold({action.data(), action.size()}), &reply, error);
  return {status,
          {static_cast<const char*>(reply.data), std::min(reply.size, reply.capacity)},
          status == AGON_OK ? "" : sentence(error, "")};
}

std::string observation_of(const GameState& state, std::int32_t seat) {
  Block storage;
  agon_buffer observation = storage.buffer(state.game().type->observation_capacity);
  state.observe(seat, observation);
  return {static_cast<const char*>(observation.data), observation.size};
}

std::string text_of(const GameState& state, std::string_view action) {
  Block bytes;
  return state.action_text(bytes.hold({action.data(), action.size()}));
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

void apply(GameState& state, const Record& record, std::size_t step, const std::string& when) {
  const Step& done = record.steps.at(step);
  const std::string where =
      "action " + std::to_string(step + 1) + " (" + spelled(state.game().description, record.setup) + ")";
  set_activity("in " + where);
  if (state.to_move() != done.seat)
    throw fail(when + "before " + where + " seat " + std::to_string(state.to_move()) +
               " is to move, and before it was seat " + std::to_string(done.seat));
  const Answer answer = answer_to(state, done.seat, done.action);
  if (answer.status == AGON_OK) return;
  throw fail(when + where +
             ", which was legal, is refused: " + (answer.reason.empty() ? "without a reason" : answer.reason));
}

std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::size_t steps) {
  auto state = std::make_unique<GameState>(game, record.setup);
  for (std::size_t step = 0; step < steps; ++step) apply(*state, record, step);
  return state;
}

std::unique_ptr<GameState> try_replay(const Game& game, const Record& record, std::size_t steps) {
  try {
    return replayed(game, record, steps);
  } catch (const Finding&) {
    return nullptr;
  }
}

void look_along(GameHarness& harness, const Record& record, const Look& look, const Apply& step) {
  constexpr std::size_t most_looks = 64;  // and one at the end
  GameState state(harness.game(), record.setup);
  const std::size_t every = record.steps.size() / most_looks + 1;
  for (std::size_t done = 0; !harness.out_of_time(); ++done) {
    const bool last = done == record.steps.size();
    if (done % every == 0 || last) fail_if(look(state, at(harness, record, done)));
    if (last) break;
    step(state, done);
  }
  const std::size_t steps = harness.random().below(record.steps.size() + 1);
  const auto forfeited = replayed(harness.game(), record, steps);
  for (std::int32_t left = record.setup.seats; !forfeited->over() && left > 0; --left) {
    const std::int32_t seat = forfeited->to_move();
    forfeited->forfeit(seat, AGON_OUTCOME_CRASH, "it crashed (SIGSEGV)");
    fail_if(look(*forfeited, ", when seat " + std::to_string(seat) + " has forfeited" + at(harness, record, steps)));
  }
}

}  // namespace host::validate
