// Comma-separated values that come from plugins.
#include "host/view/csv.hpp"

#include "tests/support/json.hpp"

#include <doctest/doctest.h>

#include <cmath>

TEST_CASE("cells are parted by commas, and quoted where they need it") {
  CHECK(host::csv_line({}).empty());
  CHECK(host::csv_line({"a", "", "1.5", "ü 漢"}) == "a,,1.5,ü 漢");
  CHECK(host::csv_line({"a,b", "say \"yes\""}) == "\"a,b\",\"say \"\"yes\"\"\"");
}

TEST_CASE("a text that a spreadsheet would take for a formula is told to be text, and a number is a number") {
  CHECK(host::csv_line({"=cmd|'/c calc'!A1"}) == "'=cmd|'/c calc'!A1");
  CHECK(host::csv_line({"+1+1", "-x", "@SUM(A1)", " =1"}) == "'+1+1,'-x,'@SUM(A1),' =1");
  CHECK(host::csv_line({"\t=1", "\r=1"}) == "' =1,' =1");
  CHECK(host::csv_line({"＝1", "－1"}) == "'＝1,'－1");
  CHECK(host::csv_line({"-5", "-0.25", "1e-07"}) == "-5,-0.25,1e-07");
  CHECK(host::csv_line({"-inf", "=1,2"}) == "'-inf,\"'=1,2\"");
}

TEST_CASE("a cell is one line of what is visible") {
  CHECK(host::csv_line({"a\nb", "\x1b[2J", "\xff"}) == "a b,\\x1b[2J,\\xff");
}

TEST_CASE("a table has a line for each row of JSON, and an empty cell for what a row lacks") {
  const support::Json rows = {
      {{"name", "=a"}, {"options", {{"depth", "3"}, {"fast", true}}}, {"ends", {0.5, std::nan("")}}},
      {{"name", "b"}, {"ends", nullptr}, {"counts", {{"crash", 2}}}, {"off", false}}};
  CHECK(host::csv_table({"name", "options", "low=ends/0", "high=ends/1", "a=b=counts/crash", "off"}, rows) ==
        "name,options,low,high,a=b,off\n'=a,depth=3 fast=1,0.5,,,\nb,,,,2,0\n");
}
