// What is shown of standings, whose names and reasons come from plugins: hostile text.
#include "host/report/standings_report.hpp"
#include "host/report/standings_page.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"
#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>

namespace {

const std::string hostile_text = "</title><script>alert('\"&\")</script>\x1b[2J,\"";

host::StandingsTable sample_table(const std::string& name = hostile_text) {
  host::StandingsTable table;
  table.game = "game";
  table.contest = AGON_CONTEST_SUM;
  table.matches = 20;
  table.seeds = 10;
  table.seats = 2;
  for (const std::string& each : {name, std::string("second")}) {
    host::Standing standing;
    standing.strategy = {"id", each, "1.0.0", "abc", {{"depth", "3"}}};
    standing.label = host::printable(each);
    standing.all = {{10, 2, 8}, 20, 1, 20, 0, 30, 30, 0};
    standing.by_seat = {{{7, 1, 2}, 10}, {{3, 1, 6}, 10}};
    standing.mean_interval = {1, 2};
    standing.rating = stats::Rating{12, {-3, 27}, 20};
    standing.outcomes[AGON_OUTCOME_OK] = 19;
    standing.outcomes[AGON_OUTCOME_CRASH] = 1;
    standing.scores = {{0, 12}, {3, 8}};
    table.standings.push_back(standing);
  }
  table.failure_count = 2;
  const auto add_failure = [&](std::uint64_t number, std::size_t seat, const host::Outcome& outcome) {
    host::Result match;
    match.run = 1;
    match.place.number = number;
    match.seed = number + 3;
    match.seats.resize(2);
    match.seats[seat].outcome = outcome;
    table.failures.push_back({match, seat, seat, 1});
  };
  add_failure(4, 0, {AGON_OUTCOME_CRASH, hostile_text, "<b>last\nwords</b>\n"});
  add_failure(5, 1, {AGON_OUTCOME_CRASH, "signal 11", ""});
  return table;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

}  // namespace

TEST_CASE("who is to make other starts is told how: by an option of a run, by the file of a league") {
  host::StandingsTable table = sample_table();
  table.observations = {.blocks = 20, .different = 6, .starts = 6, .evidence = host::Evidence::repeats};
  const auto told = [&] {
    return std::pair(host::standings_report(table, {}).sections[0].notes,
                     host::standings_page(table, {}).at("notes")[1].get<std::string>());
  };
  for (const std::string& each : {told().first, told().second})
    CHECK(contains(each, "; --opening-plies 4 makes more starts"));
  table.of_league = true;
  for (const std::string& each : {told().first, told().second}) {
    CHECK(contains(each, "; 'opening-plies = 4' in [match] of league.toml makes more starts"));
    CHECK_FALSE(contains(each, "--opening-plies"));
  }
}

TEST_CASE("escaped text has no markup and no control characters, and is otherwise the same") {
  CHECK(host::escaped("a<b>&\"'\x1b\x7fz\nü") == "a&lt;b&gt;&amp;&quot;&#39;\\x1b\\x7fz\nü");
}

TEST_CASE("numbers that are not finite are null on the page") {
  host::StandingsTable table = sample_table("first");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  table.standings[0].rating->interval = {-infinity, infinity};
  table.standings[0].mean_interval = {-infinity, infinity};
  table.standings[1].mean_interval = {-infinity, 1};
  table.standings[1].rating->elo = std::nan("");
  const auto page = support::parse_json(support::to_text(host::standings_page(table, {.what = "run 1"})));
  const auto& strategies = page.at("standings").at("strategies");
  CHECK(strategies[0].at("rating_interval").is_null());
  for (const auto& each : strategies) CHECK(each.at("mean_score_interval").is_null());
  CHECK(strategies[1].at("rating").is_null());
}

TEST_CASE("a page of all matches has no command") {
  host::StandingsTable table = sample_table("first");
  table.standings.pop_back();
  table.failures.pop_back();
  table.standings[0].rating.reset();
  const auto page = host::standings_page(table, {.what = "all runs"});
  CHECK(page.at("command").is_null());
}

TEST_CASE("the text shows rating, intervals, wins by seat, failures by kind and where they happened") {
  host::StoredCommands commands;
  commands.runs[1].options = {"--game", "game"};
  const std::string text = to_text(host::standings_report(sample_table("first"), commands));
  CHECK(text.starts_with("game: 2 strategies, 20 matches on 10 seeds\n"));
  for (const char* const part :
       {"[-3, 27]", "[1.00, 2.00]", "7/3", "1 crash", "first seed", "signal 11", "--seed 8 --record match-5-seed-8"})
    CHECK(contains(text, part));
  CHECK_FALSE(contains(to_text(host::standings_report(sample_table())), "\x1b"));
}

TEST_CASE("an interval of a rating without an end says so in the table, CSV and JSON") {
  host::StandingsTable table = sample_table("first");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  table.standings[0].rating->interval = {310, infinity};
  table.standings[1].rating->interval = {-infinity, -310};
  CHECK(contains(to_text(host::standings_report(table)), " from 310 "));
  CHECK(contains(to_text(host::standings_report(table)), " up to -310 "));
  CHECK(contains(to_csv(host::standings_report(table)), ",12,310,,1,"));
  const auto json = host::standings_json(table).at("strategies");
  CHECK(json[0].at("rating_interval").dump() == "[310.0,null]");
  CHECK(json[1].at("rating_interval").dump() == "[null,-310.0]");
}

TEST_CASE("where each plays alone, the share of the best is shown, and no rating") {
  host::StandingsTable table = sample_table("first");
  table.seats = 1;
  for (auto& standing : table.standings) standing.rating.reset();
  const std::string text = to_text(host::standings_report(table));
  CHECK(contains(text, "  of the best  "));
  CHECK(contains(text, "cpu s a match\n"));
  CHECK_FALSE(contains(text, "rating"));
}

TEST_CASE("CSV quotes what needs it, and has as many cells in every line") {
  const std::string csv = to_csv(host::standings_report(sample_table("a,\"b\"")));
  CHECK(contains(csv, "\n\"a,\"\"b\"\"\",id,1.0.0,abc,depth=3,20,1.5,1,2,30,1.5,0,10,2,8,12,-3,27,1,1,0,"));
  const auto lines = host::split(to_csv(host::standings_report(sample_table("plain"))), '\n');
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].starts_with("name,strategy,version,"));
  for (std::size_t line = 1; line < 3; ++line) CHECK(count(lines[line], ",") == count(lines[0], ","));
}

TEST_CASE("means that differ in the fourth decimal are told apart, with two digits of their intervals") {
  host::StandingsTable table = sample_table("one");
  for (std::size_t i = 0; i < 2; ++i) {
    host::Standing& standing = table.standings[i];
    standing.all.score_sum = i == 0 ? 20.0068 : 20.0;
    standing.mean_interval = {standing.all.mean_score() - 0.0002, standing.all.mean_score() + 0.0003};
  }
  const std::string text = host::to_text(host::standings_report(table));
  CHECK(contains(text, "1.00034  [1.00014, 1.00064]"));
  CHECK(contains(text, "1.00000  [0.99980, 1.00030]"));
}

TEST_CASE("a strategy that was never started is named above the table, with its reason") {
  host::StandingsTable table = sample_table("one");
  table.not_started = {{"noexec", "it can't be run\x1b[2J"}};
  const std::string text = host::to_text(host::standings_report(table));
  const std::size_t line = text.find("noexec can't be started, so no match with it counts: it can't be run");
  REQUIRE(line != std::string::npos);
  CHECK(line < text.find("strategy  "));
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(contains(host::standings_page(table, {}).at("notes").dump(), "noexec can't be started"));
}
