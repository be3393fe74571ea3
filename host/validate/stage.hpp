// Where a strategy is tried at the C ABI: a process of its own, in the sandbox, with the strategy's game.
#pragma once

#include "host/validate/apart.hpp"
#include "host/validate/check.hpp"
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
  /// Loads the game, puts up the sandbox, loads the strategy.
  explicit Stage(const Case& examined);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage();

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const StrategyDescription& strategy() const { return *examined_.strategy; }
  agon::Random& random() { return random_; }

  /// Whether the strategy keeps globals, so that each instance needs a library of its own (agon.solitary/1).
  [[nodiscard]] bool solitary() const { return solitary_; }

  /// Whether so many more instances can be made.
  [[nodiscard]] bool has_room_for(std::int32_t instances) const;

  /// The strategy, for one more instance.
  const agon_strategy_type& next();

  /// Whether a check has played enough: it has had its number of matches, or has taken long.
  [[nodiscard]] bool enough(std::size_t matches) const;

  /// A setup that the game takes, and its state.
  std::unique_ptr<GameState> open();

  /// A match that instances of the strategy play among themselves, for so many turns at most. The options and services
  /// of `place` are those of all seats.
  struct SelfPlay {
    std::string fault;        // what went wrong, and where; "" if nothing did
    std::vector<Step> steps;  // all that was done
  };
  SelfPlay play(GameState& state, const Place& place, std::size_t most_turns);

  /// A place with the options at their defaults.
  [[nodiscard]] Place place() const;

 private:
  struct Libraries;

  const Case& examined_;
  const Game& game_;
  agon::Random random_;
  std::unique_ptr<Libraries> libraries_;
  bool solitary_ = false;
  std::size_t used_ = 0;  // libraries, by instances that each need one
  std::int64_t began_ = 0;
};

/// Runs `body` on a stage in a process of its own. Where the strategy's game is not found, nothing can be checked.
Answer on_stage(const Case& examined, const std::function<Finding(Stage& stage, std::string& data)>& body);
Finding on_stage(const Case& examined, const std::function<Finding(Stage& stage)>& body);

}  // namespace host::validate
