// What a strategy uses in the host's own thread: CPU time and wall time of its turns.
//
// Reading the thread's CPU clock takes half a microsecond, as long as many a turn. The processor's time stamp counter
// takes ten nanoseconds, but goes on while other programs run. So short turns count by the counter alone: one that is
// shorter than a scheduler's slice was hardly interrupted. A long turn counts by the CPU clock. That a turn will be
// long is not known when it begins: it is taken to be like the one before, and a long one that comes as a surprise is
// charged what the counter says, but no more than the thread has used since its CPU clock was last read. (In a first
// turn, where many a strategy builds its tables, that was just before, give or take a twentieth of a millisecond.)
#pragma once

#include "host/seat/ticks.hpp"

#include <cstdint>

namespace host {

class TurnClock {
 public:
  /// Forgets what was measured. Only in the thread whose time counts.
  void reset();

  void start() {
    running_ = true;
    if (exact_) read_cpu_ns_ = read_clock(CLOCK_THREAD_CPUTIME_ID);
    started_ticks_ = ticks.now();
  }

  void stop() {
    const std::uint64_t used = ticks.now() - started_ticks_;
    running_ = false;
    wall_ticks_ += used;
    if (exact_ || used > surely_short_ticks) stop_slowly(used);
  }

  /// CPU time and wall time of all turns so far, the running one included; nanoseconds.
  [[nodiscard]] std::int64_t cpu_ns() const;
  [[nodiscard]] std::int64_t wall_ns() const;

  /// Whether cpu_ns() is above `limit`, cheaply while it is far below.
  [[nodiscard]] bool used_more_than(std::int64_t limit) const {
    return wall_ticks_ > Ticks::surely_within(limit) && cpu_ns() > limit;
  }

 private:
  /// Turns up to this long count by the time stamp counter alone.
  static constexpr std::int64_t short_turn_ns = 100'000;
  static constexpr std::uint64_t surely_short_ticks = Ticks::surely_within(short_turn_ns);
  /// A reading of the CPU clock serves whoever begins within this time.
  static constexpr std::int64_t reading_lasts_ns = 50'000;

  void stop_slowly(std::uint64_t used);

  bool running_ = false;
  bool exact_ = false;  // whether the running (or next) turn reads the CPU clock
  std::uint64_t started_ticks_ = 0;
  std::int64_t read_cpu_ns_ = 0;  // what the thread's CPU clock said last
  std::uint64_t wall_ticks_ = 0;
  std::uint64_t exact_ticks_ = 0;  // the part of wall_ticks_ in turns that are accounted for in exact_cpu_ns_
  std::int64_t exact_cpu_ns_ = 0;
};

}  // namespace host
