#include "host/cli/command.hpp"
#include "host/cli/process.hpp"

#include <csignal>

int main(int count, char** words) {
  host::fill_standard_streams();
  host::forbid_exit();
  // A file that may not grow any more is a failure to write like others, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  const int code = host::dispatch({words + 1, words + count});
  host::allow_exit();
  return code;
}
