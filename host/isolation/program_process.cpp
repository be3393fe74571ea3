#include "host/isolation/program_process.hpp"

#include "host/isolation/child_files.hpp"
#include "host/isolation/filters.hpp"
#include "host/isolation/layers.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/byte_order_mark.hpp"
#include "host/util/child_process.hpp"
#include "host/util/failure.hpp"
#include "host/util/socket_message.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>

namespace host {

namespace {

const std::string program_owner = "a program";

[[noreturn]] void cannot(const std::string& what) {
  fail_to_start(program_owner, what);
}

/// Moves a file descriptor above those that a supervisor inherits.
Descriptor raised(int number) {
  return moved_up(Descriptor(number), program_owner);
}

/// Returns a file that supervisors read with read_filter(), and that nobody can change.
Descriptor file_with(const FilterProgram& filter) {
  Descriptor file = memory_file("agon-filter", MFD_ALLOW_SEALING, program_owner);
  const std::size_t size = filter.size() * sizeof(sock_filter);
  if (::pwrite(file.get(), filter.data(), size, 0) != static_cast<ssize_t>(size)) cannot("write a filter");
  ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return file;
}

/// Returns the program's environment. In the sandbox, it has no secrets, and nothing by which a match would depend on
/// the user.
std::vector<std::string> program_variables(const ProgramConfig& config) {
  const std::string folder = supervisor::temporary_folder;
  const std::string commands = config.commands.empty() ? "" : config.commands + ":";
  if (config.sandbox)
    return {"PATH=" + commands + "/usr/local/bin:/usr/bin:/bin", "HOME=" + folder, "TMPDIR=" + folder, "LANG=C.UTF-8"};
  return own_variables([](std::string_view /*name*/) { return true; });
}

/// Throws Failure(isolation) if it does not exist.
const std::filesystem::path& supervisor_executable() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const std::filesystem::path& found =
      *new std::filesystem::path(own_executable("agon-supervisor", "the supervisor of programs", "build it"));
  return found;
}

}  // namespace

std::uint32_t layers_of_programs() {
  ProgramProcess trial({.words = {"/bin/sh", "-c", ":"}, .files = {}, .readable = {}});
  constexpr int patience_ms = 10'000;
  trial.wait_until_gone(patience_ms);
  const ProgramEnd& end = trial.end();
  if (!end.layer.empty()) throw Failure(Exit::internal, "the sandbox of programs can't be put up: " + end.layer);
  return end.layers;
}

ProgramProcess::ProgramProcess(ProgramConfig config) : log_(program_owner) {
  int pipe[2] = {-1, -1};
  if (::pipe2(pipe, O_CLOEXEC) != 0) cannot("make a pipe");
  input_reader_ = raised(pipe[0]);
  input_ = raised(pipe[1]);
  if (::pipe2(pipe, O_CLOEXEC) != 0) cannot("make a pipe");
  output_ = raised(pipe[0]);
  const Descriptor output = raised(pipe[1]);
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) cannot("make a socket");
  control_ = raised(ends[0]);
  const Descriptor control = raised(ends[1]);
  constexpr int on = 1;  // so that the kernel tells who sends a message, in this process's numbers
  ::setsockopt(control_.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  ::fcntl(input_.get(), F_SETFL, O_NONBLOCK);
  fork_count_ = raised(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  config.group_layers = ControlGroup::layers();
  if (config.group_layers != 0) group_.emplace(config.memory_bytes, supervisor::refused_tasks());
  // Never destroyed: programs start in several threads.
  static const Descriptor& forks = *new Descriptor(file_with(fork_filter()));
  static const Descriptor& filter = *new Descriptor(file_with(program_filter()));

  std::vector<ChildFile> files = {{0, input_reader_.get()},
                                  {1, output.get()},
                                  {2, log_.descriptor()},
                                  {supervisor::control_descriptor, control.get()},
                                  {supervisor::fork_filter_descriptor, forks.get()},
                                  {supervisor::fork_count_descriptor, fork_count_.get()}};
  if (config.sandbox) files.push_back({supervisor::filter_descriptor, filter.get()});
  if (group_) files.push_back({supervisor::group_descriptor, group_->folder()});
  std::vector<std::string> words = supervisor::arguments_of(config);
  words.insert(words.begin(), supervisor_executable().string());
  errno = start_process(files, std::move(words), program_variables(config), supervisor_, config.folder.string());
  if (errno != 0) cannot("start a process");
}

ProgramProcess::~ProgramProcess() {
  end_unsupervised();
  kill();
  constexpr int patience_ms = 10'000;
  if (!wait_until_gone(patience_ms)) {  // something has stopped the supervisor
    for (const pid_t pid : descendants(supervisor_)) ::kill(pid, SIGKILL);
    ::kill(supervisor_, SIGKILL);
  }
  while (::waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool ProgramProcess::write(std::string_view line, int milliseconds) {
  if (seen_) seen_(false, line);
  const std::int64_t began_ns = read_clock(CLOCK_MONOTONIC);
  while (!line.empty()) {
    const ssize_t put = ::write(input_.get(), line.data(), line.size());
    if (put > 0) {
      line.remove_prefix(static_cast<std::size_t>(put));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    // The pipe is full: the program does not read, or has filled it by itself, or has ended.
    constexpr int moment_ms = 50;
    pollfd ready = {input_.get(), POLLOUT, 0};
    ::poll(&ready, 1, moment_ms);
    if (end().ended || end().gone) return false;
    if (milliseconds >= 0 && (read_clock(CLOCK_MONOTONIC) - began_ns) / 1'000'000 >= milliseconds) return false;
  }
  return true;
}

bool ProgramProcess::next_line(std::string_view& line) {
  const std::size_t end = text_.find('\n', std::max(at_, searched_));
  if (end == std::string::npos) {
    searched_ = text_.size();
    return false;
  }
  line = std::string_view(text_).substr(at_, end - at_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (!std::exchange(has_written_, true)) line = without_byte_order_mark(line);
  at_ = end + 1;
  if (seen_) seen_(true, line);
  return true;
}

ProgramProcess::Read ProgramProcess::read_line(std::string_view& line, int milliseconds) {
  for (;;) {
    if (next_line(line)) return line.size() > longest_line ? Read::too_long : Read::line;
    text_.erase(0, at_);
    searched_ -= std::min(searched_, at_);
    at_ = 0;
    unfinished_.store(text_.size(), std::memory_order_relaxed);
    if (text_.size() > longest_line) return Read::too_long;
    if (pollfd ready = {output_.get(), POLLIN, 0}; milliseconds >= 0 && ::poll(&ready, 1, milliseconds) <= 0)
      return Read::late;
    std::array<char, 1 << 14> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
    ssize_t got = 0;
    do {
      got = ::read(output_.get(), buffer.data(), buffer.size());
    } while (got < 0 && errno == EINTR);
    if (got <= 0) return Read::closed;
    text_.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

void ProgramProcess::close_input() {
  input_ = Descriptor();
  input_reader_ = Descriptor();
}

void ProgramProcess::kill() {
  ::shutdown(control_.get(), SHUT_WR);
}

bool ProgramProcess::end_unsupervised() const {
  siginfo_t state{};
  if (::waitid(P_PID, static_cast<id_t>(supervisor_), &state, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) != 0)
    return false;
  if (state.si_pid == 0 || state.si_code == CLD_EXITED) return false;
  std::vector<pid_t> left = descendants(supervisor_);
  if (const pid_t program = pid(); program > 0) {
    for (const pid_t below : descendants(program)) left.push_back(below);
    ::kill(-program, SIGKILL);
  }
  for (const pid_t each : left) ::kill(each, SIGKILL);
  ::kill(supervisor_, SIGKILL);
  return true;
}

/// Receives one message of the supervisor or of the program's process. Returns false if there is none in this time.
bool ProgramProcess::receive(int milliseconds) {
  if (end_.gone) return false;
  pollfd ready = {control_.get(), POLLIN, 0};
  while (::poll(&ready, 1, milliseconds) < 0 && errno == EINTR) {
  }
  if (ready.revents == 0) return false;
  supervisor::Report report;
  ucred sender{};
  const ssize_t size =
      SocketMessage<ucred>(&report, sizeof report).receive(control_.get(), SCM_CREDENTIALS, sender, MSG_DONTWAIT);
  if (size < 0 && errno != ECONNRESET) return errno == EINTR;
  if (size != sizeof report) {  // the supervisor has ended
    end_.gone = true;
    return true;
  }
  report.text[sizeof report.text - 1] = '\0';
  switch (report.kind) {
    case supervisor::Report::starts: {
      end_.started = true;
      end_.layers = report.layers;
      clockid_t clock{};
      if (sender.pid > 0 && ::clock_getcpuclockid(sender.pid, &clock) == 0) {
        clock_.store(clock, std::memory_order_relaxed);
        pid_.store(sender.pid, std::memory_order_release);
      }
      break;
    }
    case supervisor::Report::not_run:
      end_.refused = report.number;
      break;
    case supervisor::Report::not_closed:
      end_.layer = report.text;
      break;
    case supervisor::Report::ended:
      end_.ended = true;
      end_.exited = report.exited != 0;
      end_.number = report.number;
      pid_.store(0, std::memory_order_release);
      break;
    default:
      end_.gone = true;
      end_.cpu_ns = std::max(report.cpu_ns, group_ ? use().cpu_ns : 0);
      break;
  }
  return true;
}

const ProgramEnd& ProgramProcess::end() {
  while (receive(0)) {
  }
  return end_;
}

bool ProgramProcess::wait_until_gone(int milliseconds) {
  while (!end_.gone && receive(milliseconds)) {
  }
  return end_.gone;
}

void ProgramProcess::wait_until_started() {
  while (!end_.started && !end_.ended && !end_.gone && receive(-1)) {
  }
}

bool ProgramProcess::wait_until_ended(int milliseconds) {
  while (!end_.ended && !end_.gone && receive(milliseconds)) {
  }
  return end_.ended || end_.gone;
}

TreeUse ProgramProcess::use() {
  TreeUse use = use_of_descendants(supervisor_);
  std::uint64_t more = 0;
  if (::read(fork_count_.get(), &more, sizeof more) == sizeof more) forks_ += more;
  if (const std::uint64_t forks = forks_; forks < supervisor::uncounted_forks)
    *use.ended += static_cast<std::int64_t>(forks);
  else
    use.ended.reset();
  const std::uint32_t counted = group_ ? ControlGroup::layers() : 0;
  if (group_) group_->measure(use);
  if ((counted & layer_group_cpu) != 0) use.processes = 0;  // nothing is missing
  if ((counted & layer_group_memory) == 0) use.held_bytes += log_.excess_bytes();
  return use;
}

std::int64_t ProgramProcess::own_cpu_ns() {
  return pid() == 0 ? 0 : read_clock(clock_.load(std::memory_order_relaxed));
}

}  // namespace host
