// An arena in a process of its own, which a game can't leave: if the game crashes, hangs, fills the memory or ends its
// process, the match at that moment has failed, and another process plays the next ones.
#pragma once

#include "host/arena/game_child.hpp"
#include "host/arena/game_limits.hpp"
#include "host/arena/job.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

}  // namespace host
