#include "host/cli/command.hpp"

#include <csignal>

int main(int count, char** words) {
  // A file that may not grow any more is a failure to write like others, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  return host::dispatch({words + 1, words + count});
}
