// The data of the page of standings, beside the table. tests/browser has what its script draws of them.
#include "host/report/standings_page.hpp"
#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using support::Json;

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
    standing.all = {{2, 1, 1}, 4, 0, 4, 0, 10, 10, 0};
    standing.by_seat = {{{1, 0, 1}, 2}, {{1, 1, 0}, 2}};
    standing.rating = stats::Rating{12, {-3, 27}, 4};
    standing.scores = {{0, 4}};
    table.standings.push_back(standing);
  }
  for (const double score : {1, 1, 1, -1}) table.head_to_head.add({0, score}, {1, 0});
  host::Totals row;
  row.matches = 2;
  row.score_sum = 5;
  row.wins = row.ties = 1;
  table.parameters = {
      {"n", {{host::ValueGroup::Kind::one, "6", "6", 2, {row}}, {host::ValueGroup::Kind::range, "8", "10", 2, {}}}}};
  return table;
}

host::StandingsPage page_of() {
  host::StandingsPage page;
  page.what = "run 1";
  page.commands.runs[1].options = {"--game", "game"};
  return page;
}

/// Returns the page's data as a browser gets them.
Json data_of(const host::StandingsTable& table, const host::StandingsPage& page) {
  return support::parse_json(support::to_text(host::standings_page(table, page)));
}

}  // namespace

TEST_CASE("wins, ties and losses against each other strategy are there; none against one that was never met") {
  const Json pairs = data_of(table_of({"one", "two", "three"}), page_of()).at("head_to_head");
  CHECK(support::to_text(pairs) == "[[null,[3,0,1],null],[[1,0,3],null,null],[null,null,null]]");
}

TEST_CASE("scores are listed by parameter, and a value that a strategy did not play is null") {
  const Json parameters = data_of(table_of({"one", "two"}), page_of()).at("parameters");
  REQUIRE(parameters.size() == 1);
  CHECK(parameters[0].at("values") == Json({"n 6", "n 8 to 10"}));
  CHECK(support::to_text(parameters[0].at("rows")) == "[[[2.5,0.75],null],[null,null]]");
}

TEST_CASE("a parameter with one value, a long text or too many texts has no table") {
  for (const int fault : {0, 1, 2}) {
    host::StandingsTable table = table_of({"one", "two"});
    auto& groups = table.parameters.front().groups;
    if (fault == 0) groups.pop_back();
    if (fault == 1) groups.front().low = std::string(36, 'x');
    if (fault == 2) groups.back().kind = host::ValueGroup::Kind::others;
    CHECK(data_of(table, page_of()).at("parameters").empty());
  }
}

TEST_CASE("versions of a bot are listed as they come") {
  host::StandingsPage page = page_of();
  host::StrategyHistory history{"ann/one", {}};
  for (const char* const version : {"@1", "@2"}) {
    history.builds.push_back(table_of({"one"}).standings.front());
    history.builds.back().strategy.version = version;
  }
  page.histories = {history};
  const Json builds = data_of(table_of({"one", "two"}), page).at("histories")[0].at("builds");
  CHECK(builds[0].at("label") == "@1");
  CHECK(builds[1].at("label") == "@2");
  CHECK(builds[1].at("standing").at("rating") == 12);
}

TEST_CASE("seats are labelled as the game does, or by their numbers") {
  host::StandingsPage page = page_of();
  const auto labels = [&] { return data_of(table_of({"one", "two"}), page).at("seat_names"); };
  CHECK(labels() == Json({"first seat", "second seat"}));
  page.seat_names = {"Black", "White"};
  CHECK(labels() == Json({"Black", "White"}));
  page.seat_names = {"1", "2"};
  CHECK(labels() == Json({"seat 1", "seat 2"}));
}
