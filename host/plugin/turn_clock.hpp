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

#include <agon/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace host {

// The CPU time that a seat may use, according to agon_limits. Every kind of seat, in the host and in its workers,
// applies the limits with this class.
//
// A match may use its initial CPU time plus an increment for each completed turn. A turn may have a separate limit. CPU
// time used between turns is charged only to the match.
//
// One thread plays: it begins and ends matches and turns. Any thread may query the remaining time.

class CpuBudget {
 public:
  enum class Passed { nothing, match, turn };

  /// Begins a match. All times are readings of one clock of the seat's CPU time. Its reading is `began_ns` when the
  /// seat has used nothing.
  void begin(const agon_limits& limits, std::int64_t began_ns) {
    limit_ns_ = limits.cpu_ns;
    turn_limit_ns_ = limits.turn_cpu_ns;
    increment_ns_ = limits.cpu_ns > 0 ? limits.increment_ns : 0;
    increments_ns_ = 0;
    match_until_ns_.store(limit_ns_ > 0 ? sum(began_ns, limit_ns_) : never, std::memory_order_relaxed);
    turn_until_ns_.store(never, std::memory_order_relaxed);
    sure_until_ticks_.store(0, std::memory_order_relaxed);
  }

  void begin_turn(std::int64_t now_ns) {
    if (turn_limit_ns_ > 0) turn_until_ns_.store(sum(now_ns, turn_limit_ns_), std::memory_order_relaxed);
  }

  void end_turn() {
    turn_until_ns_.store(never, std::memory_order_relaxed);
    if (increment_ns_ == 0) return;
    increments_ns_ = sum(increments_ns_, increment_ns_);
    match_until_ns_.store(sum(match_until_ns_.load(std::memory_order_relaxed), increment_ns_),
                          std::memory_order_relaxed);
  }

  /// Returns whether there is any limit.
  [[nodiscard]] bool is_limited() const { return limit_ns_ > 0 || turn_limit_ns_ > 0; }
  [[nodiscard]] bool limits_match() const { return limit_ns_ > 0; }
  /// Returns whether the begin and end of a turn have any effect.
  [[nodiscard]] bool has_turns() const { return turn_limit_ns_ > 0 || increment_ns_ > 0; }
  [[nodiscard]] bool limits_turns() const { return turn_limit_ns_ > 0; }

  // Current limits; 0: none.
  [[nodiscard]] std::int64_t match_limit_ns() const { return sum(limit_ns_, increments_ns_); }
  [[nodiscard]] std::int64_t increments_ns() const { return increments_ns_; }  // part of match_limit_ns()
  [[nodiscard]] std::int64_t turn_limit_ns() const { return turn_limit_ns_; }

  /// Return the time left for the match, and for the current turn, which may be less; INT64_MAX without a limit.
  [[nodiscard]] std::int64_t match_left_ns(std::int64_t now_ns) const { return left(match_until_ns_, now_ns); }
  [[nodiscard]] std::int64_t turn_left_ns(std::int64_t now_ns) const {
    return std::min(match_left_ns(now_ns), left(turn_until_ns_, now_ns));
  }

  /// Returns which limit has been exceeded. `now_ns` must be read before the call, so that a limit that grows in
  /// between is not reported wrongly.
  [[nodiscard]] Passed passed(std::int64_t now_ns) const {
    if (match_left_ns(now_ns) < 0) return Passed::match;
    return left(turn_until_ns_, now_ns) < 0 ? Passed::turn : Passed::nothing;
  }

  /// Returns whether no time is left for the turn. Cheap while much time is left: calls the slow `read_clock` only if
  /// `threads` threads could have used up the time left since the last reading. If `threads` is 0, reads it each time.
  template <class ReadClock>
  [[nodiscard]] bool is_used_up(std::uint32_t threads, ReadClock&& read_clock) {
    const std::uint64_t now = ticks.now();
    if (now < sure_until_ticks_.load(std::memory_order_relaxed)) return false;
    const std::int64_t left_ns = turn_left_ns(read_clock());
    if (left_ns <= 0) return true;
    // The next turn may begin before the next check. It takes at least the turn's limit to exceed that.
    const std::int64_t sure_ns = turn_limit_ns_ > 0 ? std::min(left_ns, turn_limit_ns_) : left_ns;
    if (threads > 0) sure_until_ticks_.store(now + Ticks::surely_within(sure_ns) / threads, std::memory_order_relaxed);
    return false;
  }

 private:
  static constexpr std::int64_t never = INT64_MAX;

  /// Returns the sum of two times that are not both negative; at most `never`.
  static constexpr std::int64_t sum(std::int64_t one, std::int64_t other) {
    return other > 0 && one > never - other ? never : one + other;
  }
  static std::int64_t left(const std::atomic<std::int64_t>& until_ns, std::int64_t now_ns) {
    const std::int64_t until = until_ns.load(std::memory_order_relaxed);
    return until == never ? never : until - now_ns;
  }

  // Written between matches, and by the thread that plays.
  std::int64_t limit_ns_ = 0;
  std::int64_t turn_limit_ns_ = 0;
  std::int64_t increment_ns_ = 0;
  std::int64_t increments_ns_ = 0;  // of all completed turns

  std::atomic<std::int64_t> match_until_ns_ = never;
  std::atomic<std::int64_t> turn_until_ns_ = never;
  std::atomic<std::uint64_t> sure_until_ticks_ = 0;  // until then, is_used_up() is false
};

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
