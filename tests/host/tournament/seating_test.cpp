#include "host/tournament/schedule.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <map>

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
