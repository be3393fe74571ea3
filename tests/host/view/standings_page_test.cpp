// The page of standings: what it shows beside the table, and that it shows it on a phone.
#include "host/view/standings_page.hpp"
#include "host/view/page_parts.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace {

const std::string hostile = "<b onclick='x'>\"&\x1b";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

host::MatchReference match_of(const std::string& first, const std::string& second) {
  const auto conditions = std::make_shared<host::Conditions>();
  conditions->game = "game";
  return {1, 4, 7, conditions, {{first, first, "1.0.0", "abc", {}}, {second, second, "1.0.0", "abc", {}}}};
}

host::StandingsTable table_of(const std::vector<std::string>& labels) {
  host::StandingsTable table;
  table.game = "game";
  table.contest = AGON_CONTEST_SUM;
  table.matches = 4;
  table.seeds = 2;
  table.seats = 2;
  for (const std::string& name : labels) {
    host::Standing standing;
    standing.strategy = {name, name, "1.0.0", "abc", {}};
    standing.label = name;
    standing.all = {4, 2, 1, 1, 10};
    standing.by_seat = {{2, 1, 0, 1, 5}, {2, 1, 1, 0, 5}};
    standing.rating = stats::Rating{12, {-3, 27}, 4};
    standing.spread = {{0, 4}};
    table.standings.push_back(standing);
  }
  table.seed_scores = {{1, {{0, 5.0}, {1, -5.0}}}, {2, {{0, -3.0}, {1, 3.0}}}};
  return table;
}

host::StandingsPage page_of(const std::vector<std::string>& labels) {
  host::StandingsPage page;
  page.what = "run 1";
  page.commands = {{1, "host tournament --game game --plugin " + labels[0] + " --plugin " + labels[1]}};
  for (const double score : {1, 1, 1, -1}) page.breakdown.duels.add(0, score, 1, 0);
  host::TallyRow row;
  row.matches = 2;
  row.score_sum = 5;
  row.wins = row.ties = 1;
  page.parameters = {
      {"n", {{host::ValueGroup::Kind::one, "6", "6", 2, {row}}, {host::ValueGroup::Kind::range, "8", "10", 2, {}}}}};
  page.breakdown.differences = {{1, 10, {}}, {2, -6, {}}};
  page.breakdown.compared = 2;
  page.breakdown.positive = 1;
  page.breakdown.negative = 1;
  page.breakdown.mean = 2;
  page.breakdown.highest = {{1, 10, {match_of(labels[0], labels[1])}}};
  page.breakdown.lowest = {{2, -6, {match_of(labels[1], labels[0])}}};
  return page;
}

}  // namespace

TEST_CASE("strategies that meet are shown by the difference on each seed, not by points on one line") {
  const std::string html = host::standings_page(table_of({"one", "two"}), page_of({"one", "two"}));
  CHECK(has(html,
            "Mean score of one minus that of two in the matches that they played together, on 2 seeds: one is "
            "better on 1, two on 1, and they are equal on 0."));
  CHECK(has(html, "<title>seed 2: -6</title>"));
  CHECK(has(html, "mean 2.00"));
  CHECK_FALSE(has(html, "diagonal"));
}

TEST_CASE("seeds at both ends have the command that plays each match again, folded and without a script") {
  const std::string html = host::standings_page(table_of({"one", "two"}), page_of({"one", "two"}));
  CHECK(has(html, "<details><summary>seed 1: +10.00</summary>"));
  CHECK(has(html, "<summary>seed 2: -6.00</summary>"));
  CHECK(has(html,
            "<span>--plugin two</span> <span>--plugin one</span> <span>--seats listed</span> "
            "<span>--seed 7</span>"));
  CHECK(has(html, "<span>host replay match-4-seed-7.jsonl</span>"));
  CHECK_FALSE(has(html, "<script"));
}

TEST_CASE("each strategy's share of wins against each other one is in a matrix") {
  const std::string html = host::standings_page(table_of({"one", "two"}), page_of({"one", "two"}));
  CHECK(has(html,
            "title=\"one against two: 3 won, 0 tied, 1 lost\">75"
            "<span class=\"below\">3/0/1</span>"));
  CHECK(has(html, ">25<span class=\"below\">1/0/3</span>"));
}

TEST_CASE("strategies that never met have no number in the matrix") {
  const std::string html = host::standings_page(table_of({"one", "two", "three"}), page_of({"one", "two", "three"}));
  CHECK(has(html, "<th scope=\"row\" class=\"text\">3 three</th><td>-</td><td>-</td><td class=\"none\">"));
}

TEST_CASE("scores are shown by parameter, and a value that a strategy did not play is left open") {
  const std::string html = host::standings_page(table_of({"one", "two"}), page_of({"one", "two"}));
  CHECK(has(html,
            "<td data-label=\"n 6\" class=\"number share\" style=\"--share:0.75\">2.50"
            "<span class=\"below\">75 %</span></td><td data-label=\"n 8 to 10\" class=\"number\">-</td>"));
}

TEST_CASE("a parameter with one value, a long text or too many texts has no table") {
  for (const int fault : {0, 1, 2}) {
    host::StandingsPage page = page_of({"one", "two"});
    auto& groups = page.parameters.front().groups;
    if (fault == 0) groups.pop_back();
    if (fault == 1) groups.front().low = std::string(36, 'x');
    if (fault == 2) groups.back().kind = host::ValueGroup::Kind::others;
    CHECK_FALSE(has(host::standings_page(table_of({"one", "two"}), page), "By parameter"));
  }
}

TEST_CASE("builds of a strategy are listed with version and hash, the oldest first") {
  host::StandingsPage page = page_of({"one", "two"});
  host::StrategyHistory history{"one", {}};
  for (const char* const hash : {"11111111aaaa", "22222222bbbb"}) {
    host::Standing standing = table_of({"one"}).standings.front();
    standing.strategy.sha256 = hash;
    standing.label = std::string("one #").append(hash, 8);
    history.builds.push_back({standing, 0});
  }
  page.histories = {history};
  const std::string html = host::standings_page(table_of({"one", "two"}), page);
  CHECK(has(html, "<h2>Builds over time</h2>"));
  const std::size_t first = html.find("<th scope=\"row\" class=\"text\">1.0.0 #11111111</th>");
  const std::size_t second = html.find("<th scope=\"row\" class=\"text\">1.0.0 #22222222</th>");
  CHECK(first < second);
  CHECK(second != std::string::npos);
}

TEST_CASE("a failure labels its seat as the game does, and has the command that plays its match again") {
  host::StandingsTable table = table_of({"one", "two"});
  table.failure_count = 1;
  table.failures = {{1, 4, 7, 1, 0, {AGON_OUTCOME_CRASH, "signal 11", ""}}};
  host::StandingsPage page = page_of({"one", "two"});
  page.breakdown.failures = {match_of("one", "two")};
  CHECK(has(host::standings_page(table, page), "<td data-label=\"seat\" class=\"text\">second seat</td>"));
  page.seat_names = {"Black", "White"};
  const std::string html = host::standings_page(table, page);
  CHECK(has(html, "<td data-label=\"seat\" class=\"text\">White</td>"));
  CHECK(has(html, "one (Black), two (White)"));
  CHECK(has(html, "<summary>play it again</summary>"));
  page.seat_names = {"1", "2"};
  CHECK(has(host::standings_page(table, page), "class=\"text\">seat 2</td>"));
}

TEST_CASE("a game with one seat has no column of seats") {
  host::StandingsTable table = table_of({"one", "two"});
  table.seats = 1;
  table.failure_count = 1;
  table.failures = {{1, 4, 7, 0, 0, {AGON_OUTCOME_CRASH, "signal 11", ""}}};
  CHECK_FALSE(has(host::standings_page(table, page_of({"one", "two"})), "data-label=\"seat\""));
}

TEST_CASE("plots have places in per cent and no view box, so that their text keeps its size on a phone") {
  const std::string html = host::standings_page(table_of({"one", "two"}), page_of({"one", "two"}));
  CHECK_FALSE(has(html, "viewBox"));
  CHECK(has(html, " width=\"100%\" height=\""));
  CHECK(has(html, "@media screen and (max-width:"));
}

TEST_CASE("a plot shortens a long name in its middle, between characters, and has all of it as a title") {
  const std::string name = "\u00e4 rather long name of a strategy, number 1\u00fc";
  const std::string html = host::standings_page(table_of({name, "two"}), page_of({name, "two"}));
  CHECK(has(html, "<title>" + name + "</title>"));
  CHECK(has(html, ">\u00e4 rather lon\u2026gy, number 1\u00fc</text>"));
}

TEST_CASE("large scores have no digits behind the point, so that a table fits a page") {
  CHECK(host::page_number(-9999.5) == "-9999.50");
  CHECK(host::page_number(1234567.25) == "1234567");
}

TEST_CASE("a command on the page can be broken between its options alone") {
  CHECK(host::command_html("host tournament --game tonga --set 'a=<b>'") ==
        "<pre class=\"command\"><span>host tournament</span> <span>--game tonga</span> "
        "<span>--set &#39;a=&lt;b&gt;&#39;</span></pre>\n");
}

TEST_CASE("no text of a game, a strategy or a command becomes markup in the new sections") {
  host::StandingsPage page = page_of({hostile, "two"});
  page.seat_names = {hostile, hostile};
  page.command = hostile;
  page.program = hostile;
  page.parameters.front().parameter = hostile;
  page.parameters.front().groups.front().low = "<b x>";
  host::Standing standing = table_of({hostile}).standings.front();
  standing.strategy.version = hostile;
  standing.strategy.sha256 = hostile;
  page.histories = {{hostile, {{standing, 0}, {standing, 1}}}};
  const std::string html = host::standings_page(table_of({hostile, "two"}), page);
  CHECK_FALSE(has(html, "<b "));
  CHECK_FALSE(has(html, "onclick='"));
  CHECK_FALSE(has(html, "\x1b"));
}

TEST_CASE("the same standings give the same page") {
  CHECK(host::standings_page(table_of({"one", "two"}), page_of({"one", "two"})) ==
        host::standings_page(table_of({"one", "two"}), page_of({"one", "two"})));
}
