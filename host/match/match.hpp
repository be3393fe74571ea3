// One match: the loop that asks the game who is to move, the seat what it does, and the game what that leads to.
#pragma once

#include "host/match/game_state.hpp"
#include "host/seat/outcome.hpp"
#include "host/seat/seat.hpp"

#include <span>
#include <string>
#include <vector>

namespace host {

/// Watches a match as it is played: a recorder, a board on the terminal.
class Spectator {
 public:
  Spectator() = default;
  Spectator(const Spectator&) = delete;
  Spectator& operator=(const Spectator&) = delete;
  virtual ~Spectator() = default;

  /// Before the first action.
  virtual void begun(const GameState& state) = 0;
  /// `seat` has acted; `state` is what came of it.
  virtual void acted(const GameState& state, std::int32_t seat, agon_bytes action) = 0;
  /// `seat` is out of the match.
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

/// What every seat of a match is told; its number and its seed are 0.
SeatStart seat_start(const Game& game, std::int32_t seats, const agon_limits& limits);

/// Plays `state` to its end. seats[i] takes seat i, as many as the setup has; `limits` hold for each of them. The
/// spectators are told in order. Throws Failure(game) if the game breaks its contract.
MatchResult play_match(GameState& state, std::span<Seat* const> seats, const agon_limits& limits,
                       std::span<Spectator* const> spectators);

}  // namespace host
