// Time by the clock: what a player loses to others does not count, and what its own threads take from each other does.
#include "host/isolation/wall_limit.hpp"

#include <doctest/doctest.h>

using host::CoreUse;
using host::lost_ns;

TEST_CASE("a thread that had no core has lost that time") {
  CHECK(lost_ns({0, {{1, 50}}, 2}, {40, {{1, 110}}, 2}, 100) == 60);
  CHECK(lost_ns({0, {{1, 50}}, 2}, {0, {{1, 50}}, 2}, 100) == 0);  // asleep
  CHECK(lost_ns({0, {}, 1}, {10, {{1, 90}}, 1}, 100) == 90);       // a new thread
  CHECK(lost_ns({0, {{1, 50}, {2, 0}}, 2}, {0, {{2, 30}}, 2}, 100) == 30);
}

TEST_CASE("threads that take all cores from each other have lost nothing") {
  CHECK(lost_ns({0, {{1, 0}, {2, 0}}, 2}, {200, {{1, 97}, {2, 97}}, 2}, 100) == 0);
  CHECK(lost_ns({0, {{1, 0}, {2, 0}}, 1}, {100, {{1, 50}, {2, 50}}, 1}, 100) == 0);
}

TEST_CASE("several threads on a busy machine lose what they would not need with all cores to themselves") {
  // Four threads on two cores, of which others have half: alone, they would have needed 50.
  CHECK(lost_ns({0, {{1, 0}}, 2}, {100, {{1, 75}}, 2}, 100) == 50);
  // Two threads on two cores, each with a third of one.
  CHECK(lost_ns({0, {{1, 0}, {2, 0}}, 2}, {66, {{1, 67}, {2, 67}}, 2}, 100) == 67);
}

TEST_CASE("a player that alternates between competing threads and sleep gains half of the time at most") {
  for (int competes = 0; competes <= 100; ++competes)
    CHECK(lost_ns({0, {{1, 0}}, 2}, {2 * competes, {{1, competes}}, 2}, 100) <= 50);
}
