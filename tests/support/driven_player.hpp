// Drives one strategy on a seat through its C table, as a host does.
#pragma once

#include "tests/support/driven_match.hpp"

#include <agon/ext/game.h>
#include <agon/strategy.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// The parameters of a strategy's seat.
struct Seating {
  std::int32_t seat = 0;
  std::uint64_t seed = 1;
  std::optional<std::int64_t> cpu_ns{};  // its limit; nothing: the game's
  Values options{};                      // others have their defaults
};

/// What of a player does not depend on the protocol's structs. Its session has no clock and does not hurry; it keeps
/// what is logged, and offers the game's library.
class DrivenPlayer {
 public:
  DrivenPlayer(const DrivenPlayer&) = delete;
  DrivenPlayer& operator=(const DrivenPlayer&) = delete;
  virtual ~DrivenPlayer();

  /// Returns the lines that the strategy has logged.
  [[nodiscard]] const std::vector<std::string>& log() const { return log_; }

 protected:
  /// The test fails if the strategy refuses the seat.
  DrivenPlayer(const agon_game_type& game, const agon_strategy_type& type, const Seating& seating);

  /// Returns the result of turn(); the action's size is in `action`.
  Answer turn_into(agon_bytes observation, agon_buffer& action);
  /// Does the same for an action of exactly `size` bytes.
  Answer turn_into(agon_bytes observation, void* action, std::size_t size);

 private:
  /// Answers the session's act(): fails, since there is no match.
  virtual agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error);
  static const void* extension(const agon_host* host, const char* id);

  const agon_strategy_type& type_;
  const agon_game_library library_;
  const Values values_;  // options_ borrows them
  std::vector<agon_setting> options_;
  std::vector<std::string> log_;
  const agon_host host_ = {this, extension};
  agon_session session_{};
  void* self_ = nullptr;
};

/// The result of a turn, and its action.
template <class Action>
struct Turn : Answer {
  Action action{};
};

/// A player of the tested game, with the structs of its protocol.
template <class Observation, class Action>
class Player : public DrivenPlayer {
 public:
  explicit Player(const agon_strategy_type& type, const Seating& seating = {}) : DrivenPlayer(game(), type, seating) {}

  [[nodiscard]] Turn<Action> turn(const Observation& observation) {
    alignas(16) const Observation seen = observation;
    alignas(16) Action action{};
    Answer answer = turn_into({&seen, sizeof seen}, &action, sizeof action);
    return {std::move(answer), action};
  }
  /// Returns the action of a turn; the test fails if there is none.
  Action move(const Observation& observation) {
    const Turn<Action> made = turn(observation);
    require_ok(made);
    return made.action;
  }
};

}  // namespace support
