// The supervisor of a program: starts it for the host, and ends everything that it has started, whatever becomes of the
// host. See host/program/orders.hpp for what it is told and what it tells.
//
// Where the system allows it, the program lives below a process that is the first of its own numbering of processes:
// when that one ends, the kernel ends all the others at once. Elsewhere, the supervisor adopts what the program leaves
// behind, and ends it.
#include "host/program/orders.hpp"
#include "host/program/tree.hpp"
#include "host/supervisor/confinement.hpp"
#include "host/supervisor/task_limit.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace host::supervisor;
using host::descendants;

void tell(const Report& report) {
  static_cast<void>(::send(control_descriptor, &report, sizeof report, MSG_NOSIGNAL) == sizeof report);
}

Orders read_orders(int count, char** words) {
  int at = 1;
  const auto next = [&] {
    if (at >= count) ::_exit(1);
    return std::string(words[at++]);
  };
  const auto list = [&] {
    std::vector<std::string> all(static_cast<std::size_t>(std::atoi(next().c_str())));
    for (std::string& each : all) each = next();
    return all;
  };
  Orders orders;
  orders.sandbox = next() == "sandbox";
  orders.memory_bytes = std::atoll(next().c_str());
  orders.user = first_user + static_cast<std::uint32_t>(::getpid());
  orders.files = list();
  orders.readable = list();
  orders.words.assign(words + at, words + count);
  if (orders.words.empty()) ::_exit(1);
  orders.words.push_back(nullptr);
  return orders;
}

/// Becomes the program.
[[noreturn]] void become(const Orders& orders, int task_limit, std::uint32_t layers) {
  ::setpgid(0, 0);  // a signal to its own group must not reach the supervisor; no session: see spawn_worker()
  Report report;
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  try {
    confine(orders, task_limit, layers);
    report.kind = Report::starts;
    report.layers = layers;
    tell(report);
    ::execvp(orders.words.front(), orders.words.data());
    report.kind = Report::not_run;
  } catch (const Unclosed& unclosed) {
    report.kind = Report::not_closed;
    std::strncpy(report.text, unclosed.layer, sizeof report.text - 1);
  }
  report.number = errno;
  tell(report);
  ::_exit(127);
}

void tell_end(int status) {
  Report report;
  report.kind = Report::ended;
  report.exited = WIFEXITED(status) ? 1 : 0;
  report.number = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  tell(report);
}

/// Closes the program's pipes: the host notices the end of its output only if no one else holds it.
void close_pipes() {
  ::close(0);
  ::close(1);
}

/// The first process of a view of its own: waits for the program, and for what that leaves behind. With its end, the
/// kernel ends all.
[[noreturn]] void lead(const Orders& orders, int task_limit, std::uint32_t layers) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  mount_own_folders(layers);
  const pid_t program = ::fork();
  if (program == 0) become(orders, task_limit, layers);
  ::close(task_limit);
  close_pipes();
  for (int status = 0; program > 0;) {
    const pid_t ended = ::waitpid(-1, &status, 0);
    if (ended == program) tell_end(status);
    if (ended == program || (ended < 0 && errno != EINTR)) break;
  }
  ::_exit(0);
}

/// Ends all descendants, also those that are started meanwhile: what is stopped can start nothing. `leader` is the
/// first process of a view of its own, with which all others end; 0: there is none.
void end_all(pid_t leader) {
  if (leader > 0) ::kill(leader, SIGKILL);
  constexpr useconds_t moment = 500;
  for (;; ::usleep(moment)) {
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0 && errno == ECHILD) return;
    if (leader > 0) continue;
    for (std::size_t seen = 0;;) {
      const auto all = descendants(::getpid());
      for (const pid_t pid : all) ::kill(pid, SIGSTOP);
      if (all.size() <= seen) break;
      seen = all.size();
    }
    for (const pid_t pid : descendants(::getpid())) ::kill(pid, SIGKILL);
  }
}

void leave_terminal() {
  const int terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;
  ::ioctl(terminal, TIOCNOTTY);
  ::close(terminal);
}

}  // namespace

int main(int count, char** words) {
  const Orders orders = read_orders(count, words);
  ::close_range(orders.sandbox ? filter_descriptor + 1 : control_descriptor + 1, ~0U, 0);
  ::fcntl(control_descriptor, F_SETFD, FD_CLOEXEC);
  if (orders.sandbox) ::fcntl(filter_descriptor, F_SETFD, FD_CLOEXEC);
  leave_terminal();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t children;
  ::sigemptyset(&children);
  ::sigaddset(&children, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &children, nullptr);
  const int ended = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);

  std::uint32_t layers = 0;
  TaskLimit limit(refused_tasks());
  const pid_t child = fork_apart(orders.sandbox, layers);
  const bool apart = (layers & layer_processes) != 0;
  if (child == 0) {
    if (apart) lead(orders, limit.program_end(), layers);
    become(orders, limit.program_end(), layers);
  }
  close_pipes();
  limit.close_program_end();

  bool led = child < 0;  // its leader has ended
  for (bool wanted = child > 0; wanted;) {
    pollfd polled[] = {{control_descriptor, POLLIN, 0}, {ended, POLLIN, 0}, limit.polled()};
    if (::poll(polled, 3, -1) < 0 && errno != EINTR) break;
    if (polled[0].revents != 0) break;  // the host wants no more, or has ended
    limit.answer(polled[2].revents);
    signalfd_siginfo signal{};
    static_cast<void>(::read(ended, &signal, sizeof signal) > 0);
    for (int status = 0;;) {
      const pid_t pid = ::waitpid(-1, &status, WNOHANG);
      if (pid <= 0) break;
      if (pid != child) continue;
      wanted = false;
      led = true;
      if (!apart) tell_end(status);
      break;
    }
  }
  end_all(apart && !led ? child : 0);
  Report report;
  report.kind = Report::gone;
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto in_ns = [](const timeval& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::int64_t>(time.tv_usec) * 1000;
  };
  report.cpu_ns = in_ns(used.ru_utime) + in_ns(used.ru_stime);
  tell(report);
  return 0;
}
