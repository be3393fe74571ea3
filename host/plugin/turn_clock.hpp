// Measures a strategy's CPU time and wall time in turns that run in the host's own thread.
//
// Reading the thread's CPU clock takes 500 ns, as long as many turns. Reading the processor's time stamp counter takes
// 10 ns, but the counter also advances while other programs run. So a short turn is measured by the counter alone: a
// turn shorter than a scheduler's time slice was probably not interrupted. A long turn is measured by the CPU clock.
// Whether a turn will be long is unknown when it begins, so it is predicted from the previous turn. An unexpectedly
// long turn is charged the counter's time, but at most what the thread has used since its CPU clock was last read. (For
// a first turn, in which many strategies build tables, that reading is at most 50 us old.)
//
// The thread that called reset() starts and stops the clock, and only its CPU time counts. Any thread may read the
// clock at any time. The end of a long turn changes several fields. A version, which is odd during the change, guards
// them (a seqlock). The end of a short turn writes two fields: a reader between the two writes sees the clock without
// that turn.
#pragma once

#include "host/plugin/ticks.hpp"

#include <atomic>
#include <cstdint>

namespace host {

class TurnClock {
 public:
  /// Resets all measurements. Must be called in the thread whose time is measured.
  void reset();

  void start() {
    if (counter_suffices_up_to_.load(relaxed) == 0) [[unlikely]]
      read_cpu_clock();
    started_ticks_.store(ticks.now(), std::memory_order_release);
  }

  /// Ends a turn. Returns the ticks of all turns so far: while they are at most Ticks::surely_within(limit), cpu_ns()
  /// is at most `limit`.
  std::uint64_t stop() {
    const std::uint64_t used = ticks.now() - started_ticks_.load(relaxed);
    if (used > counter_suffices_up_to_.load(relaxed)) [[unlikely]]
      return stop_slowly(used);
    const std::uint64_t all = wall_ticks_.load(relaxed) + used;
    started_ticks_.store(0, relaxed);
    wall_ticks_.store(all, std::memory_order_release);
    return all;
  }

  /// Return the CPU time and wall time of all turns so far, including the running one; nanoseconds. Thread-safe.
  [[nodiscard]] std::int64_t cpu_ns() const;
  [[nodiscard]] std::int64_t wall_ns() const;

 private:
  /// Turns up to this length are measured by the time stamp counter alone.
  static constexpr std::int64_t short_turn_ns = 100'000;
  static constexpr std::uint64_t surely_short_ticks = Ticks::surely_within(short_turn_ns);
  /// A reading of the CPU clock is reused for this time.
  static constexpr std::int64_t reading_lasts_ns = 50'000;

  static constexpr std::memory_order relaxed = std::memory_order_relaxed;

  /// A consistent snapshot of the fields, for any thread.
  struct Reading {
    std::int64_t past_cpu_ns = 0;
    std::uint64_t wall_ticks = 0;
    std::uint64_t started_ticks = 0;  // 0: no turn runs
    std::int64_t read_cpu_ns = 0;
    bool exact = false;
  };
  [[nodiscard]] Reading read() const;
  [[gnu::noinline]] void read_cpu_clock() { read_cpu_ns_.store(read_clock(CLOCK_THREAD_CPUTIME_ID), relaxed); }
  [[gnu::noinline]] std::uint64_t stop_slowly(std::uint64_t used);

  std::atomic<std::uint32_t> version_ = 0;  // odd: the fields below are being changed
  /// A current or next turn of up to so many ticks is measured by the counter alone. 0: its start reads the CPU clock.
  std::atomic<std::uint64_t> counter_suffices_up_to_ = surely_short_ticks;
  std::atomic<std::uint64_t> started_ticks_ = 0;  // 0: no turn runs
  std::atomic<std::int64_t> read_cpu_ns_ = 0;     // last reading of the thread's CPU clock
  std::atomic<std::uint64_t> wall_ticks_ = 0;
  std::atomic<std::uint64_t> exact_ticks_ = 0;  // the part of wall_ticks_ in turns that exact_cpu_ns_ covers
  std::atomic<std::int64_t> exact_cpu_ns_ = 0;
  clockid_t cpu_clock_ = CLOCK_THREAD_CPUTIME_ID;  // after reset(), the clock of its thread, readable from all threads
};

}  // namespace host
