#include "host/cli/command.hpp"
#include "host/cli/process.hpp"

#include <sys/resource.h>

#include <csignal>

int main(int count, char** words) {
  host::fill_standard_streams();
  host::forbid_exit();
  // Exceeding the limit of file sizes must be an ordinary write error, not end the program.
  std::signal(SIGXFSZ, SIG_IGN);
  // A parent that ignores it would have the kernel forget children before they are waited for.
  std::signal(SIGCHLD, SIG_DFL);
  // Each worker and each library needs several descriptors: a large tournament needs more than the usual 1024.
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &files) == 0);
  }
  const int code = host::dispatch({words + 1, words + count});
  host::allow_exit();
  return code;
}
