#include "tests/e2e/stored.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

namespace e2e {

std::string rows(const std::filesystem::path& database, const std::string& query) {
  SQLite::Database opened(database.string(), SQLite::OPEN_READWRITE);
  SQLite::Statement statement(opened, query);
  std::string all;
  while (statement.executeStep()) {
    for (int column = 0; column < statement.getColumnCount(); ++column)
      all += statement.getColumn(column).getString() + " ";
    all += "\n";
  }
  return all;
}

support::Result done(const support::Command& command) {
  support::Result result = support::run(command);
  CAPTURE(result.err);
  REQUIRE(result.code == 0);
  return result;
}

}  // namespace e2e
