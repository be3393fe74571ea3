// The environment for checks of a strategy at the C ABI: a sandboxed child process with the strategy and its game.
//
// Instances of the strategy are called as a host calls them, and play all seats of a match. The time that instances are
// told depends only on how often they ask. So a match can be repeated exactly.
#pragma once

#include "host/match/game_state.hpp"
#include "host/match/seat.hpp"
#include "host/plugin/session.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"

#include <agon/types.h>
#include <agon/random.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host::validate {

/// A strategy's seat in a match.
struct SeatConfig {
  std::int32_t seat = 0;
  std::int32_t seats = 1;
  std::uint64_t seed = 0;
  std::vector<std::string> options;           // their values, in order
  std::optional<std::uint8_t> poison_byte{};  // fills free memory and the stack before calls
};

/// An instance of the strategy, which plays one seat.
class Instance final : private SessionHost {
 public:
  /// Borrows `game`.
  Instance(std::shared_ptr<const agon_strategy_type> strategy, const Game& game, SeatConfig config);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance() override { destroy(); }

  /// Creates the instance. Returns the strategy's status.
  agon_status create();
  void destroy();

  /// Returns the sentence of the last failure; "" if there was none.
  [[nodiscard]] const std::string& last_error() const { return last_error_; }

  /// Plays one turn of the seat to move, with all its actions, and appends them to `actions`. Returns what went wrong,
  /// or "". In case of an error, the seat's match is over.
  std::string turn(GameState& state, std::vector<std::string>& actions);

 private:
  /// Applies the actions of one turn to the game.
  struct Turn;

  agon_status act(agon_bytes action, agon_bytes& reply, agon_error& error) override;
  void log(agon_bytes /*line*/) override {}
  [[nodiscard]] std::int64_t cpu_ns() override { return used_ns_.fetch_add(question_ns_) + question_ns_; }
  [[nodiscard]] bool wants_stop() override { return false; }

  std::shared_ptr<const agon_strategy_type> strategy_;
  const Game& game_;
  const SeatConfig config_;
  const agon_limits limits_;
  const std::int64_t question_ns_;         // CPU time that it is told for each question
  std::atomic<std::int64_t> used_ns_ = 0;  // CPU time, as told to the instance
  AlignedMemory observation_;
  AlignedMemory action_;
  Turn* turn_ = nullptr;  // that is being played
  Session session_{*this};
  std::string last_error_;
};

/// A match among instances of the strategy.
struct SelfPlay {
  std::string fault{};        // what went wrong, and where; "" if nothing
  std::vector<Step> steps{};  // all actions
};

/// What a check of a strategy works with.
class StrategyHarness : public Quota {
 public:
  /// Loads the strategy.
  explicit StrategyHarness(const Case& examined);
  StrategyHarness(const StrategyHarness&) = delete;
  StrategyHarness& operator=(const StrategyHarness&) = delete;
  ~StrategyHarness() = default;

  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): others don't know that there is only one
  [[nodiscard]] const Game& game() const { return trusted_game(); }
  [[nodiscard]] const StrategyDescription& strategy() const { return *examined_.strategy; }
  agon::Random& random() { return random_; }

  /// Returns the strategy for the next instance. If the strategy allows a single instance, at most as many instances as
  /// a match has seats may live at a time.
  std::shared_ptr<const agon_strategy_type> next();

  /// Returns the state of a setup that the game accepts.
  std::unique_ptr<GameState> open();

  /// Plays a match, with at most this number of turns. The options of `config` apply to all seats.
  SelfPlay play(GameState& state, const SeatConfig& config, std::size_t most_turns);

  /// Returns a seat with the options at their defaults.
  [[nodiscard]] SeatConfig config() const;

 private:
  [[nodiscard]] const agon_strategy_type& load(std::size_t copy) const;

  const Case& examined_;
  agon::Random random_;
  const agon_strategy_type* type_;  // unloaded if it allows a single instance
  /// Whether the strategy keeps global state, so that each instance needs a separate library (agon.single_instance/1).
  bool single_instance_;
  std::size_t loads_ = 0;
};

/// Runs `body` with the strategy, in a child process. If the strategy's game is not found, nothing can be checked.
Finding with_strategy(const Case& examined, const std::function<Finding(StrategyHarness& harness)>& body,
                      std::vector<Record>* records = nullptr);

/// The same for the table of checks.
template <Finding (*check)(StrategyHarness& harness)>
Finding on_strategy(const Case& examined) {
  return with_strategy(examined, check);
}

}  // namespace host::validate
