#include <inc/offsets.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

namespace inc {

namespace {

using rules::Board;

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

// With x and y the numbers of moves at a line's first and second group and d = x - y its digit, the second groups add
// up to n = sum of (d + 2y), so that the sum of y is (sum of d) - n modulo 3. A square in the first group of some lines
// gets their x, and the y of the others: that is the d of those lines and every y.
Board Offsets::board(std::uint32_t state, int moves_made) const {
  std::array<int, rules::max_side + 1> rows{};
  std::array<int, rules::max_side + 1> columns{};
  int sum = 0;
  const auto digit = [&](int line) { return static_cast<int>(state / weight(line) % 3); };
  for (int row = origin_.rows() - 2; row >= 0; --row) {
    rows[static_cast<std::size_t>(row)] = rows[static_cast<std::size_t>(row + 1)] + digit(row);
  }
  for (int column = origin_.columns() - 2; column >= 0; --column) {
    columns[static_cast<std::size_t>(column)] =
        columns[static_cast<std::size_t>(column + 1)] + digit(origin_.rows() - 1 + column);
  }
  sum = rows[0] + columns[0] + 3 - moves_made % 3;
  Board board = origin_;
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      if (board.at(row, column) == 0) continue;
      const int added = (sum + rows[static_cast<std::size_t>(row)] + columns[static_cast<std::size_t>(column)]) % 3;
      board.set(row, column, (board.at(row, column) - 1 + (increment_ > 0 ? added : 3 - added)) % 3 + 1);
    }
  }
  return board;
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
