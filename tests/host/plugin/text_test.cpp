#include "host/text.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>

namespace {

using Parts = std::vector<std::string>;

}  // namespace

TEST_CASE("text is split at every separator, and joined again") {
  CHECK(host::split("", ',') == Parts{""});
  CHECK(host::split("a", ',') == Parts{"a"});
  CHECK(host::split("a,b,,c", ',') == Parts{"a", "b", "", "c"});
  CHECK(host::split(",", ',') == Parts{"", ""});
  CHECK(host::join({}).empty());
  CHECK(host::join({"a"}) == "a");
  CHECK(host::join({"a", "b", "c"}) == "a, b, c");
  CHECK(host::join({"a", "a"}, "|") == "a|a");
}

TEST_CASE("a slip of the keyboard finds the word that was meant") {
  const Parts words = {"server", "random", "greedy", "a"};
  CHECK(host::did_you_mean("sever", words) == " (did you mean 'server'?)");
  CHECK(host::did_you_mean("serevr", words) == " (did you mean 'server'?)");
  CHECK(host::did_you_mean("randomm", words) == " (did you mean 'random'?)");
  CHECK(host::did_you_mean("gredy", words) == " (did you mean 'greedy'?)");
  CHECK(host::did_you_mean("gr", words) == " (did you mean 'greedy'?)");
}

TEST_CASE("a word that is like none of them finds nothing") {
  const Parts words = {"server", "random"};
  CHECK(host::did_you_mean("tiger", words).empty());
  CHECK(host::did_you_mean("xyz", words).empty());
  CHECK(host::did_you_mean("", words).empty());
  CHECK(host::did_you_mean("server", {}).empty());
}

TEST_CASE("numbers are written as short as they can be read back") {
  CHECK(host::decimal(4.0) == "4");
  CHECK(host::decimal(-0.5) == "-0.5");
  CHECK(host::decimal(0.1) == "0.1");
  CHECK(host::decimal(1e-7) == "1e-07");
  CHECK(host::decimal(1e21) == "1e+21");
  for (const double number : {1.0 / 3, 5e-324, std::numeric_limits<double>::max(), 123456.789}) {
    CHECK(std::strtod(host::decimal(number).c_str(), nullptr) == number);
  }
}

TEST_CASE("whole numbers are written in full") {
  CHECK(host::decimal(100000) == "100000");
  CHECK(host::decimal(-3e9) == "-3000000000");
  CHECK(host::decimal(9007199254740992) == "9007199254740992");
}

TEST_CASE("memory is written in MiB of 2^20 bytes, to two digits at most") {
  CHECK(host::in_mebibytes(64 << 20) == "64 MiB");
  CHECK(host::in_mebibytes(512 << 10) == "0.5 MiB");
  CHECK(host::in_mebibytes(64'000'000) == "61.04 MiB");
  CHECK(host::in_mebibytes(std::int64_t{1} << 44) == "16777216 MiB");
}

TEST_CASE("what is counted stands in the singular or the plural") {
  CHECK(host::counted(0, "seed") == "0 seeds");
  CHECK(host::counted(1, "match") == "1 match");
  CHECK(host::counted(2, "match") == "2 matches");
  CHECK(host::counted(1, "strategy") == "1 strategy");
  CHECK(host::counted(1'000'000, "strategy") == "1000000 strategies");
}

TEST_CASE("text is as wide as it has letters") {
  CHECK(host::width("") == 0);
  CHECK(host::width("abc") == 3);
  CHECK(host::width("caf\xC3\xA9 \xE2\x97\x8F") == 6);
}
