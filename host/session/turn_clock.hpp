// What a strategy uses in the host's own thread: CPU time and wall time of its turns.
//
// Reading the thread's CPU clock takes half a microsecond, as long as many a turn. The processor's time stamp counter
// takes ten nanoseconds, but goes on while other programs run. So short turns count by the counter alone: one that is
// shorter than a scheduler's slice was hardly interrupted. A long turn counts by the CPU clock. That a turn will be
// long is not known when it begins: it is taken to be like the one before, and a long one that comes as a surprise is
// charged what the counter says, but no more than the thread has used since its CPU clock was last read. (In a first
// turn, where many a strategy builds its tables, that was just before, give or take a twentieth of a millisecond.)
//
// One thread, the one that called reset(), starts and stops the clock, and only its own CPU time counts. Any thread may
// read the clock meanwhile. A long turn's end changes several fields, so that one is guarded by a version, which is odd
// meanwhile (a seqlock). A short turn's end writes two: who reads between the two sees the clock without that turn.
#pragma once

#include "host/session/ticks.hpp"

#include <atomic>
#include <cstdint>

namespace host {

class TurnClock {
 public:
  /// Forgets what was measured. Only in the thread whose time counts.
  void reset();

  void start() {
    if (exact_.load(relaxed)) [[unlikely]]
      read_cpu_ns_.store(read_clock(CLOCK_THREAD_CPUTIME_ID), relaxed);
    started_ticks_.store(ticks.now(), std::memory_order_release);
  }

  void stop() {
    const std::uint64_t used = ticks.now() - started_ticks_.load(relaxed);
    if (exact_.load(relaxed) || used > surely_short_ticks) [[unlikely]]
      return stop_slowly(used);
    started_ticks_.store(0, relaxed);
    wall_ticks_.store(wall_ticks_.load(relaxed) + used, std::memory_order_release);
  }

  /// CPU time and wall time of all turns so far, the running one included; nanoseconds. From any thread.
  [[nodiscard]] std::int64_t cpu_ns() const;
  [[nodiscard]] std::int64_t wall_ns() const;

  /// Returns whether cpu_ns() can be above `limit`: a cheap look, when no turn runs.
  [[nodiscard]] bool may_exceed(std::int64_t limit) const {
    return wall_ticks_.load(relaxed) > Ticks::surely_within(limit);
  }

 private:
  /// Turns up to this long count by the time stamp counter alone.
  static constexpr std::int64_t short_turn_ns = 100'000;
  static constexpr std::uint64_t surely_short_ticks = Ticks::surely_within(short_turn_ns);
  /// A reading of the CPU clock serves whoever begins within this time.
  static constexpr std::int64_t reading_lasts_ns = 50'000;

  static constexpr std::memory_order relaxed = std::memory_order_relaxed;

  /// What another thread may see: fields that belong together.
  struct Reading {
    std::int64_t past_cpu_ns = 0;
    std::uint64_t wall_ticks = 0;
    std::uint64_t started_ticks = 0;  // 0: no turn runs
    std::int64_t read_cpu_ns = 0;
    bool exact = false;
  };
  [[nodiscard]] Reading read() const;
  [[gnu::noinline]] void stop_slowly(std::uint64_t used);

  std::atomic<std::uint32_t> version_ = 0;        // odd: the fields below are being changed
  std::atomic<bool> exact_ = false;               // whether the running (or next) turn reads the CPU clock
  std::atomic<std::uint64_t> started_ticks_ = 0;  // 0: no turn runs
  std::atomic<std::int64_t> read_cpu_ns_ = 0;     // what the thread's CPU clock said last
  std::atomic<std::uint64_t> wall_ticks_ = 0;
  std::atomic<std::uint64_t> exact_ticks_ = 0;  // the part of wall_ticks_ in turns that exact_cpu_ns_ accounts for
  std::atomic<std::int64_t> exact_cpu_ns_ = 0;
  clockid_t cpu_clock_ = CLOCK_THREAD_CPUTIME_ID;  // after reset() that of its thread, for all threads
};

}  // namespace host
