// Each fault that is planted in a library is found by the check that is for it, and by no other.
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

TEST_CASE("a library that shows, declares or does too much or too little as it is loaded fails") {
  validating::check({
      // Found before anything of the library is loaded.
      {"strategy_no_symbol", "exports-plugin: fail"},
      {"strategy_too_new", "abi-version: fail"},
      {"strategy_no_turn", "descriptors: fail"},
      {"strategy_bad_utf8", "texts: fail"},
      {"strategy_export", "exports-little: fail"},
#ifndef __clang__  // which shares no variables of this kind
      {"shared_unique", "unique-symbols: fail"},
#endif
      {"strategy_undefined", "loads: fail"},
      {"strategy_crash_at_load", "loads: crash"},
      {"strategy_crash_at_unload", "unloads: crash"},
      {"strategy_print_at_load", "loads-quietly: fail"},
      {"strategy_environment_at_load", "loads-quietly: fail"},
      {"game_file_at_load", "loads-quietly: fail"},
      {"strategy_changes_table", "constant-data: fail"},
      {"strategy_any_extension", "extension-lookup: fail"},
  });
}
