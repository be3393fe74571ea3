// What seats lose in thirds of a match, in matches whose values are known.
#include "host/blame/phases.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

namespace {

using host::Continuation;
using host::JudgedSeat;
using host::Probe;

/// Two seats that act in turn.
host::Transcript match_of(std::size_t actions) {
  host::Transcript match;
  for (std::size_t action = 0; action < actions; ++action)
    match.events.push_back({static_cast<std::int32_t>(action % 2), "a", {}, {}});
  return match;
}

/// A seat with these values before its phases.
JudgedSeat seat_of(std::uint64_t seed, const std::string& strategy, std::array<double, 3> values, double end) {
  JudgedSeat judged{.match = seed, .seed = seed, .seat = strategy == "a" ? 0 : 1, .strategy = strategy};
  judged.parameters = {{"n", std::to_string(4 + seed % 2 * 8)}, {"same", "1"}};
  find_phases(match_of(12), judged);
  judged.end = end;
  const bool all = measure(judged, 2, false, [&](const std::vector<Probe>& probes) {
    std::vector<Continuation> played;
    for (const Probe& probe : probes) played.push_back({.value = values[probe.turn / 2]});
    return played;
  });
  CHECK(all);
  return judged;
}

std::string name_of(std::int32_t seat) {
  return "seat " + std::to_string(seat);
}

}  // namespace

TEST_CASE("phases begin with the seat's first turn of each third of the actions") {
  JudgedSeat second{.seat = 1};
  find_phases(match_of(12), second);
  CHECK(second.turns == 6);
  CHECK(second.begins == std::array<std::size_t, 3>{0, 2, 4});
  JudgedSeat first{.seat = 0};
  find_phases(match_of(3), first);
  CHECK(first.begins == std::array<std::size_t, 3>{0, 1, 1});
  JudgedSeat none{.seat = 5};
  find_phases(match_of(3), none);
  CHECK(none.turns == 0);
}

TEST_CASE("a match has the losses by which its values fall") {
  const JudgedSeat judged = seat_of(1, "a", {1, 0.75, 0.5}, 0);
  CHECK(judged.draws == 2);
  CHECK(judged.losses() == std::array<double, 4>{0.25, 0.25, 0.5, 1});
}

TEST_CASE("a seat whose continuations are not all played keeps what it had") {
  JudgedSeat judged = seat_of(1, "a", {1, 0.75, 0.5}, 0);
  const JudgedSeat before = judged;
  CHECK_FALSE(measure(judged, 2, false, [](const auto&) { return std::vector<Continuation>(5); }));
  CHECK(judged.draws == before.draws);
  CHECK(judged.sums == before.sums);
}

TEST_CASE("the table has a row for each strategy, seat and value, and the differences on the same seeds") {
  std::vector<JudgedSeat> seats;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    seats.push_back(seat_of(seed, "a", {1, 1, 1}, 1));
    seats.push_back(seat_of(seed, "b", {1, seed % 2 == 0 ? 0.0 : 1.0, 0}, 0));
  }
  seats.push_back({.strategy = "unplayed"});
  const host::PhaseTable table = phase_table(seats, name_of);
  REQUIRE(table.strategies.size() == 2);
  CHECK(table.strategies[0].strategy == "b");
  CHECK(table.strategies[0].matches == 8);
  CHECK(table.strategies[0].losses == std::array<double, 4>{0.5, 0.5, 0, 1});
  CHECK(table.strategies[0].intervals[0].low < 0.5);
  CHECK(table.strategies[1].losses.back() == 0);
  REQUIRE(table.seats.size() == 2);
  CHECK(table.seats[1].group == "seat 1");
  REQUIRE(table.parameters.size() == 4);
  CHECK(table.parameters[2].group == "n=4");
  CHECK(table.parameters[2].losses == std::array<double, 4>{1, 0, 0, 1});
  CHECK(table.parameters[3].group == "n=12");
  REQUIRE(table.differences.size() == 1);
  CHECK(table.differences[0].strategy == "b");
  CHECK(table.differences[0].other == "a");
  CHECK(table.differences[0].seeds == 8);
  CHECK(table.differences[0].losses == std::array<double, 4>{0.5, 0.5, 0, 1});
}

TEST_CASE("many values of a parameter are two ranges") {
  std::vector<JudgedSeat> seats;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    seats.push_back(seat_of(seed, "a", {1, 1, 1}, 1));
    seats.back().parameters = {{"n", std::to_string(seed)}};
  }
  const host::PhaseTable table = phase_table(seats, name_of);
  REQUIRE(table.parameters.size() == 2);
  CHECK(table.parameters[0].group == "n up to 4");
  CHECK(table.parameters[0].matches == 5);
  CHECK(table.parameters[1].group == "n above 4");
}
