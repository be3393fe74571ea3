// The match loop: asks the game which seat is to move, gets the action from that seat, and passes it to the game.
#pragma once

#include "host/match/game_state.hpp"
#include "host/seat/outcome.hpp"
#include "host/seat/seat.hpp"

#include <span>
#include <string>
#include <vector>

namespace host {

/// Observes a match while it is played: for a recorder, or a board on the terminal.
class Spectator {
 public:
  Spectator() = default;
  Spectator(const Spectator&) = delete;
  Spectator& operator=(const Spectator&) = delete;
  virtual ~Spectator() = default;

  /// Called before the first action.
  virtual void begun(const GameState& state) = 0;
  /// Called after `seat` has acted; `state` includes the action.
  virtual void acted(const GameState& state, std::int32_t seat, agon_bytes action) = 0;
  /// Called after `seat` has forfeited.
  virtual void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) = 0;
};

struct SeatResult {
  double score = 0;
  Outcome outcome;
  Usage usage;
};

struct MatchResult {
  std::vector<SeatResult> seats;
};

/// Returns the start data common to all seats of a match; its seat number and seed are 0.
SeatStart seat_start(const Game& game, std::int32_t seats, const agon_limits& limits);

/// Plays `state` to its end. seats[i] plays seat i; the setup determines the number of seats. `limits` apply to each
/// seat. The spectators are called in order. Throws Failure(game) if the game breaks its contract.
MatchResult play_match(GameState& state, std::span<Seat* const> seats, const agon_limits& limits,
                       std::span<Spectator* const> spectators);

}  // namespace host
