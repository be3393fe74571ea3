// The search for the turn at which a match was lost, in matches whose values are known.
#include "host/tournament/blame_search.hpp"
#include "host/stats/draw.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using host::BlameFindings;
using host::BlameOptions;
using host::Continuation;
using host::Probe;

/// A match whose values before each turn are known: won or lost by chance. `after` an action, the value is that of the
/// next turn; where `luck` has changed the value, it is that of this turn.
struct Known {
  std::vector<double> values;  // of each turn, and of the end
  std::size_t luck = SIZE_MAX;
  std::uint64_t seed = 1;

  std::vector<Continuation> operator()(const std::vector<Probe>& probes) const {
    std::vector<Continuation> played;
    for (const Probe& probe : probes) {
      stats::Draw draw(seed * 1'000'003 + probe.turn * 10'007 + probe.draw * 2 + (probe.acted ? 1 : 0));
      const std::size_t at = probe.acted && probe.turn != luck ? probe.turn + 1 : probe.turn;
      const double value = draw.fraction() < values[at] ? 1 : 0;
      played.push_back({.value = value, .action = "best"});
    }
    return played;
  }
};

Known falls(std::size_t turns, std::size_t at, double before, double after) {
  Known known;
  for (std::size_t turn = 0; turn <= turns; ++turn) known.values.push_back(turn <= at ? before : after);
  known.values.back() = 0;
  return known;
}

/// A player of the match that stops after so many continuations.
host::PlayProbes stopped_after(std::size_t most, const Known& match) {
  return [match, left = most](const std::vector<Probe>& probes) mutable {
    std::vector<Continuation> played = match(probes);
    played.resize(std::min(played.size(), left));
    left -= played.size();
    return played;
  };
}

/// What the seat has played, which the reference never does.
std::vector<std::string> moves(std::size_t turns) {
  return std::vector<std::string>(turns, "other");
}

}  // namespace

TEST_CASE("the turn after which the value falls is found by halving, and named with a bound") {
  std::size_t calls = 0;
  for (const std::size_t at : {0U, 17U, 31U}) {
    CAPTURE(at);
    const Known match = falls(32, at, 1, 0);
    BlameFindings search;
    search_turns(search, moves(32), 0, [&](const std::vector<Probe>& probes) {
      calls += probes.size();
      return match(probes);
    });
    REQUIRE(search.found() != nullptr);
    CHECK(search.complete);
    CHECK(search.found()->turn == at);
    CHECK(search.found()->at_least() > 0.1);
    CHECK(search.found()->instead.at("best") == search.found()->pairs());
  }
  CHECK(calls < 3 * 600);
}

TEST_CASE("a turn that costs what luck has brought just before is found in a stretch that is level from end to end") {
  Known match = falls(48, 0, 0.1, 0.1);
  match.values[29] = 1;
  BlameFindings search;
  search_turns(search, moves(48), 0, match);
  REQUIRE(search.found() != nullptr);
  CHECK(search.found()->turn == 29);
}

TEST_CASE("a turn at which the reference plays the same is not tested") {
  std::vector<std::string> played(32, "best");
  played[3] = "other";
  BlameFindings search;
  search_turns(search, played, 0, falls(32, 9, 0.9, 0.1));
  CHECK(search.complete);
  for (const auto& tested : search.tested) CHECK(tested.turn == 3);
}

TEST_CASE("an improbable loss by luck alone names no turn") {
  Known match = falls(20, 9, 1, 0);
  match.luck = 9;
  BlameFindings search;
  search_turns(search, moves(20), 0, match);
  CHECK(search.found() == nullptr);
  CHECK(search.complete);
  CHECK(std::any_of(search.tested.begin(), search.tested.end(), [](const auto& each) { return each.turn == 9; }));
}

TEST_CASE("with noise, a costly turn is found within one turn, and a level match has few false alarms") {
  int near = 0;
  int alarms = 0;
  constexpr int matches = 60;
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    Known costly = falls(24, seed % 24, 0.75, 0.15);
    costly.seed = seed;
    BlameFindings search;
    search_turns(search, moves(24), 0, costly);
    if (search.found() != nullptr && search.found()->turn + 1 >= seed % 24 && search.found()->turn <= seed % 24 + 1)
      ++near;
    Known level = falls(24, 24, 0.5, 0);
    level.luck = 23;  // at last it is lost
    level.seed = seed;
    BlameFindings other;
    search_turns(other, moves(24), 0, level);
    alarms += other.found() == nullptr ? 0 : 1;
  }
  CHECK(near >= matches * 9 / 10);
  CHECK(alarms <= matches / 20);
}

TEST_CASE("of two costly turns, the one that has cost more is named, and the other is known too") {
  int right = 0;
  int both = 0;
  constexpr int matches = 20;
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    Known match = falls(24, 5, 1, 0);
    for (std::size_t turn = 6; turn <= 14; ++turn) match.values[turn] = 0.7;  // turn 14 costs 0.7, turn 5 costs 0.3
    match.seed = seed;
    BlameFindings search;
    search_turns(search, moves(24), 0, match);
    right += search.found() != nullptr && search.found()->turn == 14 ? 1 : 0;
    const auto knows = [&](std::size_t turn) {
      return std::any_of(search.tested.begin(), search.tested.end(),
                         [&](const auto& each) { return each.turn == turn && each.established; });
    };
    both += knows(14) && knows(5) ? 1 : 0;
  }
  CHECK(right == matches);
  CHECK(both >= matches / 2);
}

TEST_CASE("if no turn has cost much, the search tells over which turns the value has fallen") {
  Known match = falls(32, 32, 0, 0);
  for (std::size_t turn = 0; turn < 32; ++turn)
    match.values[turn] = turn < 20 ? 0.8 - 0.04 * static_cast<double>(turn) : 0;
  BlameFindings search;
  search_turns(search, moves(32), 0, match);
  CHECK(search.found() == nullptr);
  const auto fall = search.fall();
  REQUIRE(fall.has_value());
  CHECK(fall->first < 18);
  CHECK(fall->last > fall->first + 1);
  CHECK(fall->at_least > fall->at_most + 0.1);
  CHECK(fall->at_least <= match.values[fall->first]);
  CHECK(fall->at_most >= match.values[fall->last]);
}

TEST_CASE("a search that is stopped keeps what it knows") {
  BlameFindings search;
  search_turns(search, moves(8), 0, stopped_after(5, falls(8, 3, 1, 0)));
  CHECK_FALSE(search.complete);
  CHECK(search.found() == nullptr);
  CHECK(search.values.at(4).count() == 2);
  CHECK(search.values.at(2).count() == 2);
  CHECK(search.values.at(3).count() == 1);
  CHECK(search.examined == 0);
}

TEST_CASE(
    "a search that is stopped in a later round tells how many continuations all positions of the one before have") {
  const Known match = falls(16, 16, 0.5, 0);
  std::size_t last = 0;
  for (std::size_t most = 10; most < 400; most += 7) {
    BlameFindings search;
    search_turns(search, moves(16), 0, stopped_after(most, match));
    CHECK(search.examined >= last);
    std::size_t enough = 0;
    for (const auto& [turn, value] : search.values) enough += value.count() >= search.examined ? 1 : 0;
    CHECK(enough + 1 >= search.values.size());  // but for the one that was being measured
    last = search.examined;
  }
  CHECK(last >= 4);
}
