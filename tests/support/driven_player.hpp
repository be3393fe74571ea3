// One strategy in a seat, asked for actions through its C table as a host does it, but in a few lines.
#pragma once

#include "tests/support/driven_match.hpp"

#include <agon/strategy.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// What a strategy is told of the seat that it takes.
struct Seating {
  std::int32_t seat = 0;
  std::uint64_t seed = 1;
  std::optional<std::int64_t> cpu_ns{};  // its limit; without a value: the game's
  Values options{};                      // the others have their defaults
};

/// What of a player does not depend on the protocol's structs. Its session has no clock and does not hurry; it keeps
/// what is logged.
class DrivenPlayer {
 public:
  DrivenPlayer(const DrivenPlayer&) = delete;
  DrivenPlayer& operator=(const DrivenPlayer&) = delete;
  virtual ~DrivenPlayer();

  /// The lines that it has logged.
  [[nodiscard]] const std::vector<std::string>& log() const { return log_; }

 protected:
  /// The test fails if the strategy refuses the seat.
  DrivenPlayer(const agon_game_type& game, const agon_strategy_type& type, const Seating& seating);

  /// What turn() answers; the action's size is in `action`.
  Answer turn_into(agon_bytes observation, agon_buffer& action);
  /// The same for an action of `size` bytes, neither more nor less.
  Answer turn_into(agon_bytes observation, void* action, std::size_t size);

 private:
  /// What the session's act() answers: without a match behind it, a failure.
  virtual agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error);
  static const void* extension(const agon_host* host, const char* id);

  const agon_strategy_type& type_;
  const Values values_;  // options_ borrows them
  std::vector<agon_setting> options_;
  std::vector<std::string> log_;
  const agon_host host_ = {this, extension};
  agon_session session_{};
  void* self_ = nullptr;
};

/// How a turn ended, and its action.
template <class Action>
struct Turn : Answer {
  Action action{};
};

/// A player of the tested game, in the structs of its protocol.
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
  /// The action of a turn; the test fails if there is none.
  Action move(const Observation& observation) {
    const Turn<Action> made = turn(observation);
    require_ok(made);
    return made.action;
  }
};

}  // namespace support
