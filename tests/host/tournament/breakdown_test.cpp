#include "host/tournament/by_group.hpp"

#include "host/tournament/participant_rows.hpp"
#include "tests/host/tournament/results.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using host::Breakdown;
using host::BreakdownTable;
using host::StoredMatch;

/// Matches of strategies that are named by letters.
struct Matches : results::Matches {
  std::vector<StoredMatch> all;

  StoredMatch& add(std::uint64_t seed, const std::string& seats, const std::vector<double>& scores) {
    return all.emplace_back(match(seed, seats, scores));
  }

  [[nodiscard]] host::StandingsTable standings() const {
    host::Standings standings(AGON_CONTEST_SUM, {.head_to_head = true});
    for (const StoredMatch& match : all) standings.add(match);
    return standings.finish();
  }

  /// The best one is the first standing.
  [[nodiscard]] BreakdownTable table(std::size_t second = 1) const {
    const host::StandingsTable table = standings();
    Breakdown breakdown(table, 0, second);
    const auto add = host::in_rows_of(
        table.strategies(), [&](const StoredMatch& match, const host::Seating& rows) { breakdown.add(match, rows); });
    for (const StoredMatch& match : all) add(match);
    return breakdown.finish();
  }
};

}  // namespace

TEST_CASE("strategies that play alone meet on a seed under the same conditions") {
  Matches matches;
  matches.add(1, "a", {3});
  matches.add(1, "b", {1});
  matches.add(2, "a", {5});
  matches.conditions = std::make_shared<host::Conditions>();
  matches.add(2, "b", {4});
  const auto table = matches.table();
  CHECK(matches.standings().head_to_head.of(0, 1).games() == 1);
  CHECK(matches.standings().head_to_head.of(0, 1).wins == 1);
  CHECK(table.compared == 1);
}

TEST_CASE("the pair's difference on a seed is that of its matches against each other alone") {
  Matches matches;
  matches.add(1, "ab", {30, 10});
  matches.add(1, "ba", {10, 20});
  matches.add(1, "ac", {90, 0});
  matches.add(2, "ab", {9, 10});
  const auto table = matches.table(matches.standings().head_to_head.of(0, 1).games() == 3 ? 1 : 2);
  REQUIRE(table.differences.size() == 2);
  CHECK(table.differences[0].difference == 15);
  CHECK(table.differences[1].difference == -1);
  CHECK(table.mean == 7);
  CHECK(table.positive == 1);
  CHECK(table.negative == 1);
  REQUIRE(table.highest.size() == 1);
  CHECK(table.highest[0].matches.size() == 2);
  REQUIRE(table.lowest.size() == 1);
  CHECK(table.lowest[0].seed == 2);
}

TEST_CASE("the seeds at both ends are the farthest first, and none of them is in both") {
  Matches matches;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    matches.add(seed, "a", {static_cast<double>(seed)});
    matches.add(seed, "b", {0});
  }
  const auto table = matches.table();
  REQUIRE(table.highest.size() == Breakdown::most_seeds);
  REQUIRE(table.lowest.size() == Breakdown::most_seeds);
  CHECK(table.highest.front().seed == 30);
  CHECK(table.lowest.front().seed == 1);
  CHECK(table.highest.front().matches.size() == 2);

  Matches alike;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) alike.add(seed, "ab", {2, 1});
  const auto same = alike.table();
  CHECK(same.highest.size() == 2);
  REQUIRE(same.lowest.size() == 1);
  for (const auto& high : same.highest) CHECK(high.seed != same.lowest[0].seed);
}

TEST_CASE("a seed on which both are equal is at no end") {
  Matches matches;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) matches.add(seed, "ab", {seed == 3 ? 2.0 : 1.0, 1});
  const auto table = matches.table();
  REQUIRE(table.highest.size() == 1);
  CHECK(table.highest[0].seed == 3);
  CHECK(table.lowest.empty());
}

TEST_CASE("of one strategy the highest and the lowest scores are kept") {
  Matches matches;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) matches.add(seed, "a", {static_cast<double>(seed % 7)});
  const auto table = matches.table();
  CHECK(table.highest.front().difference == 6);
  CHECK(table.lowest.front().difference == 0);
}

TEST_CASE("a failure's match is known with all who sat there") {
  Matches matches;
  matches.add(1, "ab", {1, 0});
  matches.add(2, "ba", {0, 1}).result.seats[0].outcome = {AGON_OUTCOME_CRASH, "signal 11", ""};
  const auto table = matches.standings();
  REQUIRE(table.failures.size() == 1);
  CHECK(table.failures[0].match.seed == 2);
  CHECK(table.failures[0].match.seats[0].name == "b");
}

TEST_CASE("a match that the table does not have is left out") {
  Matches matches;
  matches.add(1, "ab", {1, 0});
  std::size_t taken = 0;
  const auto add = host::in_rows_of(matches.standings().strategies(), [&](const auto&, const auto&) { ++taken; });
  add(matches.all.front());
  add(matches.add(2, "ac", {0, 1}));
  CHECK(taken == 1);
}
