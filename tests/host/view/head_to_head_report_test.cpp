#include "host/view/run_report.hpp"

#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

host::HeadToHead sample() {
  host::HeadToHead pairs;
  for (const std::vector<stats::Place>& scores :
       {std::vector<stats::Place>{{0, 3}, {1, 2}}, {{1, 1}, {0, 1}}, {{2, 9}, {0, 1}}, {{2, 9}, {2, 1}}})
    pairs.add(host::Round(1, scores));
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

TEST_CASE("the table has the share of points of each against each, the best first, and a dash where none was played") {
  CHECK(to_text(report_of({"a", "b", "c"}, {2, 0, 1})) ==
        "Points against each other, in % (a win counts 1, a tie 1/2)\n"
        "   strategy  1    2   3\n"
        "1  c         -  100   -\n"
        "2  a         0    -  75\n"
        "3  b         -   25   -\n");
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

TEST_CASE("JSON has each pair that has met once") {
  const auto json = report_of({"a", "b", "c"}, {2, 0, 1}).json["head_to_head"];
  REQUIRE(json.size() == 2);
  CHECK(json[0] == support::Json{{"name", "c"}, {"against", "a"}, {"wins", 1}, {"ties", 0}, {"losses", 0}});
  CHECK(json[1]["ties"] == 1);
}
