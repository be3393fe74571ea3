// An arena in a process of its own, which a game can't leave: if the game crashes, hangs, fills the memory or ends its
// process, the match at that moment has failed, and another process plays the next ones.
#pragma once

#include "host/arena/game_child.hpp"
#include "host/arena/game_limits.hpp"
#include "host/arena/job.hpp"
#include "host/match/game_state.hpp"
#include "host/match/match.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

class TempLibraryCopy;

class ArenaProcess final : public Arena {
 public:
  /// Number `number` of `count` arenas that play the job side by side. The process starts with the first call. The job
  /// must exist as long as this object.
  ArenaProcess(const Job& job, const GameLimits& limits, std::size_t number, std::size_t count);
  ~ArenaProcess() override;
  ArenaProcess(const ArenaProcess&) = delete;
  ArenaProcess& operator=(const ArenaProcess&) = delete;

  /// Also throws Failure(game) if the game can't even be loaded, and Failure(internal) if the system lacks resources.
  void play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) override;
  std::optional<std::string> refusal(std::int32_t seats) override;

 private:
  void start(const ArenaHooks& hooks);
  bool play_some(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks);
  arena::Stream::Message receive(const ArenaHooks& hooks);
  [[nodiscard]] std::string failed(const MatchRequest& request, const std::string& reason) const;

  const Job& job_;
  GameLimits limits_;
  std::size_t number_;
  std::size_t count_;
  std::unique_ptr<arena::GameChild> process_;         // NULL: not started, or ended
  bool asked_to_stop_ = false;                        // the process
  std::unique_ptr<const TempLibraryCopy> game_file_;  // while the arena may look for files next to it
};

// Runs a command that loads a game in a process of its own, so that the host can say what happened if the game crashes,
// hangs or fills the memory.

/// Runs `body` in a copy of this process, and waits for its end. The copy has this process's terminal and standard
/// streams, gets the signals SIGINT, SIGTERM and SIGHUP that this process gets, and ends with this process.
/// `body` returns the exit code, writes what it prints to the streams, and throws nothing. Returns its exit code. If a
/// signal such as SIGINT has ended the copy, it ends this process, too.
/// Throws Failure(game) if the copy crashed or exceeded the limits, and Failure(internal) if the system lacks
/// resources. Call it while this process has a single thread, and before it loads a game.
int run_in_child(const GameLimits& limits, const std::function<int()>& body);

/// Names what this process does with a game, for the sentence if it ends: "matches.jsonl, line 3: the game" (default:
/// "the game"). Cuts it after 200 bytes. Does nothing outside the copy.
void name_own_work(std::string_view what);

/// Returns the watch of the game in this process. In the copy, run_in_child() looks at it. Used by one thread.
GameActivity& own_watch();

/// While it exists, this process waits for something else than its game, such as a person.
class OutsideGame {
 public:
  explicit OutsideGame(GameActivity* watch = &own_watch()) : watch_(watch) {
    if (watch_ != nullptr) watch_->leave_game();
  }
  OutsideGame(const OutsideGame&) = delete;
  OutsideGame& operator=(const OutsideGame&) = delete;
  ~OutsideGame() {
    if (watch_ != nullptr) watch_->enter_game();
  }

 private:
  GameActivity* watch_;
};

/// Tells own_watch() how far the replay of a match is.
class ReplayAdvance final : public Spectator {
 public:
  void begun(const GameState& /*state*/) override { advance(); }
  void acted(const GameState& /*state*/, std::int32_t /*seat*/, agon_bytes /*action*/) override { advance(); }
  void forfeited(const GameState& /*state*/, std::int32_t /*seat*/, const Outcome& /*outcome*/) override { advance(); }

 private:
  static void advance() { const OutsideGame between; }
};

}  // namespace host
