// The host that a game sees in agon_setup.host.
#pragma once

#include "host/session/outcome.hpp"
#include "host/session/session.hpp"

#include <agon/ext/log.h>
#include <agon/types.h>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>

namespace host {

// Lets another process see whether a match is inside its game or inside a strategy.

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

/// Offers agon.log/1 and agon.host/1 to one state of a game. Must outlive the state.
class GameHost {
 public:
  GameHost() = default;
  GameHost(const GameHost&) = delete;
  GameHost& operator=(const GameHost&) = delete;
  ~GameHost() = default;

  [[nodiscard]] const agon_host* raw() const { return &raw_; }
  /// Returns what the game has logged, lines that end with '\n'.
  [[nodiscard]] const std::string& log() const { return log_.text(); }

 private:
  static const void* extension(const agon_host* /*host*/, const char* id) {
    static constexpr agon_log log = {[](const agon_host* host, agon_bytes text) {
      static_cast<GameHost*>(host->data)->log_.add({static_cast<const char*>(text.data), text.size});
    }};
    return std::strcmp(id, AGON_LOG) == 0 ? &log : host_info(id);
  }

  agon_host raw_{this, extension};
  MatchLog log_;
};

}  // namespace host
