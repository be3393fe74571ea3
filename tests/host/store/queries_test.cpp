// docs/database.md keeps its word: its queries run and find what they promise, and it leaves out no table or column.
#include "host/store/schema.hpp"
#include "host/store/store.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

using matches::add;
using matches::record;
using matches::sample;

namespace {

/// A database with two runs: one of two seats a match, with a failure and a transcript; one of one seat.
struct Filled : support::TemporaryFolder {
  std::filesystem::path file = path() / "agon.db";
  Filled() {
    host::Store store(file);
    const host::RunId other = store.begin_run(record("other"));
    add(store, other, sample(3));
    store.finish_run(other, host::RunState::interrupted);
    const host::RunId run = store.begin_run(record());
    for (std::uint64_t number = 0; number < 10; ++number) {
      auto match = sample(number / 2, number);
      if (number % 2 == 1) {
        std::swap(match.identity.seats[0], match.identity.seats[1]);
        std::swap(match.result.place.names[0], match.result.place.names[1]);
      }
      match.result.digests = {.start = 1 + number % 2, .match = 1 + number % 3};
      if (number == 5) match.result.seats[0].outcome = {AGON_OUTCOME_CRASH, "signal 11", "oh\n"};
      add(store, run, match);
    }
    add(store, run, sample(7, 10), "{\"agon\":1}");
    store.finish_run(run, host::RunState::finished);
  }
};

/// The page's fenced blocks of SQL.
std::vector<std::string> queries(const std::string& page) {
  std::vector<std::string> found;
  const std::string fence = "```sql\n";
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    at += fence.size();
    found.push_back(page.substr(at, page.find("```", at) - at));
  }
  return found;
}

using Row = std::vector<std::string>;

std::vector<Row> rows(SQLite::Database& database, const std::string& query) {
  SQLite::Statement statement(database, query);
  std::vector<Row> rows;
  while (statement.executeStep()) {
    Row& row = rows.emplace_back();
    for (int column = 0; column < statement.getColumnCount(); ++column)
      row.push_back(statement.getColumn(column).getString());
  }
  return rows;
}

}  // namespace

TEST_CASE("the queries of docs/database.md find what they say") {
  const Filled filled;
  SQLite::Database database(filled.file.string());
  const auto all = queries(support::content(DATABASE_PAGE));
  REQUIRE(all.size() == 10);

  const auto runs = rows(database, all[0]);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0][0] == "2");
  CHECK(Row(runs[0].begin() + 2, runs[0].end()) == Row{"finished", "11", R"(["host","--game","counting"])"});
  CHECK(Row(runs[1].begin() + 2, runs[1].end()) == Row{"interrupted", "1", R"(["host","--game","other"])"});

  // Each seed's two matches cancel out, but for seed 7, which has one.
  const auto table = rows(database, all[1]);
  REQUIRE(table.size() == 2);
  CHECK(table[0][0] == "first");
  CHECK(table[0][1] == "11");
  CHECK(std::stod(table[0][2]) == doctest::Approx(7.0 / 3 / 11));
  CHECK(std::stod(table[0][3]) == doctest::Approx(6.0 / 11));
  CHECK(table[0][4] == "0");
  CHECK(table[1][0] == "second");
  CHECK(table[1][4] == "1");
  CHECK(std::stod(table[1][5]) == doctest::Approx((5 * 0.001 + 6 * 0.003) / 11));

  CHECK(rows(database, all[2]) == std::vector<Row>{{"2", "2", "second", "two", "crash", "signal 11"}});

  const auto pairs = rows(database, all[3]);
  REQUIRE(pairs.size() == 11);
  CHECK(pairs[10][0] == "7");
  CHECK(pairs[10][1] == "first");
  CHECK(pairs[10][3] == "second");
  CHECK(std::stod(pairs[10][5]) == doctest::Approx(14.0 / 3));

  const auto strategies = rows(database, all[4]);
  REQUIRE(strategies.size() == 2);
  CHECK(strategies[0][1] == "one");
  CHECK(strategies[0][4] == "{\"depth\":\"3\"}");
  CHECK(strategies[0][5] == "11");  // the match of seed 3 is in both runs, and counts once

  CHECK(rows(database, all[5]) == std::vector<Row>{{"first", "0", "6", rows(database, all[5])[0][3]},
                                                   {"first", "1", "5", rows(database, all[5])[1][3]},
                                                   {"second", "0", "5", rows(database, all[5])[2][3]},
                                                   {"second", "1", "6", rows(database, all[5])[3][3]}});

  const auto by_target = rows(database, all[6]);
  REQUIRE(by_target.size() == 2);
  CHECK(Row(by_target[0].begin(), by_target[0].begin() + 3) == Row{"10", "first", "11"});
  CHECK(Row(by_target[1].begin(), by_target[1].begin() + 3) == Row{"10", "second", "11"});

  CHECK(rows(database, all[7]) == std::vector<Row>{{"11", "4", "3"}});

  const auto longest = rows(database, all[8]);
  REQUIRE(longest.size() == 5);
  CHECK(longest[0] == Row{"0", "0", "1", "0.003", "6"});

  // The shell's function. These bytes are as long as the text, and so are the text.
  database.createFunction(
      "sqlar_uncompress", 2, true, nullptr,
      [](sqlite3_context* context, int, sqlite3_value** values) { ::sqlite3_result_value(context, values[0]); });
  CHECK(rows(database, all[9]) == std::vector<Row>{{"{\"agon\":1}"}});
}

TEST_CASE("docs/database.md names every table, every column, and the numbers that mark a database") {
  const Filled filled;
  SQLite::Database database(filled.file.string());
  const std::string page = support::content(DATABASE_PAGE);
  const auto names = [&](const std::string& word) {
    CAPTURE(word);
    CHECK(page.find("`" + word + "`") != std::string::npos);
  };
  for (const Row& column : rows(database,
                                "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c"
                                " WHERE t.type IN ('table', 'view')")) {
    names(column[0]);
    names(column[1]);
  }
  CHECK(page.find("`PRAGMA application_id` is " + std::to_string(host::application_id)) != std::string::npos);
  CHECK(page.find("`PRAGMA user_version` is " + std::to_string(host::schema_version) + " ") != std::string::npos);
}

TEST_CASE("runs are read in their order without being sorted, and a match is found by an index") {
  const Filled filled;
  SQLite::Database database(filled.file.string());
  const auto plan = [&](const std::string& query) {
    std::string text;
    for (const Row& row : rows(database, "EXPLAIN QUERY PLAN " + query)) text += row[3] + "\n";
    return text;
  };
  const std::string joined =
      "SELECT * FROM run_matches r CROSS JOIN stored_matches m ON m.id = r.match CROSS JOIN seats s ON s.match = m.id ";
  const std::string in_order = " ORDER BY r.run, r.number, s.seat";
  const auto one_run = plan(joined + "WHERE r.run = 1" + in_order);
  CHECK(one_run.find("SEARCH r USING PRIMARY KEY") != std::string::npos);
  CHECK(one_run.find("SEARCH s USING PRIMARY KEY") != std::string::npos);
  CHECK(one_run.find("TEMP B-TREE") == std::string::npos);
  CHECK(plan(joined + "WHERE m.run = r.run" + in_order).find("TEMP B-TREE") == std::string::npos);
  CHECK(plan("SELECT id FROM stored_matches WHERE key = x'00'").find("USING COVERING INDEX") != std::string::npos);
}
