// The environment for checks of a strategy at the C ABI: a sandboxed process for the strategy, and another one for its
// game.
#pragma once

#include "host/validate/check.hpp"
#include "host/validate/instance.hpp"
#include "host/validate/remote_game.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host::validate {

class Stage {
 public:
  /// Loads the game and the strategy.
  explicit Stage(const Case& examined);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() = default;

  [[nodiscard]] const Game& game() const { return game_.game(); }
  [[nodiscard]] const StrategyDescription& strategy() const { return *examined_.strategy; }
  agon::Random& random() { return random_; }

  /// Returns whether the strategy keeps global state, so that each instance needs a separate process (agon.solitary/1).
  [[nodiscard]] bool solitary() const { return solitary_; }

  /// Returns the process for the next instance.
  std::shared_ptr<Remote> next();
  /// Returns the process for instances that need no separate one.
  [[nodiscard]] Remote& shared() { return *remote_; }

  /// Returns whether a check has played its number of matches, or has taken long.
  [[nodiscard]] bool enough(std::size_t matches) const;

  /// Returns the state of a setup that the game accepts.
  std::unique_ptr<GameState> open();

  /// Plays a match among instances of the strategy, with at most this number of turns. The options and services of
  /// `place` apply to all seats.
  struct SelfPlay {
    std::string fault;        // what went wrong, and where; "" if nothing
    std::vector<Step> steps;  // all actions
  };
  SelfPlay play(GameState& state, const Place& place, std::size_t most_turns);

  /// Returns a place with the options at their defaults.
  [[nodiscard]] Place place() const;

  /// Returns what the strategy has printed in all its processes.
  std::string printed();

  /// Throws Ended if the strategy's or the game's process has ended.
  void check();

 private:
  std::shared_ptr<Remote> open_process();

  const Case& examined_;
  RemoteGame game_;
  agon::Random random_;
  std::string printed_;         // by processes that have been released
  std::optional<Ended> ended_;  // of a released process that ended by itself
  bool solitary_ = false;
  std::shared_ptr<Remote> remote_;
  std::int64_t began_;
};

/// Runs `body` on a stage. If the strategy's game is not found, nothing can be checked.
Finding on_stage(const Case& examined, const std::function<Finding(Stage& stage)>& body);

}  // namespace host::validate
