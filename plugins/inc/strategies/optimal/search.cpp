#include "search.hpp"

#include <array>
#include <cstddef>

namespace inc {

namespace {

using rules::Board;
using rules::Move;
using rules::Points;

Points plus(const Points& a, const Points& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

/// Returns the points after a move, from those before it and those of the squares that it changes.
Points after(const Points& all, const Points& changed, int increment) {
  const auto shift = static_cast<std::size_t>(increment > 0 ? 2 : 1);
  Points result{};
  for (std::size_t seat = 0; seat < result.size(); ++seat) {
    result[seat] = all[seat] - changed[seat] + changed[(seat + shift) % result.size()];
  }
  return result;
}

/// A search from one situation, for one depth.
class Search {
 public:
  explicit Search(const Situation& situation) : board_(situation.board), situation_(situation) {}

  /// Returns the best choice of `seat`, which is to move `depth` turns before the end.
  Choice choose(int seat, int depth) {
    if (depth == 1) return last_turn(seat);
    Choice best;
    for (int number = 0; number < choices(seat); ++number) {
      const Move move = board_.move(number);
      board_.apply(move, situation_.increment);
      const Points end = choose((seat + 1) % rules::seats, depth - 1).end;
      board_.apply(move, -situation_.increment);
      keep(best, {number, end}, seat);
    }
    return best;
  }

 private:
  /// Returns the number of moves of a seat: only the first if it is out.
  [[nodiscard]] int choices(int seat) const {
    return (situation_.out >> static_cast<unsigned>(seat) & 1U) != 0 ? 1 : board_.moves();
  }

  static void keep(Choice& best, const Choice& other, int seat) {
    if (other.move == 0 || rules::preference(other.end, seat) > rules::preference(best.end, seat)) best = other;
  }

  /// Returns the best of all moves, from sums over the rows above and the columns left of each line.
  [[nodiscard]] Choice last_turn(int seat) const {
    std::array<Points, rules::max_side + 1> above{};
    std::array<Points, rules::max_side + 1> left{};
    for (int row = 0; row < board_.rows(); ++row) {
      for (int column = 0; column < board_.columns(); ++column) {
        const int digit = board_.at(row, column);
        if (digit == 0) continue;
        ++above[static_cast<std::size_t>(row + 1)][static_cast<std::size_t>(digit - 1)];
        ++left[static_cast<std::size_t>(column + 1)][static_cast<std::size_t>(digit - 1)];
      }
    }
    for (std::size_t i = 1; i < above.size(); ++i) {
      above[i] = plus(above[i], above[i - 1]);
      left[i] = plus(left[i], left[i - 1]);
    }
    const Points all = above.back();
    Choice best;
    for (int number = 0; number < choices(seat); ++number) {
      const Move move = board_.move(number);
      const auto line = static_cast<std::size_t>(move.line);
      const Points& first = move.axis == rules::Axis::horizontal ? above[line] : left[line];
      const Points end =
          move.group == rules::Group::first
              ? after(all, first, situation_.increment)
              : after(all, {all[0] - first[0], all[1] - first[1], all[2] - first[2]}, situation_.increment);
      keep(best, {number, end}, seat);
    }
    return best;
  }

  Board board_;
  const Situation& situation_;
};

}  // namespace

Depth depth_within(const Situation& situation, std::int64_t steps) {
  const std::int64_t moves = situation.board.moves();
  Depth depth{1, 4 * situation.board.cells() + 16 * moves};  // measured for a last turn
  while (depth.turns < situation.turns_left && depth.steps <= steps / moves) {
    depth.steps *= moves;
    ++depth.turns;
  }
  return depth;
}

Choice best_within(const Situation& situation, int depth) {
  return Search(situation).choose(situation.mover, depth);
}

}  // namespace inc
