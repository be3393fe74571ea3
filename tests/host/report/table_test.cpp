#include "host/report/numbers.hpp"
#include "host/report/report.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"
#include "tests/support/json.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

namespace {

/// Limits the width of tables for as long as it exists.
struct Narrow {
  explicit Narrow(std::size_t columns) { host::limit_table_width(columns); }
  ~Narrow() { host::limit_table_width(0); }
  Narrow(const Narrow&) = delete;
  Narrow& operator=(const Narrow&) = delete;
};

}  // namespace

TEST_CASE("columns are aligned: numbers, and dashes for none, to the right, all else to the left") {
  struct Case {
    std::vector<std::vector<std::string>> rows;
    const char* text;
  };
  for (const auto& [rows, text] :
       std::vector<Case>{{{{"name", "score", "note"}, {"a", "1.5", "x"}, {"longer", "-10", ""}},
                          "name    score  note\na         1.5  x\nlonger    -10\n"},
                         {{{"n"}, {"1"}, {"22"}, {"x"}}, "n\n1\n22\nx\n"},
                         {{{"head", "n"}, {"x", "1"}, {"y", "22"}}, "head   n\nx      1\ny     22\n"},
                         {{{"head"}, {"-"}, {"22"}}, "head\n   -\n  22\n"},
                         {{{"head"}, {"-"}}, "head\n-\n"},
                         {{{"a", "b"}}, "a  b\n"},
                         {{}, ""},
                         {{{"a"}, {"b", "c"}, {"d", "e", "f"}}, "a\nb  c\nd  e  f\n"},
                         {{{"name", "n"}, {"zo\xC3\xAB", "1"}, {"anna", "2"}}, "name  n\nzo\xC3\xAB   1\nanna  2\n"}})
    CHECK(host::table(rows) == text);
}

TEST_CASE("where a line is too long, the widest words are cut, and numbers are not") {
  const Narrow limit(30);
  CHECK(host::table({{"name", "what it does", "points"}, {"a", "searches for a long time", "123456"}}) ==
        "name  what it does      points\n"
        "a     searches for ...  123456\n");
}

TEST_CASE("where a text is too long, it is folded below the line's last column") {
  const Narrow limit(24);
  CHECK(host::folded("  --set A=B  sets a parameter\nn\u00e4chste Zeile, nicht zu lang\n\n  short\n") ==
        "  --set A=B  sets a\n             parameter\nn\u00e4chste Zeile, nicht zu\n  lang\n\n  short\n");
  CHECK(host::folded("a-word-that-is-too-long-for-a-line") == "a-word-that-is-too-long-for-a-line");
}

TEST_CASE("a character of several bytes is cut as a whole") {
  const Narrow limit(14);
  CHECK(host::table({{"name"}, {"äöüäöüäöüäöüäöü"}}) == "name\näöüäöüäöüäö...\n");
}

TEST_CASE("no column of words gets too narrow to be read") {
  const Narrow limit(5);
  CHECK(host::table({{"name"}, {"a name that is long"}}) == "name\na name th...\n");
}

TEST_CASE("columns that do not fit a line are below the others, beside the first column again") {
  const Narrow limit(16);
  CHECK(host::table({{"name", "wins", "losses", "mean"}, {"a", "10", "200", "0.5"}, {"bcd", "3", "40"}}) ==
        "name  wins\na       10\nbcd      3\n\nname  losses\na        200\nbcd       40\n\nname  mean\na      "
        "0.5\nbcd\n");
}

TEST_CASE("a score has two decimals at most, or all if it is small") {
  CHECK(host::shown_score(40908.4684272) == "40908.47");
  CHECK(host::shown_score(-17) == "-17");
  CHECK(host::shown_score(0.123456) == "0.123456");
  CHECK(host::shown_score(0.22435897435897437) == "0.224359");
  CHECK(host::shown_score(1e15) == "1000000000000000");
}

// Comma-separated values that come from plugins.

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

// What the host writes to its terminal.

TEST_CASE("what is written to a safe output can't steer a terminal, but by the host's own sequences") {
  std::ostringstream stream;
  {
    const host::SafeOutput safe(stream);
    stream << "a\x1b[2J" << host::RawTerminalText{"\x1b[K"} << 'b' << '\x07' << "\tc\n" << std::flush;
    CHECK(stream.str() == "a\\x1b[2J\x1b[Kb\\x07\tc\n");
  }
  stream << "\x1b";
  CHECK(stream.str() == "a\\x1b[2J\x1b[Kb\\x07\tc\n\x1b");
}

TEST_CASE("a character may come in parts, and half of one at the end is shown as what it is") {
  std::ostringstream stream;
  {
    const host::SafeOutput safe(stream);
    stream << "\xc3" << std::flush << "\xbc";
    for (const char each : std::string("\xf0\x9f\x99\x82\xe2\x80\xae")) stream << each << std::flush;
    stream << "\xe2\x80";
  }
  CHECK(stream.str() == "ü🙂\\u202e\\xe2\\x80");
}

TEST_CASE("where only ASCII is shown, each character becomes one, so that columns stay") {
  std::ostringstream stream;
  {
    const host::SafeOutput safe(stream, true);
    stream << "♞³ B² ♔¹ ˣ ■□ · −4 – ü" << host::RawTerminalText{"\x1b[1m♙\x1b[0m"};
  }
  CHECK(stream.str() == "n3 B2 K1 x X. . -4 - ?\x1b[1mP\x1b[0m");
}

TEST_CASE("a stream that can't be written says so, behind a safe output as well") {
  struct Broken : std::streambuf {};
  Broken broken;
  std::ostream stream(&broken);
  {
    const host::SafeOutput safe(stream);
    CHECK(stream);
    stream << "a";
    CHECK_FALSE(stream);
  }
  CHECK_FALSE(stream);
}

TEST_CASE("a measured number has five significant digits, and as many more as show two of its interval") {
  CHECK(host::rounded(12345.678) == "12346");
  CHECK(host::rounded(12345.678, {12345.1, 12346.2}) == "12345.7");
  CHECK(host::rounded(123456.78, {123456.1, 123457.2}) == "123456.8");
  CHECK(host::rounded(123456.78, {100000, 150000}) == "123457");
  CHECK(host::with_sign(0.00034591, {-0.001, 0.002}) == "+0.00034591");
  CHECK(host::with_sign(-3.14159265, {-3.14159299, -3.14159201}) == "-3.14159265");
  CHECK(host::rounded(0.5, {0.5, 0.5}) == "0.5");
}

TEST_CASE("a column has the usual decimals, or as many as its narrowest interval or its largest number takes") {
  const auto digits = [](const nlohmann::ordered_json& rows) { return host::digits_of(rows, "mean", 2, "ends"); };
  CHECK(digits({{{"mean", 12.5}, {"ends", {11, 14}}}}) == 2);
  CHECK(digits({{{"mean", 12.5}, {"ends", {11, 14}}}, {{"mean", 0.5}, {"ends", {0.4991, 0.5009}}}}) == 4);
  CHECK(digits({{{"mean", 12.5}, {"ends", nullptr}}, {{"mean", 0.5}, {"ends", {0.4, nullptr}}}}) == 2);
  CHECK(digits({{{"mean", 0.00034}}, {{"mean", -0.00001}}}) == 5);
  CHECK(digits({{{"mean", 0}}, {{"mean", nullptr}}}) == 2);
}

TEST_CASE("nowhere does a zero have a sign") {
  CHECK(host::rounded(-0.0) == "0");
  CHECK(host::with_sign(-0.0) == "0");
  CHECK(host::fixed(-0.004, 2) == "0.00");
  CHECK(host::shown_score(-0.0000001) == "0");
  CHECK(host::decimal(-0.0) == "0");
  const nlohmann::ordered_json json = {{"a", -0.0}, {"b", {-0.0, {{"c", -0.0}}, -1.5}}};
  CHECK(host::to_line(json) == R"({"a":0.0,"b":[0.0,{"c":0.0},-1.5]})");
  CHECK(host::to_stored_line(-0.0) == "0.0");
  CHECK(host::csv_table({"a"}, nlohmann::ordered_json::array({{{"a", -0.0}}})) == "a\n0\n");
}
