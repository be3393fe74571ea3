// The CPU time that a seat may use, according to agon_limits. Every kind of seat, in the host and in its workers,
// applies the limits with this class.
//
// A match may use its initial CPU time plus an increment for each completed turn. A turn may have a separate limit. CPU
// time used between turns is charged only to the match.
//
// One thread plays: it begins and ends matches and turns. Any thread may query the remaining time.
#pragma once

#include "host/plugin/ticks.hpp"

#include <agon/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace host {

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

}  // namespace host
