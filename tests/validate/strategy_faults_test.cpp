// Each fault that is planted in a strategy is found by the check that is for it, and by no other.
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

TEST_CASE("a sound strategy in C passes every check, also with globals if it says that it keeps them") {
  validating::check({{"strategy_sound", ""}, {"strategy_single_instance", ""}});
}

TEST_CASE("a strategy with a fault fails the check of it, and no other") {
  validating::check({
      {"strategy_clock", "same-seed: fail"},
      {"strategy_uninitialised", "same-seed: fail"},
      {"strategy_option_limit", "options-at-limits: crash"},
      {"strategy_refuses_silently", "options-at-limits: fail"},
      {"strategy_takes_over", "takes-over: fail"},
      {"strategy_slow", "plays-matches: fail, takes-over: fail"},
      // Nothing more is checked of these.
      {"strategy_no_instance", "creates: fail"},
      {"strategy_exit", "creates: crash"},
      {"strategy_hang", "creates: fail"},
  });
}

TEST_CASE("a strategy that plays illegally where a parameter is at its limit is found") {
  // With a number of matches, as many are played on a busy machine.
  validating::check({{"strategy_large_heap", "plays-matches: fail"}}, {"--only", "plays-matches", "--matches", "4"});
}

TEST_CASE("a strategy that draws from the time of day is found, though its matches take less than a second") {
  using validating::faults;
  CHECK(faults("strategy_time_seed", validating::sound_folder(), {"--only", "same-seed"}) ==
        validating::Faults{{"same-seed", "fail"}});
}

TEST_CASE("a strategy that prints passes every check") {
  validating::check({{"strategy_print", ""}});
}
