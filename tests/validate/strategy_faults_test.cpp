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
      // It insists on the size of an observation or a reply, or reads behind it.
      {"strategy_exact_observation", "observations-grow: fail"},
      {"strategy_exact_reply", "observations-grow: fail"},
      {"strategy_reads_growth", "observations-grow: fail"},
      {"strategy_global", "several-at-once: fail"},
      {"strategy_few_instances", "any-order: fail"},
      {"strategy_needs_log", "services-withheld: crash"},
      {"strategy_stops", "services-withheld: fail"},  // it obeys a wish to stop too well
      {"strategy_option_limit", "options-at-limits: crash"},
      {"strategy_refuses_silently", "options-at-limits: fail"},
      {"strategy_reads_too_far", "memory-borders: crash"},
      {"strategy_writes_too_far", "memory-borders: crash"},
      {"strategy_changes_observation", "memory-borders: crash"},
      {"strategy_leak", "gives-memory-back: fail"},
      {"strategy_late_leak", "gives-memory-back: fail"},
      {"strategy_large_heap", "plays-at-limits: fail"},  // it is illegal there
      {"strategy_takes_over", "any-order: fail, takes-over: fail"},
      {"strategy_slow", "plays-at-limits: fail, plays-matches: fail, takes-over: fail"},
      // Nothing more is checked of these.
      {"strategy_no_instance", "creates: fail"},
      {"strategy_exit", "creates: crash"},
      {"strategy_hang", "creates: fail"},
  });
}

TEST_CASE("a strategy that draws from the time of day is found, though its matches take less than a second") {
  using validating::faults;
  CHECK(faults("strategy_time_seed", validating::sound_folder(), {"--only", "same-seed"}) ==
        validating::Faults{{"same-seed", "fail"}});
}

TEST_CASE("a strategy that prints, or fails beyond an option's limit, is warned of") {
  validating::check({{"strategy_print", ""}, {"strategy_option_beyond", ""}});
  CHECK(validating::findings("strategy_option_beyond")["options-beyond"] == "warn");
}
