// The rules of Go: Tromp and Taylor's, with a komi and a limit of moves. No I/O.
//
// Rules: "The logical rules of Go" (John Tromp, Bill Taylor, version of 5 May 1996). A stone may be put on any empty
// point. Then the other's stones without a path to an empty point go, and after that one's own: suicide is allowed. No
// stone may bring a position of the board back that has been there before, whoever was to move (positional superko):
// so suicide of a single stone is no move. Two passes in a row end the match, and so do 3 * size * size moves. A colour
// scores its stones and the empty points from which only its stones are reached. No stone is removed as dead.
#pragma once

#include "board.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace go {

/// A match from the empty board on.
class Game {
 public:
  Game(int size, double komi);

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] double komi() const { return komi_; }
  [[nodiscard]] Colour to_move() const { return moves_.size() % 2 == 0 ? Colour::black : Colour::white; }
  /// Returns all moves since the empty board, Black's first.
  [[nodiscard]] std::span<const std::int16_t> moves() const { return moves_; }
  [[nodiscard]] int most_moves() const { return 3 * board_.points(); }
  /// Returns the passes in a row so far.
  [[nodiscard]] int passes() const { return passes_; }
  [[nodiscard]] bool is_over() const { return passes_ == 2 || static_cast<int>(moves_.size()) == most_moves(); }

  /// Returns whether a move may be played: a point of the board, or a pass.
  [[nodiscard]] bool is_legal(Point move) const {
    return move == pass || (board_.is_empty(move) && !repeats(board_.hash_after(move, to_move())));
  }

  /// Plays a legal move; the match is not over.
  void play(Point move);

  /// Returns Black's area less White's and the komi.
  [[nodiscard]] double lead_of_black() const;

  /// Returns a hash of all on which the rest of the match depends.
  [[nodiscard]] std::uint64_t key() const;

 private:
  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const;
  [[nodiscard]] bool repeats(std::uint64_t hash) const { return seen_[slot_of(hash)] != 0; }

  Board board_;
  double komi_;
  int passes_ = 0;
  std::vector<std::int16_t> moves_;
  std::vector<std::uint64_t> seen_;  // hashes of positions, and 0 for the empty board: a table with open addresses
  std::uint64_t seen_sum_ = 0;
};

/// Returns the text of a move: "D4", with columns from A without I and rows from the bottom, or "pass".
std::string move_name(Point move, int size);

/// Reads such a text; letters may be small or capital. Returns `no_move` if it is none on a board of that size.
inline constexpr Point no_move = -2;
Point parse_move(std::string_view text, int size);

}  // namespace go
