// Each fault that is planted in a strategy is found by the check that is for it, and by no other.
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

using validating::check;

TEST_CASE("a sound strategy in C passes every check") {
  check({{"strategy_sound", {}}});
}

TEST_CASE("a strategy that draws from something else than its seed does not give the same actions") {
  check({{"strategy_clock", {{"same-seed", "fail"}}}, {"strategy_uninitialised", {{"same-seed", "fail"}}}});
}

TEST_CASE("a strategy that insists on the size of an observation or a reply, or reads behind it, is found") {
  check({{"strategy_exact_observation", {{"observations-grow", "fail"}}},
         {"strategy_exact_reply", {{"observations-grow", "fail"}}},
         {"strategy_reads_growth", {{"observations-grow", "fail"}}}});
}

TEST_CASE("a strategy with globals disturbs its other instances") {
  check({{"strategy_global", {{"several-at-once", "fail"}}}});
}

TEST_CASE("a strategy that keeps globals and says so passes every check") {
  check({{"strategy_single_instance", {}}});
}

TEST_CASE("a strategy with room for few instances fails as soon as there are more") {
  check({{"strategy_few_instances", {{"any-order", "fail"}}}});
}

TEST_CASE("a strategy that relies on a service or obeys a wish to stop too well fails without it") {
  check(
      {{"strategy_needs_log", {{"services-withheld", "crash"}}}, {"strategy_stops", {{"services-withheld", "fail"}}}});
}

TEST_CASE("a strategy that fails at an option's limit is found, and one that fails beyond is warned of") {
  check({{"strategy_option_limit", {{"options-at-limits", "crash"}}},
         {"strategy_refuses_silently", {{"options-at-limits", "fail"}}},
         {"strategy_option_beyond", {}}});
  const auto warned = validating::findings(validating::fixture("strategy_option_beyond"), validating::sound_folder());
  REQUIRE(warned.contains("options-beyond"));
  CHECK(warned.at("options-beyond") == "warn");
}

TEST_CASE("a strategy that leaves the memory that it is handed crashes at its borders") {
  check({{"strategy_reads_too_far", {{"memory-borders", "crash"}}},
         {"strategy_writes_too_far", {{"memory-borders", "crash"}}},
         {"strategy_changes_observation", {{"memory-borders", "crash"}}}});
}

TEST_CASE("a strategy that keeps its instances' memory is found, and one that prints is warned of") {
  check({{"strategy_leak", {{"gives-memory-back", "fail"}}}, {"strategy_print", {}}});
}

TEST_CASE("a strategy that is illegal, slow, or lost in the middle of a match is found in matches") {
  check({{"strategy_large_heap", {{"plays-at-limits", "fail"}}},
         {"strategy_takes_over", {{"any-order", "fail"}, {"takes-over", "fail"}}},
         {"strategy_slow", {{"plays-at-limits", "fail"}, {"plays-matches", "fail"}, {"takes-over", "fail"}}}});
}

TEST_CASE("a strategy whose create() says that all is well and makes nothing is found, and nothing more is checked") {
  check({{"strategy_no_instance", {{"creates", "fail"}}}});
}

TEST_CASE("a strategy that ends its process or hangs is told of, and nothing more is checked") {
  check({{"strategy_exit", {{"creates", "crash"}}}, {"strategy_hang", {{"creates", "fail"}}}});
}
