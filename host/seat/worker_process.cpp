#include "host/seat/worker_process.hpp"

#include "host/failure.hpp"
#include "host/text.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& what) {
  throw Failure(Exit::internal, "can't " + what + " for a worker: " + std::generic_category().message(errno));
}

/// Out of the way of 0 to 3, which the worker gets others under.
int out_of_the_way(int file) {
  const int moved = ::fcntl(file, F_DUPFD_CLOEXEC, 16);
  ::close(file);
  if (moved < 0) fail("move a descriptor");
  return moved;
}

int memory_file(const char* name, unsigned flags) {
  const int file = ::memfd_create(name, MFD_CLOEXEC | flags);
  if (file < 0) fail("make shared memory");
  return out_of_the_way(file);
}

std::string read_small_file(const char* path) {
  std::array<char, 8192> text{};
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  const ssize_t size = ::read(file, text.data(), text.size());
  ::close(file);
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

std::int64_t number_at(std::string_view text) {
  std::int64_t number = 0;
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Only what the loader needs: nobody's secrets, and nothing that would make a match depend on who runs it.
std::vector<std::string> environment(bool sandbox) {
  std::vector<std::string> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    if (!sandbox || name == "LD_LIBRARY_PATH" || name.ends_with("SAN_OPTIONS")) kept.emplace_back(text);
  }
  return kept;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (std::string& text : texts) found.push_back(text.data());
  found.push_back(nullptr);
  return found;
}

channel::Start start_of(const WorkerSpec& spec, std::uint64_t texts_size) {
  return {.parent = ::getpid(),
          .sandbox = spec.limits.sandbox ? 1U : 0U,
          .threads = spec.limits.threads,
          .slots = 1,
          .option_count = static_cast<std::uint32_t>(spec.options.size()),
          .trial = static_cast<std::uint32_t>(spec.trial),
          .trial_while_loading = spec.trial_while_loading ? 1U : 0U,
          .reserved = 0,
          .memory_bytes = spec.memory_bytes,
          .log_bytes = spec.limits.log_bytes,
          .observation_capacity = spec.observation_capacity,
          .action_capacity = spec.action_capacity,
          .reply_capacity = spec.reply_capacity,
          .texts_size = texts_size};
}

std::string texts_of(const WorkerSpec& spec) {
  std::string texts;
  const auto add = [&](const std::string& text) { texts.append(text).push_back('\0'); };
  std::error_code fault;
  const fs::path library = fs::canonical(spec.library, fault);
  for (const std::string& text :
       {fault ? spec.library.string() : library.string(), spec.strategy, spec.game, spec.protocol})
    add(text);
  for (const std::string& value : spec.options) add(value);
  return texts;
}

}  // namespace

const std::filesystem::path& worker_executable() {
  static const std::filesystem::path found = [] {
    std::error_code fault;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", fault).parent_path();
    const auto beside = folder / "agon-worker";
    // Programs of the build tree that are no host (tests, benchmarks) lie next to the host's folder.
    for (const auto& path : {beside, folder.parent_path() / "bin/agon-worker", fs::path(AGON_INSTALLED_WORKER)}) {
      if (::access(path.c_str(), X_OK) == 0) return path;
    }
    throw Failure(Exit::isolation, "the worker " + beside.string() +
                                       " is not there, nor is " AGON_INSTALLED_WORKER
                                       ": build it, or play with --isolation none");
  }();
  return found;
}

WorkerProcess::WorkerProcess(WorkerSpec spec)
    : spec_(std::move(spec)), start_(start_of(spec_, texts_of(spec_).size())), layout_(start_) {
  Watchdog& watchdog = Watchdog::instance();
  try {
    share_memory();
    spawn();
  } catch (...) {
    if (shared_ != nullptr) ::munmap(shared_, layout_.size());
    for (const int file : {memory_, log_, pidfd_}) ::close(file);
    throw;
  }
  watchdog.watch(*this);
}

WorkerProcess::~WorkerProcess() {
  pause();
  kill(Cause::unwanted);
  wait_for_end();
  Watchdog::instance().forget(*this);
  ::munmap(shared_, layout_.size());
  for (const int file : {memory_, log_, pidfd_, statm_}) ::close(file);
}

void WorkerProcess::share_memory() {
  memory_ = memory_file("agon-channel", MFD_ALLOW_SEALING);
  if (::ftruncate(memory_, static_cast<off_t>(layout_.size())) != 0) fail("size shared memory");
  // Else a worker could cut it short, and the host would die of reading it.
  if (::fcntl(memory_, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) fail("seal shared memory");
  void* const memory = ::mmap(nullptr, layout_.size(), PROT_READ | PROT_WRITE, MAP_SHARED, memory_, 0);
  if (memory == MAP_FAILED) fail("map shared memory");
  shared_ = static_cast<channel::Channel*>(memory);
  shared_->start = start_;
  const std::string texts = texts_of(spec_);
  std::memcpy(at(layout_.texts()), texts.data(), texts.size());
  log_ = memory_file("agon-log", 0);
  if (::fcntl(log_, F_SETFL, O_APPEND) != 0) fail("make a log");
}

void WorkerProcess::spawn() {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, log_, 1);
  ::posix_spawn_file_actions_adddup2(&files, log_, 2);
  ::posix_spawn_file_actions_adddup2(&files, memory_, channel::descriptor);
  // A group of its own: the terminal's Ctrl-C is for the host. No session of its own: the kernel may share a core out
  // among sessions first (autogroups), and then one that yields does not yield to another session's process: a turn
  // would cost twice as much.
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t signals;
  ::sigfillset(&signals);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);

  const std::string executable = worker_executable().string();
  std::vector<std::string> words = {executable, spec_.game + "/" + spec_.strategy};
  std::vector<std::string> variables = environment(spec_.limits.sandbox);
  const int fault =
      ::posix_spawn(&pid_, executable.c_str(), &files, &attributes, pointers(words).data(), pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  errno = fault;
  if (fault != 0) fail("start a process");
  pidfd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  if (pidfd_ < 0 || ::clock_getcpuclockid(pid_, &clock_) != 0) {
    const int why = errno;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    errno = why;
    fail("watch a process");
  }
  statm_ = ::open(("/proc/" + std::to_string(pid_) + "/statm").c_str(), O_RDONLY | O_CLOEXEC);
}

void WorkerProcess::begin(std::int64_t cpu_limit_ns, std::int64_t wall_limit_ns, std::function<bool()> should_stop) {
  {
    const std::lock_guard lock(guard_);
    cpu_began_ns_ = dead_ ? ending_.cpu_ns : read_clock(clock_);
    should_stop_ = std::move(should_stop);
  }
  cpu_limit_ns_ = cpu_limit_ns;
  wall_limit_ns_ = wall_limit_ns;
  wall_ticks_ = 0;
  if (!playing_) Watchdog::instance().playing();
  playing_ = true;
}

void WorkerProcess::pause() {
  if (playing_) Watchdog::instance().paused();
  playing_ = false;
}

bool WorkerProcess::hand_over(bool ring) {
  // The worker may be asleep for good, or lie about the bell: so the host looks up now and then.
  constexpr timespec patience = {0, 50'000'000};
  channel::Bell& bell = shared_->to_host;
  const std::uint32_t seen = ring ? bell.rung.load() : 0;
  const std::uint64_t began = ticks.now();
  call_began_ticks_.store(began, std::memory_order_relaxed);
  if (ring) channel::ring(shared_->to_worker);
  do {
    channel::wait(bell, seen, &patience, yielding_);
  } while (!ended_for_good() && bell.rung.load() == seen);
  call_began_ticks_.store(0, std::memory_order_relaxed);
  wall_ticks_.store(wall_ticks_.load(std::memory_order_relaxed) + (ticks.now() - began), std::memory_order_relaxed);
  return !ended_for_good();
}

bool WorkerProcess::over_time() const {
  const std::int64_t limit = cpu_limit_ns_.load(std::memory_order_relaxed);
  if (limit == 0) return false;
  // One thread can't have used more CPU time than has gone by.
  if (spec_.limits.threads == 1 && wall_ticks_.load(std::memory_order_relaxed) <= Ticks::surely_within(limit))
    return false;
  return cpu_ns() > limit;
}

std::int64_t WorkerProcess::cpu_ns() const {
  return (ended_for_good() ? ending_.cpu_ns : read_clock(clock_)) - cpu_began_ns_;
}

std::int64_t WorkerProcess::peak_kib() const {
  if (ended_for_good()) return ending_.peak_kib;
  const std::string text = read_small_file(("/proc/" + std::to_string(pid_) + "/status").c_str());
  constexpr std::string_view key = "VmHWM:";
  const std::size_t found = text.find(key);
  return found == std::string::npos ? 0 : number_at(std::string_view(text).substr(found + key.size()));
}

void WorkerProcess::forget_peak() const {
  const int file = ::open(("/proc/" + std::to_string(pid_) + "/clear_refs").c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  static_cast<void>(!::write(file, "5", 1));
  ::close(file);
}

std::int64_t WorkerProcess::data_bytes() const {
  std::array<char, 256> text{};
  const ssize_t size = ::pread(statm_, text.data(), text.size() - 1, 0);
  std::string_view rest(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  for (int field = 0; field < 5; ++field) rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
  return number_at(rest) * ::sysconf(_SC_PAGESIZE);
}

std::string WorkerProcess::take_log() {
  struct stat status {};
  if (::fstat(log_, &status) != 0 || status.st_size == 0) return "";
  std::string text(static_cast<std::size_t>(std::min<off_t>(status.st_size, spec_.limits.log_bytes)), '\0');
  const ssize_t size = ::pread(log_, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  static_cast<void>(!::ftruncate(log_, 0));
  if (!text.empty() && text.back() != '\n') text.push_back('\n');
  if (status.st_size >= spec_.limits.log_bytes) text += "(the log is full)\n";
  return text;
}

void WorkerProcess::kill(Cause cause) {
  Cause none = Cause::none;
  cause_.compare_exchange_strong(none, cause);
  ::syscall(SYS_pidfd_send_signal, pidfd_, SIGKILL, nullptr, 0);
}

void WorkerProcess::wait_for_end() {
  while (!ended_for_good()) {
    // A process that has used too much may be killed by the watchdog at the same time: whoever comes first reaps it.
    siginfo_t ended{};
    ::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(pidfd_), &ended, WEXITED | WNOWAIT);
    this->ended();
  }
}

void WorkerProcess::ended() {
  const std::lock_guard lock(guard_);
  siginfo_t how{};
  const auto look_at = [&](int flags, rusage* used) {
    return ::syscall(SYS_waitid, P_PIDFD, pidfd_, &how, WEXITED | WNOHANG | flags, used) == 0 && how.si_pid != 0;
  };
  if (dead_ || !look_at(WNOWAIT, nullptr)) return;
  // While the process is not reaped, its number is nobody else's, and whom it has left behind is in its group.
  if (!spec_.limits.sandbox) ::kill(-pid_, SIGKILL);
  rusage used{};
  if (!look_at(0, &used)) return;
  const auto nanoseconds = [](const timeval& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::int64_t>(time.tv_usec) * 1000;
  };
  ending_ = {.exited = how.si_code == CLD_EXITED,
             .status = how.si_status,
             .cpu_ns = std::max(nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime), cpu_began_ns_),
             .peak_kib = used.ru_maxrss};
  dead_.store(true, std::memory_order_release);
  // Nobody writes there any more, so that a wait can't miss it.
  shared_->to_host.rung.fetch_add(1);
  channel::futex(shared_->to_host.rung, FUTEX_WAKE, INT_MAX, nullptr);
}

void WorkerProcess::look() {
  const std::lock_guard lock(guard_);
  const std::uint64_t began = call_began_ticks_.load(std::memory_order_relaxed);
  if (dead_ || began == 0) return;
  if (should_stop_ && should_stop_()) shared_->stop = 1;
  const std::int64_t wall = wall_limit_ns_;
  const std::uint64_t now = ticks.now();
  if (wall > 0 && now > began && ticks.nanoseconds(wall_ticks_.load(std::memory_order_relaxed) + (now - began)) > wall)
    return kill(Cause::wall);
  const std::int64_t cpu = cpu_limit_ns_;
  if (cpu > 0 && read_clock(clock_) - cpu_began_ns_ > cpu) return kill(Cause::cpu);
  if (spec_.limits.threads < 2) return;
  struct stat tasks {};  // a folder in it for each thread
  const std::string path = "/proc/" + std::to_string(pid_) + "/task";
  if (::stat(path.c_str(), &tasks) == 0 && tasks.st_nlink > spec_.limits.threads + 2) kill(Cause::threads);
}

Evidence WorkerProcess::evidence() const {
  agon_error text{};
  std::memcpy(text.text, shared_->text, sizeof text.text - 1);
  const auto hint = shared_->hint.load();
  const auto phase = shared_->phase.load();
  return {.ending = ending_,
          .cause = cause_,
          .phase = static_cast<channel::Phase>(phase),
          .hint = static_cast<channel::Hint>(hint),
          .number = shared_->number.load(),
          .text = sentence(text, "without a word"),
          .cpu_used_ns = cpu_ns(),
          .cpu_limit_ns = cpu_limit_ns_,
          .wall_used_ns = wall_ns(),
          .wall_limit_ns = wall_limit_ns_,
          .memory_limit_bytes = spec_.memory_bytes};
}

}  // namespace host
