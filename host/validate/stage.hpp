// Where a strategy is tried at the C ABI: a process of its own in the sandbox, and one with the strategy's game.
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

  /// Whether the strategy keeps globals, so that each instance needs a process of its own (agon.solitary/1).
  [[nodiscard]] bool solitary() const { return solitary_; }

  /// Where the next instance is to live.
  std::shared_ptr<Remote> next();
  /// Where instances live that need no process of their own.
  [[nodiscard]] Remote& shared() { return *remote_; }

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

  /// What the strategy has printed in all its processes.
  std::string printed();

  /// Throws Ended if the strategy's process, or the game's, has ended meanwhile.
  void check();

 private:
  std::shared_ptr<Remote> open_process();

  const Case& examined_;
  RemoteGame game_;
  agon::Random random_;
  std::string printed_;         // in processes that are gone
  std::optional<Ended> ended_;  // one of those, by itself
  bool solitary_ = false;
  std::shared_ptr<Remote> remote_;
  std::int64_t began_;
};

/// Runs `body` on a stage. Where the strategy's game is not found, nothing can be checked.
Finding on_stage(const Case& examined, const std::function<Finding(Stage& stage)>& body);

}  // namespace host::validate
