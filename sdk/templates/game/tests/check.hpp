// Checks for tests of the rules, which need no test framework.
#pragma once

#include <cstdio>

namespace mygame {

inline int failures = 0;

/// Prints the sentence if it is false.
inline void check(bool holds, const char* sentence) {
  if (holds) return;
  std::printf("not so: %s\n", sentence);
  ++failures;
}

}  // namespace mygame
