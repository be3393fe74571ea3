// The CPU time that a seat may use: the rule of agon_limits. Every kind of seat, in the host and in its workers,
// applies it through this class.
//
// A match may take the CPU time that it began with and an increment for each finished turn. A turn may take a limit of
// its own. What a seat uses between its turns counts for the match alone.
//
// One thread plays: it begins and ends matches and turns. Any thread may ask what is left.
#pragma once

#include "host/session/ticks.hpp"

#include <agon/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace host {

class CpuBudget {
 public:
  enum class Passed { nothing, match, turn };

  /// A match begins. All times are of one clock, which counts the seat's CPU time; it shows `began_ns` when the seat
  /// has used nothing.
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

  /// Whether there is any limit.
  [[nodiscard]] bool is_limited() const { return limit_ns_ > 0 || turn_limit_ns_ > 0; }
  [[nodiscard]] bool limits_match() const { return limit_ns_ > 0; }
  /// Whether a turn's beginning and its end change anything.
  [[nodiscard]] bool has_turns() const { return turn_limit_ns_ > 0 || increment_ns_ > 0; }
  [[nodiscard]] bool limits_turns() const { return turn_limit_ns_ > 0; }

  // Limits by now; 0: none.
  [[nodiscard]] std::int64_t match_limit_ns() const { return sum(limit_ns_, increments_ns_); }
  [[nodiscard]] std::int64_t increments_ns() const { return increments_ns_; }  // the part of match_limit_ns()
  [[nodiscard]] std::int64_t turn_limit_ns() const { return turn_limit_ns_; }

  /// What is left for the match, and for the turn that is being played, which may be less; INT64_MAX without a limit.
  [[nodiscard]] std::int64_t match_left_ns(std::int64_t now_ns) const { return left(match_until_ns_, now_ns); }
  [[nodiscard]] std::int64_t turn_left_ns(std::int64_t now_ns) const {
    return std::min(match_left_ns(now_ns), left(turn_until_ns_, now_ns));
  }

  /// Which limit has been passed. `now_ns` was read before the call, so that a limit that grows meanwhile is not passed
  /// by mistake.
  [[nodiscard]] Passed passed(std::int64_t now_ns) const {
    if (match_left_ns(now_ns) < 0) return Passed::match;
    return left(turn_until_ns_, now_ns) < 0 ? Passed::turn : Passed::nothing;
  }

  /// Returns whether nothing is left for the turn. Cheap while much is left: `read_clock`, which is slow, is called
  /// only if `threads` threads could have used that up since it was called last; each time if `threads` is 0.
  template <class ReadClock>
  [[nodiscard]] bool is_used_up(std::uint32_t threads, ReadClock&& read_clock) {
    const std::uint64_t now = ticks.now();
    if (now < sure_until_ticks_.load(std::memory_order_relaxed)) return false;
    const std::int64_t left_ns = turn_left_ns(read_clock());
    if (left_ns <= 0) return true;
    // The next turn may begin before the next look; it takes at least its limit to pass that.
    const std::int64_t sure_ns = turn_limit_ns_ > 0 ? std::min(left_ns, turn_limit_ns_) : left_ns;
    if (threads > 0) sure_until_ticks_.store(now + Ticks::surely_within(sure_ns) / threads, std::memory_order_relaxed);
    return false;
  }

 private:
  static constexpr std::int64_t never = INT64_MAX;

  /// Of two times that are not both negative; at most `never`.
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
  std::int64_t increments_ns_ = 0;  // of all finished turns

  std::atomic<std::int64_t> match_until_ns_ = never;
  std::atomic<std::int64_t> turn_until_ns_ = never;
  std::atomic<std::uint64_t> sure_until_ticks_ = 0;  // before this, is_used_up() is false
};

}  // namespace host
