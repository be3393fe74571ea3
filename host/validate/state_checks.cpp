// Checks of a game at the C ABI: its states and their parameters.
#include "host/plugin/ticks.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/game_harness.hpp"

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

/// Sets up a match for each number of seats, at most 16 of them.
void try_seats(GameHarness& harness) {
  const GameDescription& game = harness.game().description;
  constexpr std::uint32_t most = 16;
  std::size_t made = 0;
  for (std::uint32_t seats = game.min_seats; seats <= game.max_seats && made < most; ++seats, ++made) {
    Setup setup{harness.random().next(), static_cast<std::int32_t>(seats), {}};
    for (const SettingDescription& parameter : game.parameters) setup.parameters.push_back(parameter.fallback);
    set_activity("with " + spelled(game, setup));
    const GameState state(harness.game(), setup);
    if (state.over()) throw fail("a match is over before its first action (" + spelled(game, setup) + ")");
    static_cast<void>(fingerprint(state));
  }
}

/// Sets up matches with parameters at their limits, and with random ones. Returns how many, and how many are refused.
std::string try_parameters(GameHarness& harness) {
  const GameDescription& game = harness.game().description;
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
        throw fail("create() refuses a setup without a sentence (" + text + ")");
    }
  }
  return counted(setups.size(), "setup") + (refused == 0 ? "" : ", " + std::to_string(refused) + " refused in words");
}

Finding sets_up(GameHarness& harness) {
  try_seats(harness);
  std::string tried = try_parameters(harness);
  set_activity("");
  return ok(std::move(tried));
}

/// Sets up matches again with the parameters that the game reports: a record is replayed with those.
Finding set_reported_parameters(GameHarness& harness) {
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
  return ok();
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
  Finding finding = with_records(examined, body, &traces);
  return {std::move(traces), std::move(finding)};
}

Finding same_match(const Case& examined) {
  if (Finding begins = on_game<set_reported_parameters>(examined); begins.status != Status::ok) return begins;
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

/// Plays matches at once in one thread.
void several_at_once(GameHarness& harness) {
  constexpr std::size_t at_once = 4;
  for (std::size_t round = 0; !harness.enough(round); ++round) {
    std::vector<Match> matches;
    while (matches.size() < at_once) {
      const Record& record = harness.any_record();
      matches.push_back({&record, end_of(harness, record), nullptr});
    }
    for (Match& match : matches) match.state = std::make_unique<GameState>(harness.game(), match.record->setup);
    play_at_once(harness, std::move(matches));
  }
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

Finding states_in_threads(GameHarness& harness) {
  several_at_once(harness);
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

}  // namespace

std::vector<Check> state_checks() {
  return {
      {"sets-up", Scope::game, true,
       "A match can be set up with any number of seats, and with parameters at their limits, or is refused in words.",
       on_game<sets_up>},
      {"same-match", Scope::game, true,
       "The same seed and actions give the same match, with the parameters that it reports, in another process, in "
       "memory full of other things, and on a host without extensions.",
       same_match},
      {"states-in-threads", Scope::game, true,
       "Several states live at once without disturbing each other, also in different threads.",
       on_records<states_in_threads>},
  };
}

}  // namespace host::validate
