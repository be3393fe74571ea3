// What seats lose in thirds of a match, in matches whose values are known.
#include "host/tournament/blame_judged.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace {

using host::Continuation;
using host::JudgedSeat;
using host::Probe;
using Json = nlohmann::ordered_json;

/// Two seats that act in turn.
host::Transcript match_of(std::size_t actions) {
  host::Transcript match;
  for (std::size_t action = 0; action < actions; ++action)
    match.events.push_back({static_cast<std::int32_t>(action % 2), "a", {}, {}});
  return match;
}

/// A seat with these values before its phases.
JudgedSeat seat_of(std::uint64_t seed, const std::string& strategy, std::array<double, 3> values, double end) {
  JudgedSeat judged{.match = seed, .seed = seed, .seat = strategy == "a" ? 0 : 1};
  judged.seat_name = "seat " + std::to_string(judged.seat);
  judged.strategy = strategy;
  judged.parameters = {{"n", std::to_string(4 + seed % 2 * 8)}, {"same", "1"}};
  find_phases(match_of(12), judged);
  judged.end = end;
  const bool all = measure(judged, 2, [&](const std::vector<Probe>& probes) {
    std::vector<Continuation> played;
    for (const Probe& probe : probes) played.push_back({.value = values[probe.turn / 2]});
    return played;
  });
  CHECK(all);
  return judged;
}

std::vector<double> losses_of(const Json& row) {
  std::vector<double> losses;
  for (const char* const phase : host::loss_names) losses.push_back(row.at(phase).at("loss"));
  return losses;
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
  CHECK_FALSE(measure(judged, 2, [](const auto&) { return std::vector<Continuation>(5); }));
  CHECK(judged.draws == before.draws);
  CHECK(judged.sums == before.sums);
}

TEST_CASE("the tables have a row for each strategy, seat and value, and the differences on the same seeds") {
  std::vector<JudgedSeat> seats;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    seats.push_back(seat_of(seed, "a", {1, 1, 1}, 1));
    seats.push_back(seat_of(seed, "b", {1, seed % 2 == 0 ? 0.0 : 1.0, 0}, 0));
  }
  seats.push_back({.strategy = "unplayed"});
  const Json tables = loss_tables(seats);
  const Json& strategies = tables.at("strategies");
  REQUIRE(strategies.size() == 2);
  CHECK(strategies[0].at("strategy") == "b");
  CHECK(strategies[0].at("matches") == 8);
  CHECK(losses_of(strategies[0]) == std::vector<double>{0.5, 0.5, 0, 1});
  CHECK(strategies[0].at("opening").at("interval")[0] < 0.5);
  CHECK(losses_of(strategies[1]).back() == 0);
  REQUIRE(tables.at("by_seat").size() == 2);
  CHECK(tables.at("by_seat")[1].at("group") == "seat 1");
  const Json& parameters = tables.at("by_parameter");
  REQUIRE(parameters.size() == 4);
  CHECK(parameters[2].at("group") == "n=4");
  CHECK(losses_of(parameters[2]) == std::vector<double>{1, 0, 0, 1});
  CHECK(parameters[3].at("group") == "n=12");
  REQUIRE(tables.at("differences").size() == 1);
  const Json& difference = tables.at("differences")[0];
  CHECK(difference.at("strategy") == "b");
  CHECK(difference.at("other") == "a");
  CHECK(difference.at("seeds") == 8);
  CHECK(losses_of(difference) == std::vector<double>{0.5, 0.5, 0, 1});
}

TEST_CASE("many values of a parameter are two ranges") {
  std::vector<JudgedSeat> seats;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    seats.push_back(seat_of(seed, "a", {1, 1, 1}, 1));
    seats.back().parameters = {{"n", std::to_string(seed)}};
  }
  const Json parameters = loss_tables(seats).at("by_parameter");
  REQUIRE(parameters.size() == 2);
  CHECK(parameters[0].at("group") == "n up to 4");
  CHECK(parameters[0].at("matches") == 5);
  CHECK(parameters[1].at("group") == "n above 4");
  seats.front().parameters = {{"n", "none"}};
  CHECK(loss_tables(seats).at("by_parameter").empty());
}
