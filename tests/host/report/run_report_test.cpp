// Tables and lines of results.
#include "host/report/run_report.hpp"
#include "host/report/comparison_report.hpp"
#include "host/report/match_report.hpp"
#include "host/report/numbers.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

using support::adds;
using support::fails;

const host::Game reported_game = support::in_program(support::counting);

host::Transcript sample_match() {
  return support::recorded(reported_game, {7, 2, support::counting_values("12")}, {adds(3), adds(9)},
                           {fails(AGON_OUTCOME_TIME, "too slow")});
}

host::Result sample_result() {
  const host::Transcript played = sample_match();
  host::Result match;
  match.seed = 1;
  match.conditions = std::make_shared<host::Conditions>();
  match.seats = played.result.seats;
  match.contest = played.contest;
  return match;
}

}  // namespace

TEST_CASE("numbers have as many digits behind the point as asked for") {
  CHECK(host::fixed(1, 2) == "1.00");
  CHECK(host::fixed(-2.345, 1) == "-2.3");
  CHECK(host::fixed(-0.001, 2) == "0.00");
  CHECK(host::fixed(-0.0, 0) == "0");
  CHECK(host::fixed(-0.006, 2) == "-0.01");
  CHECK(host::fixed(0.000001, 6) == "0.000001");
  CHECK(host::fixed(12.5, 0) == "12");
  CHECK(host::fixed(1e300, 2).size() == 304);
}

TEST_CASE("a match has a title, a table and a line") {
  const host::Transcript transcript = sample_match();
  CHECK(host::title(transcript) == "counting, seed 7, target=12 chance=no weight=0.5 mood=fair note=none");
  CHECK(host::match_line(transcript, reported_game.description) ==
        "seed 7  target=12 chance=no weight=0.5 mood=fair note=none  "
        "one (First) 12, two (Second) -10 [time: too slow]\n");
  CHECK(host::match_table(transcript, reported_game.description) ==
        "seat    strategy  score  contest  turns     cpu s    wall s  memory  outcome\n"
        "First   one          12    12.00      2  0.000002  0.000003  -       ok\n"
        "Second  two         -10   -10.00      1  0.000002  0.000003  -       time: too slow\n");
}

TEST_CASE("a run adds up its matches for each row, the best first, and a mean stands there once") {
  const std::vector<std::string> names = {"beta", "alpha"};
  host::Tally tally(2, AGON_CONTEST_MEAN);
  tally.add(sample_result(), {1, 0});
  tally.add(sample_result(), {0, 1});
  tally.add(sample_result(), {1, 0});
  CHECK(to_text(host::run_report({names, AGON_CONTEST_MEAN}, tally.rows())) ==
        "strategy  matches  mean score  wins  ties  losses  failures  cpu s\n"
        "alpha           3        4.67     2     0       1         1  0.000\n"
        "beta            3       -2.67     1     0       2         2  0.000\n");
  const auto json = host::run_report({names, AGON_CONTEST_MEAN}, tally.rows()).json;
  CHECK(json["contest"] == "mean");
  CHECK(json["strategies"][0]["name"] == "beta");
  CHECK(json["strategies"][0]["rank"] == 2);
  CHECK(json["strategies"][0]["failures"] == 2);
  CHECK(json["strategies"][1]["wins"] == 2);
  CHECK(json["strategies"][1]["rank"] == 1);
}

TEST_CASE("a contest that counts something else than the mean score has columns for that") {
  const std::vector<std::string> names = {"alpha"};
  std::vector<host::Totals> rows(1);
  rows[0].matches = 2;
  rows[0].score_sum = 10;
  rows[0].counted = 2;
  rows[0].contest_sum = 3;
  CHECK(to_text(host::run_report({names, AGON_CONTEST_SUM}, rows)) ==
        "strategy  matches  mean score  contest  cpu s\n"
        "alpha           2        5.00     3.00  0.000\n");
  CHECK(to_text(host::run_report({names, AGON_CONTEST_SIGNED_ROOT_SUM}, rows)) ==
        "strategy  matches  mean score  contest  per match  cpu s\n"
        "alpha           2        5.00     3.00       1.50  0.000\n");
}

TEST_CASE("the standing of a run names the best three of those that have played") {
  const std::vector<std::string> names = {"alpha", "beta", "gamma", "delta", "idle"};
  std::vector<host::Totals> rows(5);
  CHECK(host::leaders(names, rows) == "");
  const auto count = [&](std::size_t row, double sum, std::uint64_t matches) {
    rows[row].contest_sum = sum;
    rows[row].counted = matches;
  };
  count(0, 3, 2);
  count(1, 4, 1);
  CHECK(host::leaders(names, rows) == "beta 4.00 > alpha 1.50");
  count(2, 4, 1);
  count(3, 3, 1);
  CHECK(host::leaders(names, rows) == "beta 4.00 = gamma 4.00 > delta 3.00");
}

TEST_CASE("a run for one seat knows no wins") {
  const std::vector<std::string> names = {"alpha"};
  CHECK(to_text(host::run_report({names, AGON_CONTEST_MEAN}, std::vector<host::Totals>(1))) ==
        "strategy  matches  mean score  cpu s\n"
        "alpha           0        0.00  0.000\n");
}

namespace {

host::HeadToHead sample() {
  host::HeadToHead pairs;
  for (const std::vector<stats::PlayerScore>& scores :
       {std::vector<stats::PlayerScore>{{0, 3}, {1, 2}}, {{1, 1}, {0, 1}}, {{2, 9}, {0, 1}}, {{2, 9}, {2, 1}}})
    pairs.add(host::ComparedScores(1, scores));
  return pairs;
}

host::Report report_of(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking) {
  host::Report report;
  host::add_head_to_head(report, names, ranking, sample());
  return report;
}

}  // namespace

TEST_CASE("a match of two is counted from both sides, and nobody meets itself") {
  const host::HeadToHead pairs = sample();
  CHECK(pairs.of(0, 1).wins == 1);
  CHECK(pairs.of(0, 1).ties == 1);
  CHECK(pairs.of(1, 0).losses == 1);
  CHECK(pairs.of(1, 0).share() == 0.25);
  CHECK(pairs.of(2, 0).wins == 1);
  CHECK(pairs.of(2, 2).games() == 0);
}

TEST_CASE(
    "the table has the share of points of each against each, the best first, and a dash where none was played; JSON "
    "has each pair that has met once") {
  const host::Report report = report_of({"a", "b", "c"}, {2, 0, 1});
  CHECK(to_text(report) ==
        "Points against each other, in % (a win counts 1, a tie 1/2)\n"
        "   strategy  1    2   3\n"
        "1  c         -  100   -\n"
        "2  a         0    -  75\n"
        "3  b         -   25   -\n");
  const auto& json = report.json["head_to_head"];
  REQUIRE(json.size() == 2);
  CHECK(json[0] == support::Json{{"name", "c"}, {"against", "a"}, {"wins", 1}, {"ties", 0}, {"losses", 0}});
  CHECK(json[1]["ties"] == 1);
}

TEST_CASE("two strategies need no such table") {
  CHECK(to_text(report_of({"a", "b"}, {0, 1})).empty());
}

TEST_CASE("of many strategies each is shown against the best, and the table says so") {
  std::vector<std::string> names(20, "x");
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < names.size(); ++i) order.push_back(i);
  const std::string text = to_text(report_of(names, order));
  CHECK(text.starts_with("Points against the best 12, "));
  CHECK(std::count(text.begin(), text.end(), '\n') == 22);
}

namespace {

using Kind = host::ValueGroup::Kind;

host::Totals row(double score, std::size_t wins) {
  host::Totals row;
  row.matches = 2;
  row.score_sum = 2 * score;
  row.counted = 2;
  row.contest_sum = 2 * score;
  row.wins = wins;
  row.losses = 2 - wins;
  return row;
}

const std::vector<std::string> two_names = {"a", "b"};

host::ParameterResults sample_results() {
  return {"n", {{Kind::one, "6", "6", 2, {row(4, 0), row(5, 2)}}, {Kind::one, "10", "10", 2, {row(7, 2), row(1, 0)}}}};
}

host::Report report_of(const host::ParameterResults& results, const std::vector<std::size_t>& ranking) {
  host::Report report;
  host::add_parameter(report, results, {two_names, AGON_CONTEST_MEAN}, ranking);
  return report;
}

}  // namespace

TEST_CASE("each value has a line for each strategy, in the order of the table above it") {
  CHECK(to_text(report_of(sample_results(), {1, 0})) ==
        "By n\n"
        " n  strategy  matches  mean score  wins  ties  losses  cpu s\n"
        " 6  b               2        5.00     2     0       0  0.000\n"
        " 6  a               2        4.00     0     0       2  0.000\n"
        "10  b               2        1.00     0     0       2  0.000\n"
        "10  a               2        7.00     2     0       0  0.000\n");
}

TEST_CASE("the table says where values stand together") {
  host::ParameterResults results = sample_results();
  results.groups[1].kind = Kind::range;
  results.groups[1].high = "16";
  std::string text = to_text(report_of(results, {0, 1}));
  CHECK(text.find("10 to 16  a") != std::string::npos);
  CHECK(text.find("each line covers a range") != std::string::npos);
  results.groups[1].kind = Kind::others;
  text = to_text(report_of(results, {0, 1}));
  CHECK(text.find("the most frequent have a line each") != std::string::npos);
}

TEST_CASE("a long text is cut in the table, and whole in JSON") {
  host::ParameterResults results = sample_results();
  results.groups[0].low = results.groups[0].high = std::string(500, 'x');
  CHECK(to_text(report_of(results, {0})).find(std::string(38, 'x')) == std::string::npos);
  const auto json = report_of(results, {0}).json["by"];
  CHECK(json["groups"][0]["low"] == std::string(500, 'x'));
}

TEST_CASE("JSON and CSV have the numbers of the table, and no strategy that has not played") {
  host::ParameterResults results = sample_results();
  results.groups[1].rows.pop_back();
  const auto json = report_of(results, {1, 0}).json["by"];
  CHECK(json["parameter"] == "n");
  CHECK(json["groups"][0]["matches"] == 2);
  CHECK(json["groups"][0]["strategies"][0]["name"] == "b");
  CHECK(json["groups"][0]["strategies"][0]["mean_score"] == 5);
  CHECK(json["groups"][1]["strategies"].size() == 1);
  CHECK(to_csv(report_of(results, {1, 0})) ==
        "n,name,matches,mean,contest,contest_mean,wins,ties,losses,failures,cpu_s\n"
        "6,b,2,5,5,5,2,0,0,0,0\n"
        "6,a,2,4,4,4,0,0,2,0,0\n"
        "10,a,2,7,7,7,2,0,0,0,0\n");
}
