// The supervisor of a program: starts it for the host, and ends everything that it has started, even if the host dies.
// See supervisor_protocol.hpp for its arguments and messages. A tester starts it as a relay in place of a solution.
//
// Where the system allows it, the program runs in a PID namespace: when PID 1 there ends, the kernel ends all its other
// processes at once. Elsewhere, the supervisor adopts the processes that the program leaves behind, and ends them.
#include "host/isolation/confinement.hpp"
#include "host/isolation/layers.hpp"
#include "host/isolation/process_tree.hpp"
#include "host/isolation/program_sandbox.hpp"
#include "host/isolation/supervisor_protocol.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/socket_message.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace host::supervisor;
using host::descendants;
using host::ProgramConfig;

void send_report(const Report& report) {
  static_cast<void>(::send(control_descriptor, &report, sizeof report, MSG_NOSIGNAL) == sizeof report);
}

/// Reports a layer that can't be set up, and ends the process.
[[noreturn]] void refuse(const host::sandbox::SandboxError& error) {
  Report report;
  report.kind = Report::not_closed;
  std::strncpy(report.text, error.what(), sizeof report.text - 1);
  send_report(report);
  ::_exit(127);
}

/// Becomes the program.
[[noreturn]] void become(const ProgramConfig& config, uid_t user, int task_limit, std::uint32_t layers) {
  ::setpgid(0, 0);  // a signal to its own group must not reach the supervisor; no session: see start_process()
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::vector<char*> words;
  for (const std::string& word : config.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  try {
    confine_program(config, user, task_limit, layers);
  } catch (const host::sandbox::SandboxError& error) {
    refuse(error);
  }
  Report report;
  report.layers = layers;
  send_report(report);
  ::execvp(words.front(), words.data());
  report.kind = Report::not_run;
  report.number = errno;
  send_report(report);
  ::_exit(127);
}

void report_end(int status) {
  Report report;
  report.kind = Report::ended;
  report.exited = WIFEXITED(status) ? 1 : 0;
  report.number = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  send_report(report);
}

/// Closes the program's pipes: the host notices the end of its output only if no one else holds it.
void close_pipes() {
  ::close(0);
  ::close(1);
}

/// PID 1 of a namespace: starts the program, and reaps it and its orphans. Then ends all others and waits for them: the
/// kernel, which would end them with this process, would not add their time.
[[noreturn]] void lead_namespace(const ProgramConfig& config, uid_t user, int task_limit, std::uint32_t layers) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  mount_own_folders(layers);
  // No copy of this process's memory: the child borrows it until it is the program.
  const pid_t program = ::vfork();  // NOLINT(clang-analyzer-security.insecureAPI.vfork)
  if (program == 0) become(config, user, task_limit, layers);
  ::close(task_limit);
  close_pipes();
  for (int status = 0;;) {
    const pid_t ended = ::waitpid(-1, &status, 0);
    if (ended < 0 && errno != EINTR) ::_exit(0);
    if (ended != program) continue;
    report_end(status);
    ::kill(-1, SIGKILL);
  }
}

/// Ends all descendants: with their control group, with `leader`, PID 1 of their namespace (0: there is none), or one
/// by one. Stops them first then, so that they can't start others meanwhile.
void end_all(bool in_group, pid_t leader) {
  if (leader > 0) ::kill(leader, SIGKILL);
  constexpr useconds_t moment = 500;
  for (;; ::usleep(moment)) {
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0 && errno == ECHILD) return;
    if (in_group) host::kill_group(host::descriptor_path(group_descriptor));
    if (in_group || leader > 0) continue;
    for (std::size_t seen = 0;;) {
      const auto all = descendants(::getpid());
      for (const pid_t pid : all) ::kill(pid, SIGSTOP);
      if (all.size() <= seen) break;
      seen = all.size();
    }
    for (const pid_t pid : descendants(::getpid())) ::kill(pid, SIGKILL);
  }
}

/// Sends its standard input and output to the abstract socket `name`, for `seat`. Waits until the solution has ended,
/// and returns its exit status; 1 if nobody answers.
int run_relay(const std::string& name, int seat) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t size = std::min(name.size(), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path + 1, name.data(), size);
  const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + size);
  if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), length) != 0) return 1;
  auto number = static_cast<unsigned char>(seat);
  using Files = std::array<int, 2>;
  if (host::SocketMessage<Files>(&number, sizeof number).send(connection, SCM_RIGHTS, {0, 1}) != sizeof number)
    return 1;
  ::close(0);  // so that either side notices when the other has closed its end
  ::close(1);
  int status = 1;
  return ::recv(connection, &status, sizeof status, MSG_WAITALL) == sizeof status ? status : 1;
}

}  // namespace

int main(int count, char** words) try {
  // The same executable, so that there is one less to start and to install.
  if (count >= 4 && std::string(words[1]) == relay_word) return run_relay(words[2], std::stoi(words[3]));
  const ProgramConfig config = config_of({words + 1, words + count});
  // As root, each program gets a user of its own: no two supervisors have the same process ID.
  const uid_t user = first_user + static_cast<uid_t>(::getpid());
  ::close_range(group_descriptor + 1U, ~0U, 0);
  for (int each = control_descriptor; each <= group_descriptor; ++each) ::fcntl(each, F_SETFD, FD_CLOEXEC);
  host::sandbox::leave_terminal();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t children;
  ::sigemptyset(&children);
  ::sigaddset(&children, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &children, nullptr);
  const int ended = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);

  std::uint32_t layers = 0;
  TaskLimit limit(refused_tasks(), !counts_time(config));
  const pid_t child = fork_into_namespaces(config, layers);
  const bool in_namespace = (layers & host::layer_processes) != 0;
  if (child == 0) {
    if (in_namespace) lead_namespace(config, user, limit.program_end(), layers);
    become(config, user, limit.program_end(), layers);
  }
  close_pipes();
  limit.close_program_end();

  bool led = false;  // its leader has ended
  for (bool wanted = true; wanted;) {
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
      if (!in_namespace) report_end(status);
      break;
    }
  }
  end_all((layers & host::layer_group_end) != 0, in_namespace && !led ? child : 0);
  Report report;
  report.kind = Report::gone;
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  report.cpu_ns = host::nanoseconds(used.ru_utime) + host::nanoseconds(used.ru_stime);
  send_report(report);
  return 0;
} catch (const host::sandbox::SandboxError& error) {
  refuse(error);
} catch (const std::exception&) {
  return 1;  // bad arguments
}
