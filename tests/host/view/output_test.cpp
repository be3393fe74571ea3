// What the host writes to its terminal.
#include "host/view/output.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <streambuf>

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
