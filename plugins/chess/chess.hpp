// chess/chess.hpp - the base class of a chess strategy.
//
//     class MyBot : public chess::Strategy {
//       chess_action move(const chess::View& view) override { return view.moves().front(); }
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <chess/chess.h>

#include <agon/strategy.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace chess {

/// The board as the seat to move sees it. Squares are 0 (a1) to 63 (h8). Borrows the observation: valid until move()
/// returns; copy observation() to keep it.
class View {
 public:
  explicit View(const chess_observation& observation) : observation_(observation) {}

  /// Returns what stands on a square: CHESS_NONE, or CHESS_PAWN to CHESS_KING, negative for Black.
  [[nodiscard]] int at(int square) const { return observation_.board[square]; }
  /// Return whether White is to move, and 1 if so, else -1: mine() * at(square) is positive for its own pieces.
  [[nodiscard]] bool white_moves() const { return observation_.seat == 0; }
  [[nodiscard]] int mine() const { return white_moves() ? 1 : -1; }
  /// Returns the legal moves, at least one.
  [[nodiscard]] std::vector<chess_action> moves() const {
    std::vector<chess_action> all;
    for (int i = 0; i < observation_.move_count; ++i) {
      const std::int8_t* const move = observation_.moves + 3 * static_cast<std::ptrdiff_t>(i);
      all.push_back({move[0], move[1], move[2]});
    }
    return all;
  }
  [[nodiscard]] const chess_observation& observation() const { return observation_; }

 private:
  const chess_observation& observation_;
};

/// A player of chess.
class Strategy : public agon::FixedStrategy<chess_observation, chess_action> {
 public:
  static constexpr const char* protocol = CHESS_PROTOCOL;

  /// Returns a legal move.
  virtual chess_action move(const View& view) = 0;

 private:
  chess_action decide(const chess_observation& observation) final { return move(View(observation)); }
};

}  // namespace chess
