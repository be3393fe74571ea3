// Prints the manual page: a build step, not installed.
#include "host/manual/manual.hpp"

#include <iostream>

int main() {
  std::cout << host::manual(AGON_VERSION) << std::flush;
  return std::cout ? 0 : 1;
}
