// Each fault that is planted in a library is found by the check that is for it, and by no other.
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

TEST_CASE("a library that declares too little, or that can't be loaded, fails") {
  validating::check({
      // Found before anything of the library is loaded.
      {"strategy_no_symbol", "descriptors: fail"},
      {"strategy_too_new", "descriptors: fail"},
      {"strategy_no_turn", "descriptors: fail"},
      {"strategy_undefined", "loads: fail"},
      {"strategy_crash_at_load", "loads: crash"},
      // A layout that contradicts itself.
      {"game_layout_overlaps", "loads: fail"},
      {"game_layout_without_reply", "loads: fail"},
  });
}
