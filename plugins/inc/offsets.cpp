#include <inc/offsets.hpp>

#include <cassert>
#include <cstddef>
#include <utility>

namespace inc {

namespace {

using rules::Board;
using rules::Points;

/// A linear equation modulo 3: a coefficient for each line, then the right-hand side.
using Equation = std::array<int, Offsets::max_lines + 1>;

/// A solution modulo 3 of equations in `unknowns` unknowns, by elimination; nothing if there is none.
std::optional<std::vector<int>> solve(std::vector<Equation> equations, std::size_t unknowns) {
  const std::size_t right = Offsets::max_lines;
  std::vector<std::pair<std::size_t, std::size_t>> pivots;  // unknown, equation
  std::size_t next = 0;
  for (std::size_t unknown = 0; unknown < unknowns; ++unknown) {
    std::size_t found = next;
    while (found < equations.size() && equations[found][unknown] == 0) ++found;
    if (found == equations.size()) continue;
    std::swap(equations[found], equations[next]);
    const Equation& pivot = equations[next];
    for (std::size_t other = 0; other < equations.size(); ++other) {
      // 1 and 2 are their own inverses modulo 3.
      const int factor = equations[other][unknown] * pivot[unknown] % 3;
      if (other == next || factor == 0) continue;
      for (std::size_t i = 0; i <= right; ++i)
        equations[other][i] = (equations[other][i] + (3 - factor) * pivot[i]) % 3;
    }
    pivots.emplace_back(unknown, next++);
  }
  for (std::size_t rest = next; rest < equations.size(); ++rest) {
    if (equations[rest][right] != 0) return std::nullopt;
  }
  std::vector<int> solution(unknowns, 0);
  for (const auto& [unknown, equation] : pivots) {
    solution[unknown] = equations[equation][right] * equations[equation][unknown] % 3;
  }
  return solution;
}

/// How often a line's digit counts in what is added to a square: once for the whole board, and once more where the
/// square lies in the line's first group.
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

// With x and y the numbers of moves at a line's first and second group and d = x - y its digit, the second groups add
// up to n = sum of (d + 2y), so that the sum of y is (sum of d) - n modulo 3. A square in the first group of some lines
// gets their x, and the y of the others: that is the d of those lines and every y.
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
    // What each row holds with 0, 1 or 2 added to all of it.
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
  std::vector<Equation> equations;
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const int before = origin_.at(row, column);
      const int now = board.at(row, column);
      if ((before == 0) != (now == 0)) return std::nullopt;
      if (now == 0) continue;
      Equation equation{};
      for (int line = 0; line < lines(); ++line) {
        equation[static_cast<std::size_t>(line)] = coefficient(board, line, row, column);
      }
      const int added = increment_ > 0 ? now - before + 3 : before - now + 3;
      equation.back() = (added + moves_made % 3) % 3;
      equations.push_back(equation);
    }
  }
  const auto digits = solve(std::move(equations), static_cast<std::size_t>(lines()));
  if (!digits) return std::nullopt;
  std::uint32_t state = 0;
  for (int line = 0; line < lines(); ++line) {
    state += static_cast<std::uint32_t>((*digits)[static_cast<std::size_t>(line)]) * weight(line);
  }
  return state;
}

}  // namespace inc
