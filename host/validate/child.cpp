#include "host/validate/child.hpp"

#include "host/isolation/confinement.hpp"
#include "host/isolation/crash_report.hpp"
#include "host/isolation/exit_report.hpp"
#include "host/isolation/filters.hpp"
#include "host/isolation/process_status.hpp"
#include "host/isolation/worker_sandbox.hpp"
#include "host/plugin/shared_object.hpp"
#include "host/plugin/ticks.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/worker_process.hpp"
#include "host/util/archive.hpp"
#include "host/util/child_process.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/pages.hpp"
#include "host/util/shared_memory.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

namespace host::validate {

namespace {

using channel::Phase;

constexpr std::size_t most_result = 64 << 20;                    // bytes; untouched memory costs nothing
constexpr std::int64_t most_file = 64 << 20;                     // the maximum that a game may write to any file
constexpr std::int64_t loading_memory = std::int64_t{4} << 30U;  // bytes: more than any match, less than the machine

/// The memory that a child shares with its parent.
struct SharedStatus {      // NOLINT(cppcoreguidelines-pro-type-member-init): zero when mapped
  channel::Channel hints;  // its phase, and why it is about to end
  GameActivity watch;
  std::atomic<std::uint64_t> steps = 0;        // changes while the check makes progress
  std::atomic<std::uint32_t> in_strategy = 0;  // whether a strategy is called
  char doing[1024] = "";
  std::atomic<std::uint64_t> result_size = 0;  // 0: it has no result yet
  char result[most_result];
};

/// The state of a child.
struct Child {
  const ChildTerms& terms;
  std::optional<WorkerFilters> filters;  // of system calls, in the sandbox; nothing: it is not in the sandbox
  SharedStatus* status = nullptr;
  std::vector<Descriptor> copies{};  // of the library
  std::map<std::size_t, std::optional<SharedObject>> libraries{};
  std::vector<char> gap{};  // unused memory
  std::optional<Game> game{};

  [[nodiscard]] bool is_sandboxed() const { return filters.has_value(); }
};

Child* self = nullptr;  // NULL in the parent

std::size_t count_tasks(const Descriptor& folder) {
  struct stat tasks {};
  return ::fstat(folder.get(), &tasks) == 0 && tasks.st_nlink > 2 ? tasks.st_nlink - 2 : 0;
}

/// The result of a child, which it sends to its parent.
struct CallResult {
  Finding finding;
  bool unsafe = false;  // the finding is why the sandbox can't be used
  std::vector<Record> records{};
};

template <class Archive>
void fields(Archive& archive, CallResult& result) {
  archive.choice(result.finding.status, Status::crash);
  archive(result.finding.text, result.finding.last, result.unsafe, result.records);
}

void send(SharedStatus& status, const CallResult& result) {
  const std::string bytes = pack(result);
  if (bytes.size() > most_result) return send(status, {fail("its matches are too long to check")});
  std::memcpy(status.result, bytes.data(), bytes.size());
  status.result_size = bytes.size();
}

/// Throws Failure(isolation) if the result says why the sandbox can't be used.
Finding receive(const SharedStatus& status, std::vector<Record>* records) {
  CallResult result;
  try {
    std::string bytes(std::min<std::size_t>(status.result_size, most_result), '\0');
    copy_once(bytes.data(), status.result, bytes.size());
    result = unpack<CallResult>(bytes);
  } catch (const BadMessage&) {
    return fail("it damages memory that is not its own");
  }
  if (result.unsafe) throw Failure(Exit::internal, result.finding.text);
  if (records != nullptr) *records = std::move(result.records);
  return result.finding;
}

// The child's side.

/// Closes the files that this process has inherited from the one that started it. The host's own are closed on exec.
void close_inherited() {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
    const int number = std::atoi(entry.path().filename().c_str());
    if (number > STDERR_FILENO && ::fcntl(number, F_GETFD) == 0) ::close(number);
  }
}

/// Gives the child what a worker starts with: its own process group, default signals, and an empty input. Drops its
/// output.
void separate(Child& child) {
  ::setpgid(0, 0);
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);  // a full file must not end the process
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing.get(), stream);
  close_inherited();
  for (std::size_t index = 0; index < child.terms.copies; ++index)
    child.copies.push_back(child.terms.build->duplicate());
}

/// Removes the environment, and closes all files that the sandbox does not need.
void strip(const Child& child) {
  static std::vector<std::string> kept = worker_environment(true);
  ::clearenv();
  for (std::string& variable : kept) ::putenv(variable.data());
  std::vector<int> open = {STDERR_FILENO, child.terms.build->memory().get(), INT_MAX};
  for (const Descriptor& copy : child.copies) open.push_back(copy.get());
  std::sort(open.begin(), open.end());
  for (std::size_t index = 1; index < open.size(); ++index) {
    const auto first = static_cast<unsigned>(open[index - 1]) + 1;
    const unsigned last = static_cast<unsigned>(open[index]) - 1;
    if (first <= last) ::close_range(first, last, 0);
  }
}

/// Moves what the child allocates and maps next. A copy of a process has the same addresses as its parent, but a plugin
/// must not depend on them, and check after check would not show it.
void shift_addresses(Child& child) {
  std::random_device random;
  constexpr unsigned most_pages = 4096;
  constexpr unsigned most_bytes = 16384;
  static_cast<void>(::mmap(nullptr, system_page_bytes() * (1 + random() % most_pages), PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  child.gap.resize(1 + random() % most_bytes);
}

std::uint64_t address_space() {
  const std::int64_t pages = number_in(read_small_file("/proc/self/statm"));
  return static_cast<std::uint64_t>(pages) * system_page_bytes();
}

void confine(Child& child, pid_t parent) {
  const ChildTerms& terms = child.terms;
  channel::Start start{};
  start.sandbox = child.is_sandboxed() ? 1 : 0;
  start.threads = terms.threads;
  start.memory_bytes = child.is_sandboxed() ? terms.memory_bytes : 0;
  start.log_bytes = most_file;
  sandbox::leave_terminal();
  if (child.is_sandboxed()) {
    strip(child);
    sandbox::become_nobody();
  }
  sandbox::die_with_parent(parent);
  if (terms.confinement == Confinement::none) return;
  sandbox::limit_worker(start, address_space());
  sandbox::forbid_new_privileges();
  if (!child.is_sandboxed()) return sandbox::restrict_processes();
  sandbox::restrict_files();
  sandbox::keep_second_filter(child.filters->playing);
  sandbox::restrict_calls(child.filters->loading);
}

CallResult result_of(const std::function<Finding()>& body) {
  try {
    return {body()};
  } catch (const Finding& finding) {
    return {finding};
  } catch (const Failure& failure) {
    return {fail(failure.what()), failure.code() == Exit::internal};
  } catch (const sandbox::SandboxError& failure) {
    return {fail(std::string("the sandbox can't be put up: ") + failure.what()), true};
  } catch (const std::bad_alloc&) {
    return {fail("it ran out of memory")};
  } catch (const std::exception& exception) {
    return {fail(std::string("it threw an exception across the C ABI: ") + exception.what())};
  } catch (...) {
    return {fail("it threw something across the C ABI that is no std::exception")};
  }
}

[[noreturn]] void run(Child& child, pid_t parent, const std::function<Finding()>& body, std::vector<Record>* records) {
  self = &child;
  CallResult result = result_of([&] {
    separate(child);
    sandbox::leave_hints_in(child.status->hints);
    sandbox::catch_exceptions();
#ifndef AGON_SANITIZED
    sandbox::catch_signals();
#endif
    if (child.terms.game != nullptr) {
      const InCall call(Phase::loading, InCall::Of::game);
      child.game = load_game(*child.terms.game);
    }
    confine(child, parent);
    shift_addresses(child);
    return body();
  });
  if (records != nullptr) result.records = *records;
  send(*child.status, result);
  std::fflush(nullptr);
  ::_exit(0);
}

// The parent's side.

/// Watches a child until it ends, and ends it if it exceeds a limit.
class ChildMonitor {
 public:
  ChildMonitor(pid_t pid, const Child& child)
      : pid_(pid),
        child_(child),
        process_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))),
        status_(open_of_process(pid, "status", O_RDONLY)),
        tasks_(open_of_process(pid, "task", O_PATH | O_DIRECTORY)) {
    if (!process_.is_open()) throw_lack_of("file descriptor");
    ::clock_getcpuclockid(pid, &clock_);
  }

  /// Returns whether it was ended because it took too long as a whole.
  [[nodiscard]] bool took_whole() const { return took_whole_; }

  ExitReport wait() {
    constexpr int period_ms = 20;
    pollfd end = {process_.get(), POLLIN, 0};
    while (::poll(&end, 1, period_ms) <= 0 && killed_ == KillReason::none) look();
    siginfo_t how{};
    rusage used{};
    // The process is reaped later. Until then its number, which is that of its group, can't be used again.
    while (::syscall(SYS_waitid, P_PIDFD, process_.get(), &how, WEXITED | WNOWAIT, &used) != 0 && errno == EINTR) {
    }
    ::kill(-pid_, SIGKILL);  // the processes that it has left
    return {.killed = killed_,
            .exited = how.si_code == CLD_EXITED,
            .status = how.si_status,
            .cpu_limit_ns = child_.terms.cpu_limit_ns,
            .wall_limit_ns = wall_limit_ns(),
            .memory_limit_bytes = child_.is_sandboxed() ? child_.terms.memory_bytes : 0,
            .worker = hints_in(child_.status->hints, used.ru_maxrss)};
  }

 private:
  [[nodiscard]] std::int64_t wall_limit_ns() const {
    constexpr std::int64_t waiting_ns = 30'000'000'000;
    return child_.terms.cpu_limit_ns + waiting_ns;
  }

  void look() {
    const SharedStatus& status = *child_.status;
    const std::uint64_t changes = status.watch.changes();
    const std::uint64_t steps = changes + status.steps;
    const std::int64_t wall_ns = read_clock(CLOCK_MONOTONIC);
    const std::int64_t cpu_ns = read_clock(clock_);
    if (steps != steps_ || !GameActivity::in_game(changes)) {
      steps_ = steps;
      wall_seen_ns_ = wall_ns;
      cpu_seen_ns_ = cpu_ns;
    }
    if (cpu_ns - cpu_seen_ns_ > child_.terms.cpu_limit_ns) return kill(KillReason::cpu);
    if (wall_ns - wall_seen_ns_ > wall_limit_ns()) return kill(KillReason::wall);
    took_whole_ = cpu_ns > child_.terms.whole_cpu_ns() || wall_ns - began_ns_ > child_.terms.whole_wall_ns();
    if (took_whole_) return kill(KillReason::wall);
    if (!child_.is_sandboxed()) return;
    constexpr std::int64_t slack = 32 << 20;  // what the copy has of its parent, and the error of the kernel's count
    const std::int64_t memory = child_.terms.memory_bytes;
    if (memory > 0 && memory_of(pid_, status_.get()).held_bytes > memory + tables_for(memory) + slack)
      return kill(KillReason::memory);
    if (child_.terms.threads > 1 && count_tasks(tasks_) > child_.terms.threads) kill(KillReason::tasks);
  }

  void kill(KillReason reason) {
    killed_ = reason;
    ::syscall(SYS_pidfd_send_signal, process_.get(), SIGKILL, nullptr, 0);
  }

  pid_t pid_;
  const Child& child_;
  Descriptor process_;
  Descriptor status_;
  Descriptor tasks_;
  clockid_t clock_ = 0;
  KillReason killed_ = KillReason::none;
  bool took_whole_ = false;
  std::uint64_t steps_ = 0;
  const std::int64_t began_ns_ = read_clock(CLOCK_MONOTONIC);
  std::int64_t wall_seen_ns_ = began_ns_;
  std::int64_t cpu_seen_ns_ = 0;
};

/// Returns a check's finding for a child that ended before it had a result.
Finding judged(const ExitReport& report) {
  switch (report.killed) {
    case KillReason::cpu:
      return fail("no answer within " + in_seconds(report.cpu_limit_ns) + " of CPU time");
    case KillReason::wall:
      return fail("no answer within " + in_seconds(report.wall_limit_ns) + " by the clock, with less than " +
                  in_seconds(report.cpu_limit_ns) + " of CPU time");
    default: {
      const Outcome outcome = classify_exit(report);
      return {outcome.kind == AGON_OUTCOME_FORBIDDEN ? Status::fail : Status::crash, printable(outcome.reason)};
    }
  }
}

}  // namespace

std::int64_t ChildTerms::times_cpu_limit(int times) const {
  constexpr double most = 9e18;
  const std::size_t shares = (matches + default_matches - 1) / default_matches;
  return static_cast<std::int64_t>(
      std::min(static_cast<double>(cpu_limit_ns) * times * static_cast<double>(shares), most));
}

Finding in_child(const ChildTerms& terms, const std::function<Finding()>& body, std::vector<Record>* records) {
  const Shared<SharedStatus> status = shared_value<SharedStatus>();
  status->hints.phase = static_cast<std::uint32_t>(Phase::ready);
  const bool sandboxed = terms.confinement == Confinement::sandbox && can_sandbox();
  Child child{terms, sandboxed ? std::optional(worker_filters(terms.threads)) : std::nullopt, status.get()};
  // Files that are not in memory belong to the parent, which removes them.
  if (terms.game != nullptr) static_cast<void>(terms.game->build->file());
  if (terms.build && !sandboxed) static_cast<void>(terms.build->file());
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const ChildProcess process = ChildProcess::copy([&] { run(child, parent, body, records); });
  ::setpgid(process.id(), process.id());
  ChildMonitor monitor(process.id(), child);
  const ExitReport report = monitor.wait();
  if (records != nullptr) records->clear();
  if (report.killed == KillReason::none && report.exited && report.status == 0 && status->result_size != 0)
    return receive(*status, records);
  Finding finding = monitor.took_whole()
                        ? fail("no end within " + in_seconds(terms.whole_cpu_ns()) + " of CPU time and " +
                               in_seconds(terms.whole_wall_ns()) + " by the clock")
                        : judged(report);
  if (terms.game != nullptr && status->in_strategy == 0)
    finding.text = "the game " + terms.game->description.id + ": " + finding.text;
  if (const std::string doing = text_once(status->doing); !doing.empty())
    finding.text.append(", ").append(printable(doing));
  return finding;
}

ChildTerms terms_for(const Case& examined) {
  const bool trusted = examined.plugin && !examined.plugin->games.empty();
  return {.build = examined.build,
          .confinement = trusted ? Confinement::processes : Confinement::sandbox,
          .memory_bytes = loading_memory,
          .matches = examined.matches};
}

ChildTerms terms_of_matches(const Case& examined) {
  return {.game = &*examined.game, .matches = examined.matches};
}

void set_activity(std::string_view what) {
  if (self == nullptr) return;
  SharedStatus& status = *self->status;
  const std::size_t size = std::min(what.size(), sizeof status.doing - 1);
  std::memcpy(status.doing, what.data(), size);
  status.doing[size] = '\0';
  status.steps.fetch_add(1, std::memory_order_relaxed);
}

InCall::InCall(Phase phase, Of whom)
    : phase_before_(self->status->hints.phase), in_strategy_before_(self->status->in_strategy) {
  self->status->hints.phase = static_cast<std::uint32_t>(phase);
  self->status->in_strategy = whom == Of::strategy ? 1 : 0;
  self->status->steps.fetch_add(1, std::memory_order_relaxed);
}

InCall::~InCall() {
  self->status->hints.phase = phase_before_;
  self->status->in_strategy = in_strategy_before_;
  self->status->steps.fetch_add(1, std::memory_order_relaxed);
}

const agon_plugin_type& load_library(std::size_t copy) {
  const InCall call(Phase::loading);
  const Build& build = *self->terms.build;
  const std::filesystem::path memory = copy == 0 ? build.memory().path() : self->copies.at(copy - 1).path();
  auto& library = self->libraries[copy];
  library.emplace(self->is_sandboxed() ? memory : build.file(), build.path().filename().string());
  return library->plugin();
}

void unload_library(std::size_t copy) {
  const InCall call(Phase::ready);
  self->libraries.erase(copy);
}

void close_sandbox() {
  if (self->is_sandboxed()) sandbox::install_second_filter();
}

const Game& trusted_game() {
  return *self->game;
}

GameActivity& game_activity() {
  return self->status->watch;
}

}  // namespace host::validate
