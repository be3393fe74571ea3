#include "host/tournament/tally.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/tournament/participant_rows.hpp"
#include "host/tournament/run.hpp"
#include "tests/host/tournament/results.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

/// Adds a match with these scores; `seating` has the player on each seat.
void add(host::Tally& tally, std::uint64_t seed, const host::Seating& seating, const std::vector<double>& scores) {
  tally.add(results::played(scores, seed, 0.5), seating);
}

/// Adds matches of players who play each seed alone, with their scores on each seed.
void add_alone(host::Tally& tally, const std::vector<std::vector<double>>& scores) {
  for (std::uint64_t seed = 0; seed < scores.size(); ++seed) {
    for (std::size_t player = 0; player < scores[seed].size(); ++player)
      add(tally, seed, {player}, {scores[seed][player]});
  }
}

}  // namespace

TEST_CASE("the best score alone wins, shared it ties, and everybody else loses") {
  host::Tally tally(3, AGON_CONTEST_SUM);
  add(tally, 1, {0, 1, 2}, {3, 1, 2});
  add(tally, 1, {0, 1, 2}, {2, 2, 1});
  add(tally, 1, {0, 1, 2}, {1, 1, 1});
  const auto& rows = tally.rows();
  CHECK(rows[0].wins == 1);
  CHECK(rows[0].ties == 2);
  CHECK(rows[0].losses == 0);
  CHECK(rows[1].ties == 2);
  CHECK(rows[1].losses == 1);
  CHECK(rows[2].ties == 1);
  CHECK(rows[2].losses == 2);
}

TEST_CASE("what a seat got counts for who sat there") {
  host::Tally tally(2, AGON_CONTEST_SUM);
  add(tally, 1, {1, 0}, {6, 2});
  CHECK(tally.rows()[1].score_sum == 6);
  CHECK(tally.rows()[1].contest_sum == 3);
  CHECK(tally.rows()[1].wins == 1);
  CHECK(tally.rows()[0].score_sum == 2);
  CHECK(tally.rows()[0].matches == 1);
  CHECK(tally.rows()[0].cpu_ns == 2'000'000);
}

TEST_CASE("a match of one seat is neither won nor lost") {
  host::Tally tally(1, AGON_CONTEST_SUM);
  add(tally, 1, {0}, {6});
  CHECK(tally.rows()[0].matches == 1);
  CHECK(tally.rows()[0].wins + tally.rows()[0].ties + tally.rows()[0].losses == 0);
}

TEST_CASE("who plays alone is compared with those who played the same seed") {
  host::Tally tally(3, AGON_CONTEST_SUM);
  add_alone(tally, {{10, 20, 20}, {7, 3, 5}});
  const auto& rows = tally.rows();
  CHECK(rows[0].wins == 1);
  CHECK(rows[0].losses == 1);
  CHECK(rows[1].ties == 1);
  CHECK(rows[1].losses == 1);
  CHECK(rows[2].ties == 1);
  CHECK(rows[2].losses == 1);
  CHECK(rows[0].contest_score(AGON_CONTEST_SUM) == 8.5);
  CHECK(rows[0].contest_score(AGON_CONTEST_MEAN) == 4.25);
  CHECK(rows[0].counted == 2);
}

TEST_CASE("where a contest counts relative to the best, the best of a seed counts one") {
  host::Tally tally(3, AGON_CONTEST_RELATIVE_SUM);
  add_alone(tally, {{10, 20, 5}, {0, 0, 0}, {-4, -2, -4}, {8, -1, 2}});
  CHECK(tally.rows()[0].contest_sum == 0.5 + 1 + 0 + 1);
  CHECK(tally.rows()[1].contest_sum == 1 + 1 + 1 + 0);
  CHECK(tally.rows()[2].contest_sum == 0.25 + 1 + 0 + 0.25);
}

TEST_CASE("where a contest counts ranks, a score counts the share of the others that it beats, and ties share") {
  host::Tally tally(3, host::contest_ranked);
  add_alone(tally, {{10, 20, 5}, {0, 0, 0}, {-4, -2, -4}});
  add(tally, 3, {1, 2, 0}, {3, 1, 3});
  CHECK(tally.rows()[0].contest_sum == 0.5 + 0.5 + 0.25 + 0.75);
  CHECK(tally.rows()[1].contest_sum == 1 + 0.5 + 1 + 0.75);
  CHECK(tally.rows()[2].contest_sum == 0 + 0.5 + 0.25 + 0);
  CHECK(tally.rows()[2].counted == 4);
}

TEST_CASE("relative costs are those that dividing the lowest cost of each seed by each own one gives") {
  constexpr std::size_t participants = 4;
  std::mt19937_64 random(5);
  host::Tally tally(participants, AGON_CONTEST_RELATIVE_COST_SUM);
  std::vector<std::vector<double>> scores(200, std::vector<double>(participants));
  std::vector<double> expected(participants);
  for (std::vector<double>& on_seed : scores) {
    for (double& score : on_seed) score = -static_cast<double>(random() % 6);
    const double best = *std::max_element(on_seed.begin(), on_seed.end());
    for (std::size_t participant = 0; participant < participants; ++participant)
      expected[participant] += on_seed[participant] < best ? best / on_seed[participant] : 1;
  }
  add_alone(tally, scores);
  for (std::size_t participant = 0; participant < participants; ++participant)
    CHECK(tally.rows()[participant].contest_sum == expected[participant]);
}

TEST_CASE("a match of several seats is relative to its own best") {
  host::Tally tally(2, AGON_CONTEST_RELATIVE_SUM);
  add(tally, 1, {1, 0}, {3, 12});
  CHECK(tally.rows()[1].contest_sum == 0.25);
  CHECK(tally.rows()[0].contest_sum == 1);
}

TEST_CASE("a seat that did not end well is a failure, whatever its score") {
  host::Tally tally(2, AGON_CONTEST_SUM);
  host::Result match = results::played({6, 2}, 1);
  match.seats[0].outcome = {AGON_OUTCOME_CRASH, "signal 11"};
  tally.add(match, {0, 1});
  CHECK(tally.rows()[0].failures == 1);
  CHECK(tally.rows()[0].wins == 1);
  CHECK(tally.rows()[1].failures == 0);
}

TEST_CASE("a seat has to beat those of others, not those of its own strategy") {
  host::Tally tally(2, AGON_CONTEST_SUM);
  add(tally, 1, {0, 0, 1}, {6, 2, 4});
  CHECK(tally.rows()[0].wins == 1);
  CHECK(tally.rows()[0].losses == 1);
  CHECK(tally.rows()[1].wins == 0);
  CHECK(tally.rows()[1].losses == 1);
  add(tally, 2, {0, 0, 1}, {6, 5, 4});
  CHECK(tally.rows()[0].wins == 3);
}

TEST_CASE("compared scores know what each score has to beat, whoever has the best one") {
  const auto rivals = [](const std::vector<stats::PlayerScore>& scores) {
    const host::ComparedScores compared(1, scores);
    std::vector<double> all;
    for (std::size_t i = 0; i < scores.size(); ++i) all.push_back(compared.rival(i));
    return all;
  };
  CHECK(rivals({{0, 3}, {1, 5}, {2, 4}}) == std::vector<double>{5, 4, 5});
  CHECK(rivals({{0, 5}, {0, 4}, {1, 3}}) == std::vector<double>{3, 3, 5});
  CHECK(rivals({{0, 3}, {1, 5}, {1, 6}}) == std::vector<double>{6, 3, 3});
  CHECK(rivals({{0, 5}, {1, 5}}) == std::vector<double>{5, 5});
  CHECK(rivals({{0, 2}, {0, 6}, {0, 4}}) == std::vector<double>{6, 4, 6});
}

TEST_CASE("the pairs of compared scores are those of different players, the lower seat first") {
  std::vector<std::string> all;
  host::ScoreCollector collector;
  const auto take = [&](const host::ComparedScores& compared) {
    host::for_each_pair(compared, [&](const stats::PlayerScore& one, const stats::PlayerScore& other) {
      all.push_back(std::to_string(one.player) + std::to_string(other.player) + " on " +
                    std::to_string(compared.seed()));
    });
  };
  const auto add = [&](std::uint64_t seed, const host::Seating& players, const std::vector<double>& scores,
                       const std::shared_ptr<const host::Conditions>& conditions) {
    host::Result match = results::played(scores, seed);
    match.conditions = conditions;
    collector.add(match, players, take);
  };
  const auto some = results::conditions_of("1");
  const auto others = results::conditions_of("2");
  add(7, {0, 1, 1}, {3, 1, 2}, some);
  add(7, {1, 0}, {0, 5}, some);
  CHECK(all == std::vector<std::string>{"01 on 7", "01 on 7", "10 on 7"});
  all.clear();
  for (const auto& conditions : {some, others}) {
    add(8, {0}, {3}, conditions);
    add(8, {1}, {1}, conditions);
  }
  add(9, {2}, {9}, others);
  collector.end(take);
  CHECK(all == std::vector<std::string>{"01 on 8", "01 on 8"});
}

namespace {

using Names = std::vector<std::string>;

host::SeatIdentity identity(const std::string& name, const std::string& version = "1.0.0") {
  return {.strategy = name, .name = name, .version = version, .sha256 = std::string(64, 'a'), .options = {}};
}

host::RunPlan plan_of(const std::vector<host::SeatIdentity>& identities) {
  host::RunPlan plan;
  plan.game.description.seat_names = {"Black", "White"};
  for (const auto& each : identities) plan.participants.push_back({{}, {}, each});
  return plan;
}

}  // namespace

TEST_CASE("strategies of different names have a row each, wherever they sit") {
  host::ParticipantRows rows(plan_of({identity("one"), identity("two")}));
  CHECK(rows.names() == Names{"one", "two"});
  CHECK(rows.rows_of({.seed = 1, .seating = {1, 0}, .block = 0}).seating == host::Seating{1, 0});
}

TEST_CASE("a strategy that plays itself has a row for each seat that it takes") {
  host::ParticipantRows rows(plan_of({identity("one"), identity("one")}));
  CHECK(rows.names().empty());
  CHECK(rows.rows_of({.seed = 1, .seating = {0, 1}, .block = 0}).seating == host::Seating{0, 1});
  CHECK(rows.rows_of({.seed = 2, .seating = {1, 0}, .block = 0}).seating == host::Seating{0, 1});
  CHECK(rows.names() == Names{"one (Black)", "one (White)"});
}

TEST_CASE("two builds of one name are told apart by what differs") {
  const host::ParticipantRows rows(plan_of({identity("one"), identity("one", "2.0.0")}));
  CHECK(rows.names() == Names{"one 1.0.0", "one 2.0.0"});
}
