// The limits of a game in a process of its own, and how such a process ended.
#pragma once

#include "host/match/game_state.hpp"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace host {

/// Limits of a game.
struct GameLimits {
  std::int64_t wall_ns = 60'000'000'000;  // of each call; 0: no limit
  std::int64_t memory_bytes = 0;          // of its process; 0: 2 GiB, or half of this machine's if that is less
};

/// Notices that a game in another process exceeds its limits. Used by one thread.
class LimitCheck {
 public:
  explicit LimitCheck(const GameLimits& limits);

  static constexpr int period_ms = 100;
  /// Returns whether the last look was a period ago.
  [[nodiscard]] bool due() const;

  /// Looks. Returns which limit the process exceeds, as in "did not end a call within 60 s". `watch` is that of its
  /// game. `begun` changes if the game has done something that the watch does not count.
  std::optional<std::string> exceeded(const GameActivity& watch, std::uint64_t begun, pid_t process);

 private:
  GameLimits limits_;
  std::int64_t looked_ns_;       // when exceeded() was last called
  std::int64_t still_since_ns_;  // since when the game has been in one call, or later
  std::uint64_t changes_ = 0;
  std::uint64_t begun_ = 0;
};

/// Returns how a process ended, given its status from waitpid(): "crashed (SIGSEGV)", "ended its process with exit code
/// 3".
std::string end_of_process(int status);

}  // namespace host
