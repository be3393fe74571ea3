#include "host/view/build_report.hpp"

#include <doctest/doctest.h>

TEST_CASE("two builds are told apart by counts, means and the largest changes") {
  const std::vector<host::SeedScore> before = {{1, 4}, {2, 4}, {3, 4.5}, {4, 1}};
  const std::vector<host::SeedScore> after = {{1, 4}, {2, 7}, {3, 5}, {4, 0}};
  CHECK(host::build_report(host::compare_builds(before, after, 3), "score") ==
        "Against the last build: better on 2 seeds, worse on 1, the same on 1; mean score 3.38 -> 4.00 (+0.62)\n"
        "largest  seed  before  now  change\n"
        "gain        2       4    7  +3.00\n"
        "            3     4.5    5  +0.50\n"
        "loss        4       1    0  -1.00\n");
}

TEST_CASE("two builds that play alike have no table of changes") {
  const std::vector<host::SeedScore> scores = {{1, 4}, {2, 5}};
  CHECK(host::build_report(host::compare_builds(scores, scores, 3), "score") ==
        "Against the last build: better on 0 seeds, worse on 0, the same on 2; mean score 4.50 -> 4.50 (0.00)\n");
}
