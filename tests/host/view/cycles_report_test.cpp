#include "host/view/elo_report.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

host::Report report_with(double p) {
  const stats::NashPlayer player{1.0 / 3, 0, {0.2, 0.4}, {-0.1, 0}};
  host::Report report;
  add_cycles(report, {{"rock", "scissors", "paper"}, {player, player, player}, p, std::vector<std::size_t>{0, 1, 2}});
  return report;
}

}  // namespace

TEST_CASE("a table with a cycle names it, and says that ratings do not describe the table") {
  const std::string text = to_text(report_with(0.002));
  CAPTURE(text);
  CHECK(text.find("rock       0.333  [0.200, 0.400]  0.000  [-0.100, 0.000]\n") != std::string::npos);
  CHECK(
      text.ends_with("\nratings do not describe this table (p = 0.0020): rock beats scissors, scissors beats paper, "
                     "paper beats rock\n"));
  const auto json = report_with(0.002).json["cycles"];
  CHECK(json.at("ratings_describe_table") == false);
  CHECK(json.at("cycle").dump() == "[\"rock\",\"scissors\",\"paper\"]");
}

TEST_CASE("a table whose cycle may be chance is described by ratings") {
  CHECK(to_text(report_with(0.4)).ends_with("\nno cycle found: ratings describe this table (p = 0.4000)\n"));
}
