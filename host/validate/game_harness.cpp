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
agon_game_type replaced_type{};
CallConditions conditions;

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

agon_status act(void* state, std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error) {
  const InCall inside(Phase::ready, InCall::Of::game);
  return examined_type->act(state, seat, action, reply, error);
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
  replaced_type.act = act;
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
                  std::vector<Record>* records) {
  return in_child(
      terms_for(examined),
      [&] {
        GameHarness harness(examined);
        return body(harness);
      },
      records);
}

Finding with_records(const Case& examined, const std::function<Finding(GameHarness& harness)>& body,
                     std::vector<Record>* records) {
  if (examined.recording->records.empty()) return unchecked("no match of it was played to its end");
  return with_game(examined, body, records);
}

Finding for_each_record(GameHarness& harness, const std::function<void(const Record& record)>& check) {
  std::size_t rounds = 0;
  for (; rounds < harness.records().size() && !harness.enough(rounds); ++rounds) check(harness.records()[rounds]);
  return ok(counted(rounds, "match"));
}

Answer answer_to(GameState& state, std::int32_t seat, std::string_view action) {
  AlignedMemory bytes;
  AlignedMemory storage;
  agon_buffer reply = storage.buffer(state.game().type->reply_capacity);
  agon_error error{};
  const agon_status status = state.act(seat, bytes.hold({action.data(), action.size()}), &reply, error);
  return {status,
          {static_cast<const char*>(reply.data), std::min(reply.size, reply.capacity)},
          status == AGON_OK ? "" : sentence(error, "")};
}

std::string observation_of(const GameState& state, std::int32_t seat, std::string_view before) {
  // Filled once with zeros, which it has again at each return: what a game leaves unwritten is the same each time.
  // Filling all of it for each turn would take most of the time where an observation may have megabytes.
  thread_local std::vector<char> memory;
  const std::size_t capacity = state.game().type->observation_capacity;
  if (memory.size() < capacity) memory.resize(capacity);
  std::ranges::copy(before, memory.begin());
  agon_buffer observation = {memory.data(), capacity, 0};
  state.observe(seat, observation);
  const auto end = memory.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(observation.size, before.size()));
  std::string seen(memory.data(), observation.size);
  std::fill(memory.begin(), end, '\0');
  return seen;
}

std::string text_of(const GameState& state, std::string_view action) {
  AlignedMemory bytes;
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

}  // namespace host::validate
