// Prints the manual's page: a step of the build, not installed.
#include "host/manual/manual.hpp"

#include <iostream>

int main() {
  std::cout << host::manual(AGON_VERSION) << std::flush;
  return std::cout ? 0 : 1;
}
