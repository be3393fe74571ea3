// The environment for checks of a strategy at the C ABI: a sandboxed child process with the strategy and its game.
#pragma once

#include "host/validate/check.hpp"
#include "host/validate/child.hpp"
#include "host/validate/instance.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace host::validate {

class Stage {
 public:
  /// Loads the strategy.
  explicit Stage(const Case& examined);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() = default;

  [[nodiscard]] const Game& game() const { return trusted_game(); }
  [[nodiscard]] const StrategyDescription& strategy() const { return *examined_.strategy; }
  agon::Random& random() { return random_; }

  /// Returns whether the strategy keeps global state, so that each instance needs a separate library
  /// (agon.single_instance/1).
  [[nodiscard]] bool single_instance() const { return single_instance_; }

  /// Returns the strategy for the next instance. If the strategy allows a single instance, at most as many instances as
  /// a match has seats may live at a time.
  std::shared_ptr<const agon_strategy_type> next();

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

 private:
  [[nodiscard]] const agon_strategy_type& load(std::size_t copy) const;

  const Case& examined_;
  agon::Random random_;
  const agon_strategy_type* type_;  // unloaded if it allows a single instance
  bool single_instance_;
  std::size_t loads_ = 0;
  std::int64_t began_;
};

/// Runs `body` on a stage, in a child process. If the strategy's game is not found, nothing can be checked.
Finding on_stage(const Case& examined, const std::function<Finding(Stage& stage)>& body, const Gains& gains = {});

}  // namespace host::validate
