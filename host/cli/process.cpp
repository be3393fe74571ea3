#include "host/cli/process.hpp"

#include "host/arena/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/report/report.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <system_error>

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
  print_message("a game ended the host: it called exit(), which its contract forbids");
  ::_exit(static_cast<int>(Exit::game));
}

/// Returns whether standard output is a pipe or a socket that nobody reads any more.
bool reader_has_gone() {
  pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return ::poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

std::atomic<bool> stops = false;
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<bool> no_reader = false;

std::atomic<const InterruptAnswer*> interrupt_answer = nullptr;
static_assert(std::atomic<const InterruptAnswer*>::is_always_lock_free);

extern "C" void on_signal(int) {
  const int error = errno;
  const bool is_first = !stops.exchange(true);
  if (const InterruptAnswer* const answer = interrupt_answer)
    answer->print(is_first ? "interrupted: finishes the matches in play; another Ctrl-C stops at once; "
                           : "stopped at once; ");
  errno = error;
  if (is_first) return;
  RecordFile::keep_at_once();
  TempLibraryCopy::remove_at_once();
  ::_exit(static_cast<int>(Exit::interrupted));
}

/// Output can't be written. The writing code reports that, and the work ends. The signal may arrive many times.
extern "C" void on_broken_pipe(int) {
  no_reader = true;
  stops = true;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
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

bool is_in_terminal() {
  return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

bool has_screen() {
  const char* const kind = std::getenv("TERM");
  return is_in_terminal() && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
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

void catch_interrupts() {
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
  if (!is_ignored(SIGHUP)) handle(SIGHUP, on_signal);  // ignored on purpose, as by nohup
  if (!is_ignored(SIGPIPE)) handle(SIGPIPE, on_broken_pipe);
}

void end_by_broken_pipe() {
  if (!no_reader) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

void forget_interrupt() {
  if (!no_reader) stops = false;
}

InterruptAnswer::InterruptAnswer(std::size_t matches, const std::string& go_on)
    // On a terminal, the line begins with ^C.
    : begin_((::isatty(STDERR_FILENO) != 0 ? "\n" : "") + message_prefix()),
      end_(" of " + counted(matches, "match") + " stored" + printable(go_on) + "\n") {
  interrupt_answer = this;
}

InterruptAnswer::~InterruptAnswer() {
  interrupt_answer = nullptr;
}

void InterruptAnswer::print(std::string_view what) const {
  char count[20];
  const char* const end = std::to_chars(std::begin(count), std::end(count), stored_.load()).ptr;
  const auto part = [](std::string_view text) { return iovec{const_cast<char*>(text.data()), text.size()}; };
  const iovec parts[] = {part(begin_), part(what), part({count, static_cast<std::size_t>(end - count)}), part(end_)};
  static_cast<void>(::writev(STDERR_FILENO, parts, std::size(parts)));
}

bool interrupted() {
  return stops.load(std::memory_order_relaxed);
}

int with_messages(const std::function<int()>& body) {
  try {
    const int code = body();
    std::cout.flush();
    if (!std::cout && reader_has_gone()) return 128 + SIGPIPE;  // as a shell reports it where the signal is not ignored
    if (!std::cout) throw Failure(Exit::output, "the output can't be written");
    return code;
  } catch (const Failure& failure) {
    std::cout.flush();
    print_message(failure.what());
    return static_cast<int>(failure.code());
  } catch (const std::bad_alloc&) {
    print_message("out of memory");
  } catch (const std::filesystem::filesystem_error& error) {
    print_message(error.path1().string() + ": " + error.code().message());
    if (error.code() == std::errc::permission_denied || error.code() == std::errc::filename_too_long)
      return static_cast<int>(Exit::usage);
  } catch (const std::exception& exception) {
    print_message(exception.what());
  }
  return static_cast<int>(Exit::internal);
}

int run_game_in_child(const GameLimits& limits, const std::function<int()>& body) {
  std::cout.flush();
  std::cerr.flush();
  return run_in_child(limits, [&] {
    const int code = with_messages(body);
    end_by_broken_pipe();
    return code;
  });
}

}  // namespace host
