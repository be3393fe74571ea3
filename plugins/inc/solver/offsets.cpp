#include <inc/solver/offsets.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace inc {

namespace {

using rules::Board;
using rules::Points;

/// Returns how often a line's digit counts in the total added to a square: once for the whole board, and once more if
/// the square is in the line's first group.
int coefficient(const Board& board, int line, int row, int column) {
  const int horizontal = board.rows() - 1;
  const bool in_first = line < horizontal ? row <= line : column <= line - horizontal;
  return in_first ? 2 : 1;
}

}  // namespace

Offsets::Offsets(const Board& origin, int increment) : origin_(origin), increment_(increment), weights_{1} {
  assert(lines() >= 1 && lines() <= max_lines);
  for (int line = 0; line < lines(); ++line) weights_.push_back(3 * weights_.back());
  for (int number = 0; number < origin.moves(); ++number) {
    const rules::Move move = origin.move(number);
    const int line = move.line - 1 + (move.axis == rules::Axis::horizontal ? 0 : origin.rows() - 1);
    steps_.push_back({line, move.group == rules::Group::first});
  }
  solve();
}

// The total added to each square is a linear equation modulo 3 in the digits of the lines. Elimination selects squares
// whose equations determine all digits, and computes each digit as a combination of the totals of these squares.
void Offsets::solve() {
  struct Equation {
    std::array<int, max_lines> digits{};
    std::array<int, max_lines> squares{};  // the combination of the selected squares' equations that gives this one
  };
  // Adds `times` times another equation to an equation.
  const auto add = [](Equation& to, const Equation& from, int times) {
    for (std::size_t i = 0; i < to.digits.size(); ++i) {
      to.digits[i] = (to.digits[i] + times * from.digits[i]) % 3;
      to.squares[i] = (to.squares[i] + times * from.squares[i]) % 3;
    }
  };
  const auto all = static_cast<std::size_t>(lines());
  std::vector<Equation> equations;
  std::vector<std::size_t> pivots;  // the line that occurs only in this equation
  for (int row = 0; row < origin_.rows(); ++row) {
    for (int column = 0; column < origin_.columns() && equations.size() < all; ++column) {
      if (origin_.at(row, column) == 0) continue;
      Equation fresh;
      for (int line = 0; line < lines(); ++line) {
        fresh.digits[static_cast<std::size_t>(line)] = coefficient(origin_, line, row, column);
      }
      fresh.squares[equations.size()] = 1;
      for (std::size_t i = 0; i < equations.size(); ++i) add(fresh, equations[i], 3 - fresh.digits[pivots[i]]);
      const auto pivot = std::ranges::find_if(fresh.digits, [](int factor) { return factor != 0; });
      if (pivot == fresh.digits.end()) continue;
      if (*pivot == 2) add(fresh, Equation(fresh), 1);  // 2 + 2 is 1 modulo 3
      pivots.push_back(static_cast<std::size_t>(pivot - fresh.digits.begin()));
      for (Equation& other : equations) add(other, fresh, 3 - other.digits[pivots.back()]);
      equations.push_back(fresh);
      picked_.emplace_back(row, column);
    }
  }
  factors_.assign(all, {});
  for (std::size_t i = 0; i < equations.size(); ++i) factors_[pivots[i]] = equations[i].squares;
}

std::uint32_t Offsets::after(std::uint32_t state, int move) const {
  const std::uint32_t unit = weight(line_of(move));
  const std::uint32_t digit = state / unit % 3;
  const std::uint32_t changed = (digit + (first_of(move) ? 1 : 2)) % 3;
  return state - digit * unit + changed * unit;
}

Offsets::Sums Offsets::sums(std::uint32_t digits, int side) {
  Sums result{};
  for (int line = 0; line + 1 < side; ++line) {
    result[static_cast<std::size_t>(line)] = static_cast<int>(digits % 3);
    digits /= 3;
  }
  for (auto i = static_cast<std::size_t>(side - 1); i > 0; --i) result[i - 1] += result[i];
  return result;
}

// Let x and y be the numbers of moves with a line's first and second group, and d = x - y its digit. The total number
// of moves is n = sum of (d + 2y). So the sum of y is (sum of d) - n modulo 3. A square in the first group of some
// lines gets their x, and the y of the other lines. That is the sum of the d of those lines and of all y.
Board Offsets::board(std::uint32_t state, int moves_made) const {
  const std::uint32_t horizontal = weight(origin_.rows() - 1);
  const Sums rows = sums(state % horizontal, origin_.rows());
  const Sums columns = sums(state / horizontal, origin_.columns());
  const int everywhere = rows[0] + columns[0] + 3 - moves_made % 3;
  Board board = origin_;
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const int digit = board.at(row, column);
      if (digit == 0) continue;
      const int added = everywhere + rows[static_cast<std::size_t>(row)] + columns[static_cast<std::size_t>(column)];
      board.set(row, column, rotated(digit - 1, added) + 1);
    }
  }
  return board;
}

std::vector<Points> Offsets::points(int moves_made) const {
  const std::uint32_t horizontal = weight(origin_.rows() - 1);
  const auto rows = static_cast<std::size_t>(origin_.rows());
  std::vector<Sums> row_sums;
  for (std::uint32_t digits = 0; digits < horizontal; ++digits) row_sums.push_back(sums(digits, origin_.rows()));

  std::vector<Points> all(states());
  for (std::uint32_t vertical = 0; vertical * horizontal < states(); ++vertical) {
    const Sums columns = sums(vertical, origin_.columns());
    // The points of each row with 0, 1 or 2 added to all of its digits.
    std::array<std::array<Points, 3>, rules::max_side> held{};
    for (std::size_t row = 0; row < rows; ++row) {
      for (int column = 0; column < origin_.columns(); ++column) {
        const int digit = origin_.at(static_cast<int>(row), column);
        if (digit == 0) continue;
        for (int more = 0; more < 3; ++more) {
          const int added = columns[static_cast<std::size_t>(column)] + more;
          ++held[row][static_cast<std::size_t>(more)][static_cast<std::size_t>(rotated(digit - 1, added))];
        }
      }
    }
    for (std::uint32_t digits = 0; digits < horizontal; ++digits) {
      const Sums& sum = row_sums[digits];
      const int everywhere = sum[0] + columns[0] + 3 - moves_made % 3;
      Points& points = all[digits + vertical * horizontal];
      for (std::size_t row = 0; row < rows; ++row) {
        const Points& more = held[row][static_cast<std::size_t>((everywhere + sum[row]) % 3)];
        for (std::size_t seat = 0; seat < points.size(); ++seat) points[seat] += more[seat];
      }
    }
  }
  return all;
}

std::optional<std::uint32_t> Offsets::find(const Board& board, int moves_made) const {
  if (board.rows() != origin_.rows() || board.columns() != origin_.columns()) return std::nullopt;
  std::array<int, max_lines> added{};
  for (std::size_t i = 0; i < picked_.size(); ++i) {
    const auto& [row, column] = picked_[i];
    const int more = board.at(row, column) - origin_.at(row, column) + 3;
    added[i] = ((increment_ > 0 ? more : 6 - more) + moves_made) % 3;
  }
  std::uint32_t state = 0;
  for (int line = 0; line < lines(); ++line) {
    const auto& factors = factors_[static_cast<std::size_t>(line)];
    int digit = 0;
    for (std::size_t i = 0; i < picked_.size(); ++i) digit += factors[i] * added[i];
    state += static_cast<std::uint32_t>(digit % 3) * weight(line);
  }
  if (this->board(state, moves_made) != board) return std::nullopt;
  return state;
}

}  // namespace inc
