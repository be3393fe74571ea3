#include "host/view/run_report.hpp"

#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>

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

const std::vector<std::string> names = {"a", "b"};

host::ParameterResults sample_results() {
  return {"n", {{Kind::one, "6", "6", 2, {row(4, 0), row(5, 2)}}, {Kind::one, "10", "10", 2, {row(7, 2), row(1, 0)}}}};
}

host::Report report_of(const host::ParameterResults& results, const std::vector<std::size_t>& ranking) {
  host::Report report;
  host::add_parameter(report, results, {names, AGON_CONTEST_MEAN}, ranking);
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
