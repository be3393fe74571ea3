#include "host/seat/worker_process.hpp"

#include "host/isolation/channel.hpp"
#include "host/isolation/child_files.hpp"
#include "host/isolation/filters.hpp"
#include "host/isolation/process_status.hpp"
#include "host/util/child_process.hpp"
#include "host/util/failure.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

std::vector<std::string> worker_environment(bool sandbox) {
  return own_variables([sandbox](std::string_view name) {
    return !sandbox || name == "LD_LIBRARY_PATH" || name.ends_with("SAN_OPTIONS");
  });
}

const std::filesystem::path& worker_executable() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const std::filesystem::path& found = *new std::filesystem::path(
      own_executable("agon-worker", "the worker", "build it, or play with --isolation none"));
  return found;
}

namespace {

/// Threads that a sanitizer may start in the worker.
#ifdef AGON_SANITIZED
constexpr std::size_t sanitizer_threads = 1;
#else
constexpr std::size_t sanitizer_threads = 0;
#endif

const std::string owner = "a worker";

[[noreturn]] void fail(const std::string& what) {
  fail_to_start(owner, what);
}

/// Returns whether the worker receives a file descriptor of the library's copy in memory and loads that. At the level
/// `process`, it loads files, which debuggers can read.
bool hands_over_memory(const WorkerSpec& spec, const std::shared_ptr<const Build>& build) {
  return build && !(spec.level == Level::process && build->file() != build->memory().path());
}

/// Completes the task with the libraries, and packs it.
std::string packed_task(WorkerSpec& spec) {
  const auto set = [&](std::string& name, std::string& path, const std::shared_ptr<const Build>& build,
                       int descriptor) {
    if (!build) return;
    name = build->path().filename().string();
    path = hands_over_memory(spec, build) ? descriptor_path(descriptor) : build->file().string();
  };
  channel::Task& task = spec.task;
  set(task.library, task.path, spec.build, channel::library_descriptor);
  set(task.game_library, task.game_path, spec.game_build, channel::game_descriptor);
  return pack(task);
}

/// Completes what the worker is told.
channel::Start& completed(WorkerSpec& spec, std::uint64_t task_size) {
  channel::Start& start = spec.start;
  start.parent = ::getpid();
  start.threads = std::max(start.threads, 1U);
  start.sandbox = spec.level == Level::sandbox && can_sandbox() ? 1 : 0;
  start.log_bytes = match_log_capacity;
  start.task_size = task_size;
  if (start.sandbox == 0) return start;
  start.loading_filter = static_cast<std::uint32_t>(worker_filters(start.threads).loading.size());
  start.playing_filter = static_cast<std::uint32_t>(worker_filters(start.threads).playing.size());
  return start;
}

}  // namespace

WorkerProcess::WorkerProcess(WorkerSpec spec)
    : spec_(std::move(spec)), task_(packed_task(spec_)), layout_(completed(spec_, task_.size())), log_(owner) {
  Watchdog& watchdog = Watchdog::instance();
  try {
    share_memory();
    spawn();
  } catch (...) {
    if (shared_ != nullptr) ::munmap(shared_, layout_.size);
    throw;
  }
  watchdog.watch(*this);
}

WorkerProcess::~WorkerProcess() {
  pause();
  kill(KillReason::unwanted);
  wait_for_end();
  Watchdog::instance().forget(*this);
  ::munmap(shared_, layout_.size);
}

void WorkerProcess::share_memory() {
  memory_ = memory_file("agon-channel", MFD_ALLOW_SEALING, owner);
  if (::ftruncate(memory_.get(), static_cast<off_t>(layout_.size)) != 0) fail("size shared memory");
  // Otherwise, a worker could truncate it, and the host would crash when reading it.
  if (::fcntl(memory_.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) fail("seal shared memory");
  void* const memory = ::mmap(nullptr, layout_.size, PROT_READ | PROT_WRITE, MAP_SHARED, memory_.get(), 0);
  if (memory == MAP_FAILED) fail("map shared memory");
  shared_ = static_cast<channel::Channel*>(memory);
  shared_->start = spec_.start;
  std::memcpy(at(layout_.task), task_.data(), task_.size());
  if (spec_.start.sandbox != 0) {
    std::byte* to = at(layout_.filters);
    for (const FilterProgram* program :
         {&worker_filters(spec_.start.threads).loading, &worker_filters(spec_.start.threads).playing}) {
      std::memcpy(to, program->data(), program->size() * sizeof(sock_filter));
      to += program->size() * sizeof(sock_filter);
    }
  }
}

void WorkerProcess::spawn() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("make a pipe");
  reports_ = Descriptor(ends[0]);
  const Descriptor report = moved_up(Descriptor(ends[1]), owner);
  // Opened again for each worker, so that workers don't share a file position, and read-only.
  const auto handed_over = [&](int number, const std::shared_ptr<const Build>& build) {
    return ChildFile{number, -1, hands_over_memory(spec_, build) ? build->memory().path() : ""};
  };
  errno = start_process({{0, -1, "/dev/null"},
                         {1, log_.descriptor()},
                         {2, log_.descriptor()},
                         {channel::descriptor, memory_.get()},
                         {channel::report_descriptor, report.get()},
                         handed_over(channel::library_descriptor, spec_.build),
                         handed_over(channel::game_descriptor, spec_.game_build)},
                        {worker_executable().string(), spec_.task.game + "/" + spec_.task.strategy},
                        worker_environment(spec_.start.sandbox != 0), pid_);
  if (errno != 0) fail("start a process");
  memory_ = Descriptor();  // mapped here, and open in the worker
  pidfd_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  if (!pidfd_.is_open() || ::clock_getcpuclockid(pid_, &clock_) != 0) {
    const int why = errno;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    errno = why;
    fail("watch a process");
  }
  status_ = open_of_process(pid_, "status", O_RDONLY);
  if (spec_.start.serves_one == 0) clear_refs_ = open_of_process(pid_, "clear_refs", O_WRONLY);
}

bool WorkerProcess::start() {
  wall_limit_.begin_wait();
  const bool started = wait_for_bell(0);
  read_report();
  {
    const std::lock_guard lock(guard_);
    static_cast<void>(holds_too_much(memory()));  // notes what it holds of files
  }
  if (started || report_.confined != 0 || killed_ != KillReason::none) return started;
  const std::string failure(report_.failure);
  throw Failure(Exit::internal, failure.empty() ? "a worker can't be started: " + classify_exit(exit_report()).reason
                                                : "the sandbox can't be put up: " + failure);
}

void WorkerProcess::read_report() {
  if (::read(reports_.get(), &report_, sizeof report_) != sizeof report_) report_ = {};  // the worker ended early
  reports_ = Descriptor();
}

void WorkerProcess::begin(const agon_limits& limits, std::function<bool()> should_stop, std::int64_t cpu_used_ns) {
  const std::lock_guard lock(guard_);
  should_stop_ = std::move(should_stop);
  cpu_began_ns_ = cpu_counted_ns_ - cpu_used_ns;
  budget_.begin(limits, cpu_began_ns_);
  wall_limit_.begin(limits.wall_ns, [this] {
    CoreUse use{cpu_clock_ns(), {}, cores_of(pid_)};
    add_queued(pid_, use.queued);
    return use;
  });
  if (!playing_) Watchdog::instance().playing();
  playing_ = true;
  idle_ = false;
}

std::int64_t WorkerProcess::count_cpu_ns() {
  cpu_counted_ns_ = cpu_clock_ns();
  return since_began(cpu_counted_ns_);
}

void WorkerProcess::pause() {
  const std::lock_guard lock(guard_);
  if (playing_) Watchdog::instance().paused();
  playing_ = false;
  idle_ = true;
  count_cpu_ns();
  idle_seen_ns_ = cpu_counted_ns_;
  idle_uses_ = 0;
}

bool WorkerProcess::hand_over() {
  const std::uint32_t seen = shared_->to_host.rung.load();
  if (ended_for_good()) return false;
  wall_limit_.begin_wait();
  channel::ring(shared_->to_worker);
  return wait_for_bell(seen);
}

bool WorkerProcess::wait_for_bell(std::uint32_t seen) {
  // The worker may sleep forever, or write a wrong bell. So the host checks from time to time.
  constexpr timespec patience = {0, 50'000'000};
  const channel::Bell& bell = shared_->to_host;
  do {
    channel::wait(shared_->to_host, seen, &patience, wait_strategy_);
  } while (!ended_for_good() && bell.rung.load() == seen);
  wall_limit_.end_wait();
  return !ended_for_good();
}

std::int64_t WorkerProcess::measure_memory() {
  const std::lock_guard lock(guard_);
  over_memory_ = false;
  if (dead_) return last_peak_kib_;
  const ProcessMemory held = memory();
  over_memory_ = holds_too_much(held);
  return held.peak_bytes / 1024;
}

/// The kernel's limit for the worker's data (RLIMIT_DATA) counts neither the stack nor memory that is no longer
/// writable. Requires that guard_ is held.
bool WorkerProcess::holds_too_much(const ProcessMemory& memory) {
  constexpr std::int64_t slack = 4 << 20;  // the worker's own use, and the error of the kernel's count per thread
  files_kib_ = std::max(files_kib_, (memory.files_bytes + memory.shared_bytes) / 1024);
  const std::int64_t limit = spec_.start.memory_bytes;
  return limit > 0 && memory.held_bytes > limit + tables_for(limit) + slack * spec_.start.threads;
}

std::int64_t WorkerProcess::cpu_clock_ns() const {
  // 0 is a valid reading: the process has not left its core since it started.
  timespec now{};
  while (!ended_for_good()) {
    if (::clock_gettime(clock_, &now) == 0) return nanoseconds(now);
    ::sched_yield();  // the watchdog is reaping it
  }
  return last_cpu_ns_;
}

/// Not below 0: part of the loading time is free.
std::int64_t WorkerProcess::since_began(std::int64_t cpu_clock_ns) const {
  return std::max<std::int64_t>(cpu_clock_ns - cpu_began_ns_, 0);
}

void WorkerProcess::kill(KillReason reason) {
  KillReason none = KillReason::none;
  killed_.compare_exchange_strong(none, reason);
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0);
}

void WorkerProcess::wait_for_end() {
  while (!ended_for_good()) {
    // The watchdog may kill a process that exceeded a limit at the same time. Whichever thread comes first reaps it.
    siginfo_t ended{};
    ::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(pidfd_.get()), &ended, WEXITED | WNOWAIT);
    this->ended();
  }
}

void WorkerProcess::ended() {
  const std::lock_guard lock(guard_);
  siginfo_t how{};
  const auto look_at = [&](int flags, rusage* used) {
    return ::syscall(SYS_waitid, P_PIDFD, pidfd_.get(), &how, WEXITED | WNOHANG | flags, used) == 0 && how.si_pid != 0;
  };
  if (dead_ || !look_at(WNOWAIT, nullptr)) return;
  // Until the process is reaped, its ID can't be reused. Child processes that it left are in its group.
  if (spec_.start.sandbox == 0) ::kill(-pid_, SIGKILL);
  rusage used{};
  if (!look_at(0, &used)) return;
  exited_ = how.si_code == CLD_EXITED;
  exit_status_ = how.si_status;
  last_cpu_ns_ = std::max(nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime), cpu_began_ns_);
  last_peak_kib_ = std::max<std::int64_t>(used.ru_maxrss - files_kib_, 0);
  dead_.store(true, std::memory_order_release);
  // The process no longer writes to the bell, so a wait can't miss this ring.
  shared_->to_host.rung.fetch_add(1);
  channel::futex(shared_->to_host.rung, FUTEX_WAKE, INT_MAX, nullptr);
}

void WorkerProcess::look() {
  const std::lock_guard lock(guard_);
  if (dead_) return;
  if (idle_) return look_at_idle();
  if (!playing_) return;
  if (wall_limit_.waiting_ns() && should_stop_ && should_stop_()) shared_->stop = 1;
  if (wall_limit_.passed()) return kill(KillReason::wall);
  if (budget_.is_limited()) {
    // Between its turns a worker has nothing to do. CPU time that it still uses is charged to the match.
    const CpuBudget::Passed passed = budget_.passed(read_clock(clock_));
    if (passed != CpuBudget::Passed::nothing) return kill(kill_reason(passed));
  }
  if (holds_too_much(memory())) return kill(KillReason::memory);
  if (spec_.start.threads > 1 && threads() > spec_.start.threads + sanitizer_threads) kill(KillReason::tasks);
}

std::size_t WorkerProcess::threads() const {
  struct stat tasks {};  // contains a folder for each thread
  const std::string path = "/proc/" + std::to_string(pid_) + "/task";
  return ::stat(path.c_str(), &tasks) == 0 && tasks.st_nlink > 2 ? tasks.st_nlink - 2 : 0;
}

/// Checks a worker between matches. One use is no offence: after its answer a worker still needs time to fall asleep,
/// and the clock may lag.
void WorkerProcess::look_at_idle() {
  constexpr std::int64_t much_ns = 5'000'000;
  constexpr int often = 2;
  if (holds_too_much(memory())) return kill(KillReason::idle_memory);
  const std::int64_t now = read_clock(clock_);
  if (now - idle_seen_ns_ < much_ns) return;
  idle_seen_ns_ = now;
  if (++idle_uses_ >= often) kill(KillReason::idle);
}

ExitReport WorkerProcess::exit_report() const {
  return {.killed = killed_,
          .exited = exited_,
          .status = exit_status_,
          .cpu_used_ns = cpu_ns(),
          .cpu_limit_ns = budget_.match_limit_ns(),
          .cpu_increments_ns = budget_.increments_ns(),
          .turn_limit_ns = budget_.turn_limit_ns(),
          .wall_used_ns = wall_ns(),
          .wall_limit_ns = wall_limit_.limit_ns(),
          .memory_limit_bytes = spec_.start.memory_bytes,
          .worker = hints_in(*shared_, last_peak_kib_)};
}

}  // namespace host
