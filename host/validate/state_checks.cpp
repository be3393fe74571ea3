// Checks of a game at the C ABI: its states, their parameters, the memory passed to it.
#include "host/plugin/outcome.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace host::validate {

namespace {

Finding sets_up(GameHarness& harness) {
  const GameDescription& game = harness.game().description;
  constexpr std::uint32_t most = 16;
  std::size_t made = 0;
  for (std::uint32_t seats = game.min_seats; seats <= game.max_seats && made < most; ++seats, ++made) {
    Setup setup{harness.random().next(), static_cast<std::int32_t>(seats), {}};
    for (const SettingDescription& parameter : game.parameters) setup.parameters.push_back(parameter.fallback);
    set_activity("with " + spelled(game, setup));
    const GameState state(harness.game(), setup);
    if (state.over()) return fail("a match is over before its first action (" + spelled(game, setup) + ")");
    static_cast<void>(fingerprint(state));
  }
  set_activity("");
  return ok();
}

Finding parameters_at_limits(GameHarness& harness) {
  const GameDescription& game = harness.game().description;
  if (game.parameters.empty()) return ok("it has none");
  std::vector<Setup> setups = limit_setups(game, harness.random());
  constexpr std::size_t draws = 50;
  for (std::size_t draw = 0; draw < draws; ++draw) setups.push_back(drawn_setup(game, harness.random()));
  std::size_t refused = 0;
  for (const Setup& setup : setups) {
    const std::string text = spelled(game, setup);
    set_activity("with " + text);
    try {
      static_cast<void>(fingerprint(GameState(harness.game(), setup)));
    } catch (const Failure& failure) {
      if (failure.code() != Exit::usage) throw;
      ++refused;
      if (std::string(failure.what()).find("the game gave no reason") != std::string::npos)
        return fail("create() refuses a setup without a sentence (" + text + ")");
    }
  }
  return ok(counted(setups.size(), "setup") +
            (refused == 0 ? "" : ", " + std::to_string(refused) + " refused in words"));
}

Finding parameters_reported(GameHarness& harness) {
  const GameDescription& game = harness.game().description;
  constexpr std::size_t rounds = 30;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto state = opened(harness.game(), drawn_setup(game, harness.random()));
    if (!state) continue;
    Setup settled = state->setup();
    settled.parameters = state->parameters();
    const std::string text = spelled(*state);
    set_activity("in the same match with its reported parameters (" + text + ")");
    const GameState again(harness.game(), settled);
    if (fingerprint(again) != fingerprint(*state))
      return fail("with the parameters that it reports set, the same seed begins another match (" + text + " becomes " +
                  spelled(game, settled) + ")");
    if (again.parameters() != settled.parameters)
      return fail("it reports other parameters when those that it reported are set (" + text + ")");
  }
  return ok(counted(rounds, "setup"));
}

/// Returns everything visible after each action of the records under these conditions.
Recording traced(const Case& examined, const CallConditions& conditions) {
  std::vector<Record> traces;
  const auto body = [&](GameHarness& harness) {
    set_conditions(conditions);
    for (const Record& record : harness.records()) {
      GameState state(harness.game(), record.setup);
      Record trace{record.setup, {{0, fingerprint(state)}}};
      constexpr std::size_t most = 64;  // positions examined in each match
      for (std::size_t step = 0; step < record.steps.size() && !harness.out_of_time(); ++step) {
        apply(state, record, step);
        if (step % (record.steps.size() / most + 1) == 0) trace.steps.push_back({0, fingerprint(state)});
      }
      traces.push_back(std::move(trace));
      if (harness.enough(traces.size())) break;
    }
    return ok(counted(traces.size(), "match"));
  };
  Finding finding = with_records(examined, body, {.records = &traces});
  return {std::move(traces), std::move(finding)};
}

Finding same_match(const Case& examined) {
  const std::time_t began = std::time(nullptr);
  const auto [first, finding] = traced(examined, {.poison_byte = std::uint8_t{0}});
  if (finding.status != Status::ok) return finding;
  leave_second(began);
  constexpr std::uint8_t poison_byte = 0xA4;
  const auto [second, other] = traced(examined, {.poison_byte = poison_byte, .no_extensions = true});
  if (other.status != Status::ok) return other;
  for (std::size_t match = 0; match < std::min(first.size(), second.size()); ++match) {
    const auto& steps = first[match].steps;
    for (std::size_t step = 0; step < std::min(steps.size(), second[match].steps.size()); ++step) {
      if (steps[step].action != second[match].steps[step].action)
        return fail(
            "the same match shows another position in another process, where memory is full of other things "
            "and the host has no extension (" +
            spelled(examined.game->description, first[match].setup) + ")");
    }
  }
  return finding;
}

/// One of several matches that are played concurrently.
struct Match {
  const Record* record;
  std::string end;  // its final position when played alone
  std::unique_ptr<GameState> state;
  std::size_t step = 0;
};

/// Plays these matches with their actions in random order.
void play_at_once(GameHarness& harness, std::vector<Match> matches) {
  while (!matches.empty()) {
    const auto chosen = matches.begin() + static_cast<std::ptrdiff_t>(harness.random().below(matches.size()));
    const Record& record = *chosen->record;
    if (chosen->step < record.steps.size()) {
      apply(*chosen->state, record, chosen->step++, "with several states at once, ");
      continue;
    }
    if (fingerprint(*chosen->state) != chosen->end)
      throw fail("a match ends otherwise when other states live beside it (" +
                 spelled(harness.game().description, record.setup) + ")");
    set_activity("with several states at once");
    matches.erase(chosen);
  }
}

/// Returns the final position of a match that is played alone.
std::string end_of(const GameHarness& harness, const Record& record) {
  try {
    return fingerprint(*replayed(harness.game(), record, record.steps.size()));
  } catch (const Finding& finding) {
    throw unchecked("one at a time, " + finding.text);
  }
}

Finding several_states_at_once(GameHarness& harness) {
  constexpr std::size_t at_once = 4;
  Finding finding = harness.repeat("round", [&](std::size_t /*round*/) {
    std::vector<Match> matches;
    while (matches.size() < at_once) {
      const Record& record = harness.any_record();
      matches.push_back({&record, end_of(harness, record), nullptr});
    }
    for (Match& match : matches) match.state = std::make_unique<GameState>(harness.game(), match.record->setup);
    play_at_once(harness, std::move(matches));
  });
  finding.text += " of " + std::to_string(at_once) + " matches";
  return finding;
}

/// Plays a match and returns a hash over all answers of the game. May be called by several threads at a time.
std::size_t hash_of_match(const Game& game, const Record& record) {
  std::size_t hash = 0;
  const auto add = [&](std::string_view answer) { hash = hash * 31 + std::hash<std::string_view>()(answer); };
  try {
    GameState state(game, record.setup);
    for (const Step& step : record.steps) {
      add(std::to_string(state.to_move()));
      add(observation_of(state, step.seat));
      const Answer answer = answer_to(state, step.seat, step.action);
      add(std::to_string(answer.status));
      add(answer.reply);
    }
    for (std::int32_t seat = 0; seat < record.setup.seats; ++seat) add(decimal(state.score(seat)));
    add(std::to_string(state.to_move()));
  } catch (const Failure& failure) {
    add(failure.what());
  }
  return hash;
}

/// Plays the matches `rounds` times in each thread; each begins with a different one. Returns whether all go as alone.
bool go_as_alone(const GameHarness& harness, const std::vector<std::size_t>& alone, std::size_t threads,
                 std::size_t rounds) {
  std::atomic<bool> differs = false;
  const auto play = [&](std::size_t thread) {
    for (std::size_t turn = 0; turn < rounds * alone.size(); ++turn) {
      const std::size_t match = (thread * 7 + turn) % alone.size();
      if (hash_of_match(harness.game(), harness.records()[match]) != alone[match]) differs = true;
    }
  };
  {
    std::vector<std::jthread> running;
    for (std::size_t thread = 1; thread < threads; ++thread) running.emplace_back(play, thread);
    play(0);
  }
  return !differs;
}

Finding several_threads(GameHarness& harness) {
  constexpr std::size_t threads = 4;
  constexpr std::size_t rounds = 3;
  constexpr std::int64_t enough_ns = 300'000'000;  // of one replay, if the check is to take seconds
  set_activity("in one thread");
  const std::int64_t began_ns = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  std::vector<std::size_t> alone;
  for (const Record& record : harness.records()) {
    if (harness.examined().hurried && read_clock(CLOCK_PROCESS_CPUTIME_ID) - began_ns > enough_ns) break;
    alone.push_back(hash_of_match(harness.game(), record));
  }
  set_activity("with states in several threads");
  if (!go_as_alone(harness, alone, threads, rounds))
    return fail("with states in several threads, a match goes another way than alone");
  return ok(std::to_string(threads) + " threads");
}

/// All memory passed to the game ends at an inaccessible page, and input is read-only.
void state_borders(GameHarness& harness, const Record& record) {
  set_conditions({.guard_pages = true});
  GameState state(harness.game(), record.setup);
  for (std::size_t step = 0; step < record.steps.size(); ++step) {
    set_activity("at the borders of its memory (" + spelled(harness.game().description, record.setup) + ")");
    static_cast<void>(fingerprint(state));
    if (state.has_notation()) static_cast<void>(text_of(state, record.steps[step].action));
    apply(state, record, step);
  }
}

Finding state_threads_end(GameHarness& harness) {
  const Record& record = harness.any_record();
  const std::size_t left = threads_left_by([&] { try_replay(harness.game(), record, record.steps.size()); });
  return left == 0 ? ok() : fail(counted(left, "thread") + " of it still run when its states are gone");
}

Finding state_prints_nothing(const Case& examined) {
  std::string printed;
  const auto body = [](GameHarness& harness) {
    const Record& record = harness.any_record();
    try_replay(harness.game(), record, record.steps.size());
    return ok();
  };
  Finding finding = with_records(examined, body, {.printed = &printed});
  if (finding.status != Status::ok || printed.empty()) return finding;
  return fail("it prints " + in_quotes(printed) + " in the middle of what the host prints");
}

Finding state_gives_memory_back(GameHarness& harness) {
  const Record& record = harness.any_record();
  constexpr std::size_t most_steps = 500;
  const auto round = [&] {
    const auto state = try_replay(harness.game(), record, std::min(record.steps.size(), most_steps));
    if (state && state->model() != nullptr) static_cast<void>(state->copy());
  };
  const std::size_t each = kept_by_each(round);
  return each == 0 ? ok() : fail("each state leaves " + counted(each, "byte") + " behind");
}

}  // namespace

std::vector<Check> state_checks() {
  return {
      {"sets-up", Scope::game, true, "A match can be set up with any number of seats that it declares.",
       on_game<sets_up>},
      {"parameters-at-limits", Scope::game, true,
       "Parameters at their limits are taken, or refused in words where they don't go together.",
       on_game<parameters_at_limits>},
      {"parameters-reported", Scope::game, true,
       "With the parameters that it reports set, the same seed gives the same match.", on_game<parameters_reported>},
      {"same-match", Scope::game, true,
       "The same seed and actions give the same match, in another process, in memory full of other things, and on a "
       "host without extensions.",
       same_match},
      {"states-at-once", Scope::game, true,
       "Several states live at once without disturbing each other, and end in any order.",
       on_records<several_states_at_once>},
      {"states-in-threads", Scope::game, true, "Different states can be used by different threads at once.",
       on_records<several_threads>},
      {"state-borders", Scope::game, true,
       "It reads no byte beyond an action, changes none of it, and writes none beyond its capacities.",
       on_each_record<state_borders>},
      {"state-threads-end", Scope::game, false, "All threads that it starts have ended when its states have.",
       on_records<state_threads_end>},
      {"state-prints-nothing", Scope::game, false, "It does not print.", state_prints_nothing},
      {"state-gives-memory-back", Scope::game, false, "A state gives all its memory back when it is destroyed.",
       on_records<state_gives_memory_back>},
  };
}

}  // namespace host::validate
