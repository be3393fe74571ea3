// Lets another process see whether a match is inside its game or inside a strategy.
#pragma once

#include <atomic>
#include <cstdint>

namespace host {

/// Counts the changes between game and strategies. It may lie in memory that is shared with another process: if the
/// number is even and stays the same, the match has been inside one call of the game (and of the host's own code).
class GameActivity {
 public:
  /// Enclose each call of a seat. Called by the thread that plays, which is the only writer.
  void leave_game() { add_one(); }
  void enter_game() { add_one(); }

  /// Returns the number of changes. Thread-safe.
  [[nodiscard]] std::uint64_t changes() const { return changes_.load(std::memory_order_relaxed); }

  static constexpr bool in_game(std::uint64_t changes) { return changes % 2 == 0; }

 private:
  void add_one() { changes_.store(changes() + 1, std::memory_order_relaxed); }

  std::atomic<std::uint64_t> changes_ = 0;
};

}  // namespace host
