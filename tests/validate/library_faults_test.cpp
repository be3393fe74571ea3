// Each fault that is planted in a library is found by the check that is for it, and by no other.
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

using validating::check;

TEST_CASE("a library without the one object, or with another version, fails before anything of it is loaded") {
  check({{"strategy_no_symbol", {{"exports-plugin", "fail"}}}, {"strategy_too_new", {{"abi-version", "fail"}}}});
}

TEST_CASE("a library whose tables are incomplete or whose text is no UTF-8 fails the check of these") {
  check({{"strategy_no_turn", {{"descriptors", "fail"}}}, {"strategy_bad_utf8", {{"texts", "fail"}}}});
}

TEST_CASE("a library that shows more than its one object fails") {
  check({{"strategy_export", {{"exports-little", "fail"}}}});
#ifndef __clang__  // which shares no variables of this kind
  check({{"shared_unique", {{"unique-symbols", "fail"}}}});
#endif
}

TEST_CASE("a library that can't be loaded or unloaded is told of") {
  check({{"strategy_undefined", {{"loads", "fail"}}},
         {"strategy_crash_at_load", {{"loads", "crash"}}},
         {"strategy_crash_at_unload", {{"unloads", "crash"}}}});
}

TEST_CASE("a library whose loading has side effects fails") {
  check({{"strategy_print_at_load", {{"loads-quietly", "fail"}}},
         {"strategy_environment_at_load", {{"loads-quietly", "fail"}}},
         {"game_file_at_load", {{"loads-quietly", "fail"}}}});
}

TEST_CASE("a library that declares another thing when it is loaded, or any extension, fails") {
  check({{"strategy_changes_table", {{"constant-data", "fail"}}},
         {"strategy_any_extension", {{"extension-lookup", "fail"}}}});
}
