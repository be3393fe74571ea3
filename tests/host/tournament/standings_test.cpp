#include "host/tournament/standings.hpp"

#include "host/stats/intervals.hpp"
#include "tests/host/tournament/results.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

namespace {

using host::Standing;
using host::StandingsTable;
using results::conditions_of;
using results::Matches;

const Standing& of(const StandingsTable& table, std::string_view name) {
  const auto found = std::find_if(table.standings.begin(), table.standings.end(),
                                  [&](const Standing& each) { return each.strategy.name == name; });
  REQUIRE(found != table.standings.end());
  return *found;
}

}  // namespace

TEST_CASE("standings count matches, wins by seat, time, and what the contest counts") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  standings.add(all.match(1, "ab", {3, 1}));
  standings.add(all.match(1, "ba", {2, 2}));
  standings.add(all.match(2, "ab", {0, 5}));
  const StandingsTable table = standings.finish();
  CHECK(table.matches == 3);
  CHECK(table.seeds == 2);
  CHECK(table.seats == 2);
  const Standing& a = of(table, "a");
  CHECK(a.all.matches == 3);
  CHECK(a.all.wins == 1);
  CHECK(a.all.ties == 1);
  CHECK(a.all.losses == 1);
  CHECK(a.all.mean_score() == doctest::Approx(5.0 / 3));
  CHECK(a.all.contest_score(AGON_CONTEST_SUM) == doctest::Approx(2.5));
  CHECK(a.all.contest_mean() == doctest::Approx(2.5 / 3));
  CHECK(a.all.cpu_s_a_match() == doctest::Approx(0.002));
  REQUIRE(a.by_seat.size() == 2);
  CHECK(a.by_seat[0].matches == 2);
  CHECK(a.by_seat[0].wins == 1);
  CHECK(a.by_seat[1].ties == 1);
  REQUIRE(a.rating);
  CHECK(a.rating->elo == doctest::Approx(-of(table, "b").rating->elo));
}

TEST_CASE("strategies that never met are rated apart, and stand in their groups") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const char* const pair : {"ab", "cd", "de"})
      standings.add(all.match(seed, pair, {seed % 4 == 0 ? 0.0 : 1.0, 0.5}));
  }
  const StandingsTable table = standings.finish();
  std::string order;
  for (const Standing& each : table.standings) order += each.strategy.name;
  CHECK(order == "cdeab");  // the larger group first
  for (const Standing& each : table.standings) CHECK(each.rating->group == (each.strategy.name < "c" ? 1 : 0));
  CHECK(of(table, "a").rating->elo == doctest::Approx(-of(table, "b").rating->elo));
}

TEST_CASE("who plays alone is compared with all that played the same seed under the same conditions") {
  Matches all;
  host::Standings standings(AGON_CONTEST_RELATIVE_SUM);
  standings.add(all.match(1, "a", {10}));
  standings.add(all.match(1, "b", {20}));
  standings.add(all.match(2, "a", {6}));
  standings.add(all.match(2, "b", {3}));
  all.conditions = conditions_of("2.0.0");
  standings.add(all.match(2, "a", {5}));
  const StandingsTable table = standings.finish();
  CHECK(of(table, "a").all.contest_sum == doctest::Approx(0.5 + 1 + 1));
  CHECK(of(table, "a").relative() == doctest::Approx(2.5 / 3));
  CHECK(of(table, "b").all.contest_sum == doctest::Approx(1 + 0.5));
  CHECK(of(table, "a").all.wins == 1);
  CHECK(of(table, "a").all.losses == 1);
  CHECK(of(table, "a").all.ties == 0);
  CHECK_FALSE(of(table, "a").rating);
  CHECK(table.standings.front().label == "a");  // which has the larger share a match
  CHECK(table.seeds == 3);
}

TEST_CASE("the interval of the mean is that of the bootstrap over seeds") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  std::vector<double> scores;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    scores.push_back(static_cast<double>(seed * seed % 37));
    standings.add(all.match(seed, "a", {scores.back()}));
  }
  const StandingsTable table = standings.finish();
  const stats::Interval expected = stats::bootstrap_mean(scores);
  CHECK(of(table, "a").mean_interval.low == doctest::Approx(expected.low));
  CHECK(of(table, "a").mean_interval.high == doctest::Approx(expected.high));
}

TEST_CASE("matches of one seed stand together: as many again on the same seeds make no interval narrower") {
  const auto width = [](int times) {
    Matches all;
    host::Standings standings(AGON_CONTEST_SUM);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      for (int i = 0; i < times; ++i) standings.add(all.match(seed, "a", {static_cast<double>(seed * 7 % 11)}));
    }
    const StandingsTable table = standings.finish();
    return table.standings[0].mean_interval.high - table.standings[0].mean_interval.low;
  };
  CHECK(width(1) > 0);
  CHECK(width(20) == doctest::Approx(width(1)));
}

TEST_CASE("seeds of one unit stand together: intervals are those of its number, not of the seeds") {
  const auto table = [](std::uint64_t units, std::uint64_t seeds) {
    Matches all;
    host::Standings standings(AGON_CONTEST_SUM);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const std::uint64_t unit = seed % units;
      standings.add(all.match(seed, "ab", {static_cast<double>(unit * 7 % 11), 4}), unit);
    }
    return standings.finish();
  };
  CHECK(of(table(20, 20), "a").mean_interval.low == doctest::Approx(of(table(20, 400), "a").mean_interval.low));
  CHECK(of(table(20, 400), "a").mean_interval.low < of(table(400, 400), "a").mean_interval.low);
  CHECK(of(table(20, 20), "a").rating->interval.low ==
        doctest::Approx(of(table(20, 400), "a").rating->interval.low).epsilon(0.2));
  CHECK(std::isinf(of(table(5, 400), "a").mean_interval.low));
  CHECK(std::isinf(of(table(5, 400), "a").rating->interval.low));
}

TEST_CASE("one seed tells nothing of how far a mean may be off") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  standings.add(all.match(1, "a", {4}));
  CHECK(std::isinf(of(standings.finish(), "a").mean_interval.low));
}

TEST_CASE("the best stands first, and failures and scores by seed point to where everybody stands") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    host::Result match = all.match(seed, "ab", {0, 1});
    if (seed == 3) match.seats[0].outcome = {AGON_OUTCOME_TIME, "too slow", "last words\n"};
    standings.add(match);
  }
  const StandingsTable table = standings.finish();
  REQUIRE(table.standings.size() == 2);
  CHECK(table.standings[0].strategy.name == "b");
  CHECK(table.standings[1].all.failures == 1);
  CHECK(table.standings[1].outcomes[AGON_OUTCOME_TIME] == 1);
  CHECK(table.failure_count == 1);
  REQUIRE(table.failures.size() == 1);
  CHECK(table.failures[0].standing == 1);
  CHECK(table.failures[0].match.seed == 3);
  CHECK(table.failures[0].match.place.number == 2);
  CHECK(table.failures[0].outcome().reason == "too slow");
}

TEST_CASE("failures whose reasons differ in numbers alone have one cause") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  std::uint64_t seed = 0;
  for (const std::string reason : {"2.5 s of 2 s", "no file", "3 s of 2 s", "12.75 s of 10 s", "no file 7"}) {
    host::Result match = all.match(++seed, "a", {0});
    match.seats[0].outcome = {AGON_OUTCOME_TIME, reason, ""};
    standings.add(match);
  }
  const StandingsTable table = standings.finish();
  REQUIRE(table.failures.size() == 3);
  CHECK(table.failures[0].outcome().reason == "2.5 s of 2 s");
  CHECK(table.failures[0].count == 3);
  CHECK(table.failures[1].count == 1);
  CHECK(table.failures[2].outcome().reason == "no file 7");
  CHECK(table.standings[0].outcomes[AGON_OUTCOME_TIME] == 5);
}

TEST_CASE("an exception is one cause whatever its message, and each assertion is one") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  std::uint64_t seed = 0;
  const std::string exit = "it ended, with exit status 1; the end of its standard error: ";
  for (const std::string& reason :
       {exit + "ValueError: no stone at c4", exit + "ValueError: no stone at d11", exit + "KeyError: 'c4'",
        exit + "bot.cpp:53: int at(int): Assertion `i < 3' failed.",
        exit + "bot.cpp:60: int at(int): Assertion `i > 0' failed.", std::string("c4 is taken"),
        std::string("d11 is taken"), std::string("the game refuses it: c4 is taken"),
        std::string("the game refuses it: it is over")}) {
    host::Result match = all.match(++seed, "a", {0});
    match.seats[0].outcome = {AGON_OUTCOME_EXIT, reason, ""};
    standings.add(match);
  }
  std::vector<std::uint64_t> counts;
  for (const auto& failure : standings.finish().failures) counts.push_back(failure.count);
  CHECK(counts == std::vector<std::uint64_t>{2, 1, 1, 1, 2, 2});
}

TEST_CASE("of many causes of a kind, the later ones are one row") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  for (std::uint64_t seed = 1; seed <= 26; ++seed) {
    host::Result match = all.match(seed, "a", {0});
    match.seats[0].outcome = {AGON_OUTCOME_ILLEGAL, std::string(1, static_cast<char>('a' + seed - 1)), ""};
    standings.add(match);
  }
  const StandingsTable table = standings.finish();
  REQUIRE(table.failures.size() == 11);
  CHECK(table.failures[10].count == 16);
}

TEST_CASE("of very many failures one of each cause is kept, and all are counted") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  constexpr std::uint64_t seeds = 10'000;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    host::Result match = all.match(seed, "a", {1});
    match.seats[0].outcome.kind = AGON_OUTCOME_CRASH;
    standings.add(match);
  }
  const StandingsTable table = standings.finish();
  CHECK(table.seeds == seeds);
  CHECK(table.failure_count == seeds);
  CHECK(table.failures.size() == 1);
  CHECK(table.failures[0].match.seed == 0);
  CHECK(table.standings[0].outcomes[AGON_OUTCOME_CRASH] == seeds);
}

TEST_CASE("one strategy under two names, or in two versions, has two places; read anew from the database, one") {
  Matches all;
  host::Standings standings(AGON_CONTEST_SUM);
  standings.add(all.match(1, "a", {1}));
  host::Result renamed = all.match(2, "a", {1});
  renamed.place.names = {"other"};
  standings.add(renamed);
  host::Result newer = all.match(3, "a", {1});
  host::SeatIdentity identity = *newer.strategies[0];
  identity.version = "2.0.0";
  newer.strategies[0] = std::make_shared<host::SeatIdentity>(identity);
  standings.add(newer);
  all.strategies.clear();
  standings.add(all.match(4, "a", {1}));
  const StandingsTable table = standings.finish();
  REQUIRE(table.standings.size() == 3);
  std::vector<std::string> labels;
  for (const Standing& each : table.standings) labels.push_back(each.label);
  std::sort(labels.begin(), labels.end());
  CHECK(labels == std::vector<std::string>{"a 1.0.0", "a 2.0.0", "other"});
}

TEST_CASE("labels tell apart by version, then options, then the library") {
  const host::SeatIdentity one{"bot", "bot", "1", "aaaaaaaaaaaa", {{"depth", "3"}, {"width", "5"}}};
  host::SeatIdentity deep = one;
  deep.options[0].second = "9";
  host::SeatIdentity rebuilt = one;
  rebuilt.sha256 = "bbbbbbbbbbbb";
  host::SeatIdentity newer = one;
  newer.version = "2";
  CHECK(host::labels({one}) == std::vector<std::string>{"bot"});
  CHECK(host::labels({one, newer}) == std::vector<std::string>{"bot 1", "bot 2"});
  CHECK(host::labels({one, deep}) == std::vector<std::string>{"bot depth=3", "bot depth=9"});
  CHECK(host::labels({one, rebuilt}) == std::vector<std::string>{"bot #aaaaaaaa", "bot #bbbbbbbb"});
}

TEST_CASE("a histogram counts every score, in at most 64 steps that are the same for all") {
  host::Histogram scores;
  for (int i = 0; i < 1000; ++i) scores.add(static_cast<std::size_t>(i % 2), i * 0.37 - 50);
  REQUIRE(scores.rows().size() == 2);
  for (const auto& row : scores.rows()) {
    std::uint64_t count = 0;
    for (const auto& [step, times] : row) count += times;
    CHECK(count == 500);
    CHECK(row.size() > 16);
    CHECK(row.rbegin()->first - row.begin()->first < 64);
  }
}

TEST_CASE("a histogram takes the largest and the smallest numbers, and leaves out what is not finite") {
  host::Histogram scores;
  for (const double score : {1e308, -1e308, 5e-324, 0.0, static_cast<double>(INFINITY)}) scores.add(0, score);
  std::uint64_t count = 0;
  for (const auto& [step, times] : scores.rows()[0]) count += times;
  CHECK(count == 4);
  CHECK(std::isfinite(scores.width()));
}
