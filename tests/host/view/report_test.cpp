// Tables and lines of results.
#include "host/view/match_report.hpp"
#include "host/view/numbers.hpp"
#include "host/view/run_report.hpp"
#include "host/view/table.hpp"

#include "tests/support/checked_json.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

namespace {

using support::adds;
using support::fails;

const host::Game game = support::in_program(support::counting);

host::Transcript sample_match() {
  return support::recorded(game, {7, 2, support::counting_values("12")}, {adds(3), adds(9)},
                           {fails(AGON_OUTCOME_TIME, "too slow")});
}

}  // namespace

TEST_CASE("columns are as wide as their widest cell, numbers to the right, and no line ends in blanks") {
  CHECK(host::table({{"name", "score", "note"}, {"a", "1.5", "x"}, {"longer", "-10", ""}}) ==
        "name    score  note\n"
        "a         1.5  x\n"
        "longer    -10\n");
}

TEST_CASE("a column that holds anything but numbers stands to the left") {
  CHECK(host::table({{"n"}, {"1"}, {"22"}, {"x"}}) == "n\n1\n22\nx\n");
  CHECK(host::table({{"head", "n"}, {"x", "1"}, {"y", "22"}}) == "head   n\nx      1\ny     22\n");
}

TEST_CASE("a dash stands for a number that there is not") {
  CHECK(host::table({{"head"}, {"-"}, {"22"}}) == "head\n   -\n  22\n");
  CHECK(host::table({{"head"}, {"-"}}) == "head\n-\n");
}

TEST_CASE("a heading alone is a line, and nothing at all is nothing") {
  CHECK(host::table({{"a", "b"}}) == "a  b\n");
  CHECK(host::table({}).empty());
}

TEST_CASE("rows may have different lengths") {
  CHECK(host::table({{"a"}, {"b", "c"}, {"d", "e", "f"}}) == "a\nb  c\nd  e  f\n");
}

TEST_CASE("letters of several bytes take one column each") {
  CHECK(host::table({{"name", "n"}, {"zo\xC3\xAB", "1"}, {"anna", "2"}}) == "name  n\nzo\xC3\xAB   1\nanna  2\n");
}

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
  CHECK(host::match_line(transcript, game.description) ==
        "seed 7  target=12 chance=no weight=0.5 mood=fair note=none  "
        "one (First) 12, two (Second) -10 [time: too slow]\n");
  CHECK(host::match_table(transcript, game.description) ==
        "seat    strategy  score  contest  turns     cpu s    wall s  memory  outcome\n"
        "First   one          12    12.00      2  0.000002  0.000003  -       ok\n"
        "Second  two         -10   -10.00      1  0.000002  0.000003  -       time: too slow\n");
}

TEST_CASE("a run adds up its matches for each row, the best first, and a mean stands there once") {
  const std::vector<std::string> names = {"beta", "alpha"};
  host::Tally tally(2, AGON_CONTEST_MEAN);
  tally.add({sample_match(), {.seed = 1, .seating = {1, 0}, .block = 0}});
  tally.add({sample_match(), {.seed = 1, .seating = {0, 1}, .block = 0}});
  tally.add({sample_match(), {.seed = 1, .seating = {1, 0}, .block = 0}});
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
