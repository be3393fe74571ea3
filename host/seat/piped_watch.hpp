// Measures the time and memory of a program, and ends it when it exceeds a limit.
//
// One thread plays: it makes all calls of this class. The watchdog's thread looks at the program meanwhile.
#pragma once

#include "host/isolation/exit_report.hpp"
#include "host/isolation/program_process.hpp"
#include "host/isolation/wall_limit.hpp"
#include "host/plugin/cpu_budget.hpp"
#include "host/plugin/outcome.hpp"
#include "host/seat/watchdog.hpp"

#include <agon/types.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

namespace host {

class PipedWatch final : private Watched {
 public:
  PipedWatch();
  PipedWatch(const PipedWatch&) = delete;
  PipedWatch& operator=(const PipedWatch&) = delete;
  ~PipedWatch() override;

  /// Begins to watch the start of a program. `memory_bytes` of 0: no limit. `process` must exist until leave().
  void begin_start(ProgramProcess& process, std::int64_t start_ns, std::int64_t memory_bytes);

  /// Begins a match, of which `earlier` was used before the program was started again.
  void begin_match(const agon_limits& limits, const Usage& earlier = {});

  /// Measures all processes once more, if the last time is more than 2 ms ago: what they use from then on is of the
  /// next match. Returns the limit of this match that they have exceeded.
  KillReason last_look();

  /// Ends a start or a match. Until the next match, the program may use hardly any CPU time.
  void pause();

  /// Ends the watch of the program.
  void leave();

  /// Begins a turn. Returns the CPU time that is left for it; INT64_MAX: no limit.
  std::int64_t begin_turn();
  /// Ends a turn. Returns the seat's outcome according to the CPU time used until now.
  Outcome end_turn();

  /// Enclose the time in which the host waits for the program.
  void begin_call() { wall_limit_.begin_wait(); }
  void end_call() { wall_limit_.end_wait(); }

  /// Ends the program. The first reason counts.
  void stop(KillReason why);
  [[nodiscard]] KillReason stopped() const { return stop_; }

  /// Returns whether the program plays a match, or starts.
  [[nodiscard]] bool is_playing() const { return phase_ == Phase::starting || phase_ == Phase::playing; }

  /// Returns the CPU time of the match or of the start.
  [[nodiscard]] std::int64_t cpu_ns();
  /// Returns the time by the clock that the host has waited.
  [[nodiscard]] std::int64_t wall_ns() const { return wall_limit_.waited_ns(); }
  /// Returns the most memory that all its processes have held.
  [[nodiscard]] std::int64_t peak_bytes();

  /// Adds what was measured, and the limits.
  void describe(ExitReport& report);

 private:
  enum class Phase { away, starting, playing, idle };

  // These require that guard_ is held.
  std::int64_t cpu_now();
  std::int64_t used_ns();
  void scan();
  void refresh();
  bool scan_in_time();
  void look_at_start(bool scanned);
  void look_at_match(bool scanned);
  void look_at_idle();
  void look_for_sleep(std::int64_t longest_ns);

  void look() override;

  const std::uint32_t cores_;
  Watchdog& watchdog_;

  std::mutex guard_;  // for what the two threads share
  ProgramProcess* process_ = nullptr;
  std::atomic<Phase> phase_ = Phase::away;
  std::atomic<KillReason> stop_ = KillReason::none;
  CpuBudget budget_;
  std::int64_t start_limit_ns_ = 0;  // of CPU time
  std::int64_t memory_limit_bytes_ = 0;
  WallLimit wall_limit_;
  std::int64_t cpu_began_ns_ = 0;
  std::int64_t earlier_ns_ = 0;    // used in the first turn before the program was started again
  std::int64_t other_cpu_ns_ = 0;  // of processes other than the main one
  std::int64_t most_cpu_ns_ = 0;
  std::int64_t counted_ns_ = 0;  // at the end of the start, or of the last match
  TreeUse counted_;              // likewise
  TreeUse began_;                // counted_, when the match began
  std::int64_t peak_bytes_ = 0;
  bool is_gone_ = false;  // and the CPU time of all its processes is known
  TreeUse scanned_;
  std::uint64_t scanned_at_ = 0;
  std::uint64_t checked_at_ = 0;  // by the watchdog
  std::int64_t scan_period_ns_ = 0;
  std::optional<std::uint64_t> asleep_since_;
  std::int64_t asleep_cpu_ns_ = 0;
  std::int64_t asleep_ns_ = 0;
};

}  // namespace host
