// The last moves of a match, searched to the end.
#pragma once

#include "../search/stones.hpp"
#include "opponent.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tonga::champion {

using search::Stones;

/// Both seats play their best: retrograde values of all positions between one and the full board.
class Endgame {
 public:
  static constexpr int most_squares = 15;  // a table of 3^15 leads, 29 MB; about 0.2 s

  /// `stones` has at most most_squares empty squares.
  explicit Endgame(const Stones& stones);

  /// Returns whether a position lies between that one and the full board.
  [[nodiscard]] bool covers(const Stones& stones) const;
  /// Returns Black's lead at the end of the match, of a position that it covers.
  [[nodiscard]] int lead(const Stones& stones) { return solve(stones, index_of(stones)); }
  /// Returns a best move; at least one square is empty.
  [[nodiscard]] int best(const Stones& stones);

 private:
  static constexpr std::int16_t unknown = INT16_MIN;

  /// A position's index: a digit to base 3 for each square that was empty, 0 if it still is, 1 Black, 2 White.
  [[nodiscard]] std::size_t index_of(const Stones& stones) const;
  int solve(const Stones& stones, std::size_t index);

  Stones start_;
  search::Squares squares_;
  std::vector<std::size_t> digits_;  // the weight of each square's digit
  std::vector<std::int16_t> leads_;  // by index
};

/// A seat plays its best against an opponent that is foretold, and that draws among its moves.
class BestReply {
 public:
  BestReply(Opponent& opponent, int seat) : opponent_(opponent), seat_(seat) {}

  /// Returns the expected signed root of the seat's lead at the end.
  double value(const Stones& stones);
  /// Returns a best move of the seat, which is to move; at least one square is empty.
  int best(const Stones& stones);

 private:
  Opponent& opponent_;
  int seat_;
  std::unordered_map<std::uint64_t, double> values_;
};

}  // namespace tonga::champion
