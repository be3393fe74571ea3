#include "host/seat/piped_watch.hpp"

#include "host/isolation/supervisor_protocol.hpp"
#include "host/plugin/ticks.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace host {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

}  // namespace

PipedWatch::PipedWatch() : cores_(std::max(std::thread::hardware_concurrency(), 1U)), watchdog_(Watchdog::instance()) {
  watchdog_.watch(*this);
}

PipedWatch::~PipedWatch() {
  leave();
  watchdog_.forget(*this);
}

void PipedWatch::begin_start(ProgramProcess& process, std::int64_t start_ns, std::int64_t memory_bytes) {
  {
    const std::lock_guard lock(guard_);
    process_ = &process;
    phase_ = Phase::starting;
    stop_ = KillReason::none;
    budget_.begin(agon_limits{}, 0);
    start_limit_ns_ = start_ns;
    memory_limit_bytes_ = memory_bytes;
    wall_limit_.begin(3 * start_ns + 10 * second_ns);
    cpu_began_ns_ = other_cpu_ns_ = most_cpu_ns_ = peak_bytes_ = 0;
    scanned_ = began_ = counted_ = {};
    scanned_at_ = checked_at_ = 0;
    is_gone_ = false;
    asleep_since_.reset();
  }
  watchdog_.playing();
  begin_call();
}

void PipedWatch::begin_match(const agon_limits& limits, const Usage& earlier) {
  {
    const std::lock_guard lock(guard_);
    refresh();
    peak_bytes_ = std::max(scanned_.held_bytes, earlier.peak_kib.value_or(0) * 1024);
    cpu_began_ns_ = counted_ns_ - earlier.cpu_ns;  // what it has used since it was counted is of this match
    earlier_ns_ = earlier.cpu_ns;
    began_ = counted_;
    budget_.begin(limits, 0);
    wall_limit_.begin(
        limits.wall_ns,
        [process = process_] {
          return CoreUse{process->use().cpu_ns, process->queued(), cores_of(process->pid())};
        },
        earlier.wall_ns);
    asleep_since_.reset();
    phase_ = Phase::playing;
  }
  watchdog_.playing();
}

KillReason PipedWatch::last_look() {
  const std::lock_guard lock(guard_);
  refresh();
  const KillReason passed = kill_reason(budget_.passed(used_ns()));
  counted_ns_ = cpu_now();
  counted_ = scanned_;
  if (passed != KillReason::none) return passed;
  return memory_limit_bytes_ > 0 && peak_bytes_ > memory_limit_bytes_ ? KillReason::memory : KillReason::none;
}

void PipedWatch::pause() {
  end_call();
  {
    const std::lock_guard lock(guard_);
    if (phase_ == Phase::starting && process_ != nullptr) {
      refresh();
      counted_ns_ = cpu_now();
      counted_ = scanned_;
    }
    phase_ = Phase::idle;
  }
  watchdog_.paused();
}

void PipedWatch::leave() {
  if (is_playing()) pause();
  const std::lock_guard lock(guard_);
  process_ = nullptr;
  phase_ = Phase::away;
  stop_ = KillReason::none;
}

std::int64_t PipedWatch::begin_turn() {
  const std::int64_t used = cpu_ns();
  budget_.begin_turn(used - std::exchange(earlier_ns_, 0));
  return budget_.turn_left_ns(used);
}

Outcome PipedWatch::end_turn() {
  end_call();
  // Its threads can't use more than all cores.
  if (budget_.is_used_up(cores_, [this] { return cpu_ns(); })) {
    if (Outcome late = out_of_budget(budget_, budget_.passed(cpu_ns())); !late.ok()) return late;
  }
  budget_.end_turn();
  return {};
}

void PipedWatch::stop(KillReason why) {
  KillReason none = KillReason::none;
  stop_.compare_exchange_strong(none, why);
  process_->kill();
}

std::int64_t PipedWatch::cpu_ns() {
  const std::lock_guard lock(guard_);
  if (process_ == nullptr) return 0;
  // Asking what has become of the program costs a system call, and a program that runs has a number.
  if (process_->pid() == 0 && process_->end().gone) {
    most_cpu_ns_ = std::max(most_cpu_ns_, process_->end().cpu_ns);
    is_gone_ = true;
  }
  return used_ns();
}

std::int64_t PipedWatch::peak_bytes() {
  const std::lock_guard lock(guard_);
  return peak_bytes_;
}

void PipedWatch::describe(ExitReport& report) {
  report.cpu_used_ns = cpu_ns();
  const std::lock_guard lock(guard_);
  report.killed = stop_ == KillReason::none && process_->ran_out_of_memory() ? KillReason::memory : stop_.load();
  report.cpu_limit_ns = budget_.match_limit_ns();
  report.cpu_increments_ns = budget_.increments_ns();
  report.turn_limit_ns = budget_.turn_limit_ns();
  report.wall_used_ns = wall_ns();
  report.wall_limit_ns = wall_limit_.limit_ns();
  report.memory_limit_bytes = memory_limit_bytes_;
  report.program = {.starting = phase_ == Phase::starting,
                    .start_limit_ns = start_limit_ns_,
                    .asleep_ns = asleep_ns_,
                    .most_tasks = supervisor::most_tasks()};
}

/// Returns the CPU time of all processes that the program ever had, until now. What others than the main one use is
/// known from the last scan.
std::int64_t PipedWatch::cpu_now() {
  const std::int64_t now = process_->own_cpu_ns();
  most_cpu_ns_ = std::max(most_cpu_ns_, now + other_cpu_ns_);
  return most_cpu_ns_;
}

/// Returns the CPU time of the match or of the start, with what the kernel may not have told.
std::int64_t PipedWatch::used_ns() {
  return std::max<std::int64_t>(cpu_now() - cpu_began_ns_, 0) + (is_gone_ ? 0 : untold_ns(began_, scanned_));
}

void PipedWatch::scan() {
  scanned_at_ = ticks.now();
  scanned_ = process_->use();
  // A scan can miss processes that start: then it takes them for ended, until a later one sees them.
  for (TreeUse* const before : {&began_, &counted_}) {
    if (before->ended && scanned_.ended) before->ended = std::min(*before->ended, *scanned_.ended);
  }
  other_cpu_ns_ = std::max(other_cpu_ns_, scanned_.cpu_ns - process_->own_cpu_ns());
  peak_bytes_ = std::max(peak_bytes_, scanned_.held_bytes);
}

/// Scans, unless the last scan is so recent that it would cost short matches more than it could find.
void PipedWatch::refresh() {
  constexpr std::int64_t recent_ns = 2'000'000;
  if (scanned_at_ == 0 || ticks.nanoseconds(ticks.now() - scanned_at_) > recent_ns) scan();
}

/// Scans if the last scan is long ago, and ends a program that holds too much. Returns whether it has scanned.
bool PipedWatch::scan_in_time() {
  const std::uint64_t now = ticks.now();
  if (checked_at_ != 0 && ticks.nanoseconds(now - checked_at_) <= scan_period_ns_) return false;
  checked_at_ = now;
  const std::int64_t before_ns = read_clock(CLOCK_THREAD_CPUTIME_ID);
  scan();
  // On a machine with many processes, scanning takes at most a twentieth of a core. Waiting for a core, which a program
  // can bring about, does not count: it must not put the next scan off.
  scan_period_ns_ = std::max<std::int64_t>(50'000'000, 20 * (read_clock(CLOCK_THREAD_CPUTIME_ID) - before_ns));
  if (memory_limit_bytes_ > 0 && scanned_.held_bytes > memory_limit_bytes_) {
    stop(phase_ == Phase::idle ? KillReason::idle_memory : KillReason::memory);
  } else if (scanned_.tasks > supervisor::most_tasks()) {
    stop(KillReason::tasks);
  }
  return true;
}

void PipedWatch::look() {
  const std::lock_guard lock(guard_);
  if (phase_ == Phase::away || stop_ != KillReason::none) return;
  if (process_->end_unsupervised()) return stop(KillReason::unsupervised);
  const bool scanned = scan_in_time();
  if (stop_ != KillReason::none) return;
  if (phase_ == Phase::starting) {
    look_at_start(scanned);
  } else if (phase_ == Phase::playing) {
    look_at_match(scanned);
  } else {
    look_at_idle();
  }
}

void PipedWatch::look_at_start(bool scanned) {
  if (cpu_now() - cpu_began_ns_ > start_limit_ns_) return stop(KillReason::start_cpu);
  if (wall_limit_.waiting_ns().value_or(0) > wall_limit_.limit_ns()) return stop(KillReason::start_wall);
  if (scanned) look_for_sleep(start_limit_ns_);
}

void PipedWatch::look_at_match(bool scanned) {
  const std::int64_t used = used_ns();
  if (wall_limit_.passed()) return stop(KillReason::wall);
  const CpuBudget::Passed passed = budget_.passed(used);
  if (passed != CpuBudget::Passed::nothing) return stop(kill_reason(passed));
  // Half a line is never an answer.
  constexpr std::int64_t half_line_ns = 5 * second_ns;
  if (scanned && wall_limit_.waiting_ns() && process_->unfinished() > 0) look_for_sleep(half_line_ns);
}

void PipedWatch::look_at_idle() {
  constexpr std::int64_t much_ns = 500'000'000;  // an interpreter may tidy up its memory
  if (cpu_now() - counted_ns_ > much_ns) stop(KillReason::idle);
}

/// Ends a program that has neither run nor used CPU time for so long.
void PipedWatch::look_for_sleep(std::int64_t longest_ns) {
  const std::uint64_t now = ticks.now();
  const std::int64_t used = cpu_now();
  if (!asleep_since_ || scanned_.runs || used != asleep_cpu_ns_) {
    asleep_since_ = now;
    asleep_cpu_ns_ = used;
  }
  asleep_ns_ = ticks.nanoseconds(now - *asleep_since_);
  if (asleep_ns_ > longest_ns) stop(KillReason::asleep);
}

}  // namespace host
