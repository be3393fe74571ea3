#include "host/view/table.hpp"
#include "host/view/numbers.hpp"

#include <doctest/doctest.h>

namespace {

/// Limits the width of tables for as long as it exists.
struct Narrow {
  explicit Narrow(std::size_t columns) { host::limit_table_width(columns); }
  ~Narrow() { host::limit_table_width(0); }
  Narrow(const Narrow&) = delete;
  Narrow& operator=(const Narrow&) = delete;
};

}  // namespace

TEST_CASE("columns of numbers are aligned to the right, others to the left") {
  CHECK(host::table({{"name", "points"}, {"a", "7"}, {"long name", "12"}}) ==
        "name       points\n"
        "a               7\n"
        "long name      12\n");
}

TEST_CASE("where a line is too long, the widest words are cut, and numbers are not") {
  const Narrow limit(30);
  CHECK(host::table({{"name", "what it does", "points"}, {"a", "searches for a long time", "123456"}}) ==
        "name  what it does      points\n"
        "a     searches for ...  123456\n");
}

TEST_CASE("a character of several bytes is cut as a whole") {
  const Narrow limit(14);
  CHECK(host::table({{"name"}, {"äöüäöüäöüäöüäöü"}}) == "name\näöüäöüäöüäö...\n");
}

TEST_CASE("no column of words gets too narrow to be read") {
  const Narrow limit(5);
  CHECK(host::table({{"name"}, {"a name that is long"}}) == "name\na name th...\n");
}

TEST_CASE("a score has two decimals at most, or all if it is small") {
  CHECK(host::shown_score(40908.4684272) == "40908.47");
  CHECK(host::shown_score(-17) == "-17");
  CHECK(host::shown_score(0.123456) == "0.123456");
  CHECK(host::shown_score(1e15) == "1000000000000000");
}
