// The match loop: asks the game which seat is to move, gets the action from that seat, and passes it to the game.
#pragma once

#include "host/match/digest.hpp"
#include "host/match/game_state.hpp"
#include "host/match/opening.hpp"
#include "host/match/seat.hpp"
#include "host/plugin/outcome.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>
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
  virtual void begun(const GameState& /*state*/) {}
  /// Called before `seat`'s turn, with what it is shown.
  virtual void observed(std::int32_t /*seat*/, agon_bytes /*observation*/) {}
  /// Called after `seat` has acted; `state` includes the action.
  virtual void acted(const GameState& /*state*/, std::int32_t /*seat*/, agon_bytes /*action*/) {}
  /// Called after `seat` has forfeited.
  virtual void forfeited(const GameState& /*state*/, std::int32_t /*seat*/, const Outcome& /*outcome*/) {}
  /// Called after `seat` has begun, and after each of its turns and what it did in it.
  virtual void waits(std::int32_t /*seat*/, Seat& /*player*/) {}
};

struct SeatResult {
  double score = 0;
  Outcome outcome;
  Usage usage;
};

struct MatchResult {
  std::vector<SeatResult> seats;
  MatchDigests digests{};  // unknown unless an arena has played the match from its start

  /// Returns the score of each seat.
  [[nodiscard]] std::vector<double> scores() const {
    std::vector<double> all;
    for (const SeatResult& seat : seats) all.push_back(seat.score);
    return all;
  }
};

/// Returns the start data common to all seats of a match; its seat number and seed are 0.
SeatStart seat_start(const Game& game, std::int32_t seats, const agon_limits& limits);

/// Plays `state` to its end. seats[i] plays seat i with limits[i], without limits if there are none; the setup
/// determines the number of seats. The spectators are called in order. If a `watch` is given, it learns whether the
/// game or a strategy runs. Throws Failure(game) if the game breaks its contract, and what play_opening() throws. The
/// seats begin after the opening.
MatchResult play_match(GameState& state, std::span<Seat* const> seats, const std::vector<agon_limits>& limits,
                       std::span<Spectator* const> spectators, GameActivity* watch = nullptr,
                       const Opening& opening = {});

/// A match that its caller plays turn by turn, such as a match with people. It can begin at any position. Borrows the
/// state, the seats and the spectators, which do not see begun().
class TurnByTurn final : private Referee {
 public:
  /// Begins every seat whose entry in `outcomes` is ok; empty: all. The other seats have forfeited before. A seat that
  /// can't begin forfeits.
  TurnByTurn(GameState& state, std::span<Seat* const> seats, const std::vector<agon_limits>& limits,
             std::span<Spectator* const> spectators, std::vector<Outcome> outcomes, GameActivity* watch = nullptr);

  /// Lets the seat to move play one turn. Requires that the match is not over.
  void turn();

  /// Plays an action of the seat to move. If it is illegal, returns AGON_ILLEGAL with the reason in `error`; nothing
  /// has changed then. Requires that the match is not over.
  agon_status act(agon_bytes action, agon_error& error);

  /// Lets a seat forfeit that has not forfeited. If the match is already over, only records the outcome.
  void forfeit(std::int32_t seat, Outcome outcome);

  /// Returns a seat's outcome until now.
  [[nodiscard]] const Outcome& outcome(std::int32_t seat) const {
    return result_.seats[static_cast<std::size_t>(seat)].outcome;
  }

  /// Ends every seat, and returns the result. Requires that the match is over. May be called once, as the last call.
  MatchResult finish();

  /// Plays all turns that are left, and finishes.
  MatchResult play();

 private:
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override;
  void begin(const std::vector<agon_limits>& limits);
  void turn(std::int32_t seat);
  void play_turn(std::int32_t seat);
  agon_status apply(std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error& error);
  agon_status play_action(std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error& error);
  [[noreturn]] void throw_still_to_move(std::int32_t seat) const;
  void leave_game() {
    if (watch_ != nullptr) watch_->leave_game();
  }
  void enter_game() {
    if (watch_ != nullptr) watch_->enter_game();
  }
  SeatResult& result(std::int32_t seat) { return result_.seats[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] Seat& player(std::int32_t seat) const { return *seats_[static_cast<std::size_t>(seat)]; }

  GameState& state_;
  std::span<Seat* const> seats_;
  std::span<Spectator* const> spectators_;
  GameActivity* watch_;
  MatchResult result_;
  std::exception_ptr fault_;
  std::int32_t in_turn_ = -1;  // the seat whose turn it is
  Seat* playing_ = nullptr;
  const Outcome* outcome_ = nullptr;
  bool acted_in_turn_ = false;
};

}  // namespace host
