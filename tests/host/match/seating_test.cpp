#include "host/match/seating.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

namespace {

using Seeds = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("seeds are numbers and ranges, in the order written") {
  CHECK(host::parse_seeds("7") == Seeds{7});
  CHECK(host::parse_seeds("0") == Seeds{0});
  CHECK(host::parse_seeds("1-4") == Seeds{1, 2, 3, 4});
  CHECK(host::parse_seeds("5-5") == Seeds{5});
  CHECK(host::parse_seeds("9,1,3-5") == Seeds{9, 1, 3, 4, 5});
  CHECK(host::parse_seeds("007") == Seeds{7});
  CHECK(host::parse_seeds("18446744073709551615") == Seeds{UINT64_MAX});
  CHECK(host::parse_seeds("18446744073709551614-18446744073709551615") == Seeds{UINT64_MAX - 1, UINT64_MAX});
}

TEST_CASE("seeds that can't be are refused with the text and the reason") {
  const std::map<std::string, std::string> table = {
      {"", "whole numbers"},          {"x", "whole numbers"},
      {"-5", "whole numbers"},        {"5-", "whole numbers"},
      {"1,", "whole numbers"},        {",1", "whole numbers"},
      {"1-2-3", "whole numbers"},     {" 1", "whole numbers"},
      {"1.5", "whole numbers"},       {"18446744073709551616", "whole numbers"},
      {"+1", "whole numbers"},        {"5-4", "the range 5-4 runs backwards"},
      {"1,1", "1 is named twice"},    {"3-6,5", "5 is named twice"},
      {"1-10000001", "ten million"},  {"0-18446744073709551615", "ten million"},
      {"0,1-10000000", "ten million"}};
  for (const auto& row : table) {
    const std::string& text = row.first;
    CAPTURE(text);
    const auto refusal = support::refusal([&] { host::parse_seeds(text); });
    CHECK(refusal.code == host::Exit::usage);
    CHECK(refusal.says("'" + text + "'"));
    CHECK(refusal.says(row.second));
  }
}

TEST_CASE("mixed seeds are SplitMix64's published outputs") {
  const Seeds published = {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
                           16408922859458223821U};
  for (std::uint64_t stream = 0; stream < published.size(); ++stream) {
    CHECK(host::mix(1234567, stream) == published[stream]);
  }
}

TEST_CASE("a strategy's seed is what sha256sum says of the match's seed and the seat") {
  // printf 'agon strategy\n7\n0\n' | sha256sum | cut -c1-16
  CHECK(host::strategy_seed(7, 0) == 0x1188ba908f6fbe0c);
  CHECK(host::strategy_seed(7, 1) == 0xbe2155c635788cd4);
  CHECK(host::strategy_seed(UINT64_MAX, 0) == 0xd4477aa0214a9f21);
}

TEST_CASE("each seat's strategy has a seed of its own, and none is the one of the draw of seats") {
  std::set<std::uint64_t> seeds = {7, host::mix(7, 0)};
  for (std::int32_t seat = 0; seat < 8; ++seat) seeds.insert(host::strategy_seed(7, seat));
  CHECK(seeds.size() == 10);
}

TEST_CASE("the draw of seats is fair over the seeds") {
  constexpr int matches = 6000;
  const host::SeatingRule rule = host::SeatingRule::parse("draw", 3);
  std::map<host::Seating, int> counts;
  for (std::uint64_t seed = 1; seed <= matches; ++seed) ++counts[rule.seating(seed, 0)];
  CHECK(counts.size() == 6);
  for (const auto& [seating, count] : counts) {
    // Each of the 6 orders is expected 1000 times, with a standard deviation of 29.
    CHECK(count > 1000 - 5 * 29);
    CHECK(count < 1000 + 5 * 29);
  }
}

TEST_CASE("the draw depends on the seed alone") {
  const host::SeatingRule rule = host::SeatingRule::parse("draw", 4);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) CHECK(rule.seating(seed, 0) == rule.seating(seed, 17));
  CHECK(host::SeatingRule::parse("draw", 1).seating(5, 0) == host::Seating{0});
}

TEST_CASE("rotation moves everybody on by one seat a match, whatever the seed") {
  const host::SeatingRule rule = host::SeatingRule::parse("rotate", 3);
  CHECK(rule.seating(9, 0) == host::Seating{0, 1, 2});
  CHECK(rule.seating(9, 1) == host::Seating{1, 2, 0});
  CHECK(rule.seating(8, 2) == host::Seating{2, 0, 1});
  CHECK(rule.seating(8, 3) == host::Seating{0, 1, 2});
}

TEST_CASE("seats can be listed, or given for each seat") {
  CHECK(host::SeatingRule::parse("listed", 3).seating(5, 2) == host::Seating{0, 1, 2});
  CHECK(host::SeatingRule::parse("2,0,1", 3).seating(5, 2) == host::Seating{2, 0, 1});
  CHECK(host::SeatingRule::parse("0", 1).seating(5, 2) == host::Seating{0});
}

TEST_CASE("seats that name nobody, or somebody twice, are refused with an example of the right length") {
  for (const char* const text : {"", "1", "0,0", "0,1,2", "1,2", "0;1", "0,x", "0,1,", "a,b", "Draw", "-1,0", "0,1,x",
                                 "18446744073709551616,0"}) {
    CAPTURE(text);
    const auto refusal = support::refusal([&] { host::SeatingRule::parse(text, 2); });
    CHECK(refusal.code == host::Exit::usage);
    CHECK(refusal.says(std::string("--seats ") + text + ":"));
    CHECK(refusal.says("as in 1,0"));
  }
}
