#include "host/cli/process.hpp"

#include "host/failure.hpp"
#include "host/view/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace host {

namespace {

std::atomic<bool> may_exit = false;
std::atomic<bool> ending = false;
pid_t owner = 0;

// Threads that may call exit() at the same time before the first of them has ended the process.
constexpr int handlers = 64;

extern "C" void on_exit_of_process() {
  if (may_exit || ::getpid() != owner) return;  // a check of `validate` runs in a child process
  // Each handler runs once. A second thread that calls exit() must find one too, or it would run past the first thread
  // and end the process with the game's own exit code.
  if (ending.exchange(true)) {
    while (true) ::pause();
  }
  std::cout.flush();
  tell("a game ended the host: it called exit(), which its contract forbids");
  ::_exit(static_cast<int>(Exit::game));
}

}  // namespace

void fill_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // This is the lowest free descriptor. It is opened in the wrong direction, so that reading or writing fails.
    if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
      ::_exit(static_cast<int>(Exit::internal));
  }
}

std::vector<std::string> own_words() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

void forbid_exit() {
  if (owner != 0 && owner != ::getpid()) return;  // a copy of the process, which the process watches: run_in_child()
  owner = ::getpid();
  for (int i = 0; i < handlers; ++i)
    if (std::atexit(on_exit_of_process) != 0 || std::at_quick_exit(on_exit_of_process) != 0)
      throw Failure(Exit::internal, "can't watch over the end of the process");
}

void allow_exit() {
  may_exit = true;
}

}  // namespace host
