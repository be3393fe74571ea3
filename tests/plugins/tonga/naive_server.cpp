#include "naive_server.hpp"

#include <algorithm>
#include <cstdint>

namespace tonga::test {

namespace {

char other_of(char colour) {
  return colour == 'B' ? 'W' : 'B';
}

std::int64_t perimeter_of(const Grid& grid, const std::vector<int>& isle, std::string_view perimeter) {
  std::vector<bool> counted(grid.stones.size());
  std::int64_t squares = 0;
  std::int64_t edges = 0;
  std::int64_t outline = 0;
  for (const int stone : isle) {
    outline += 4;
    for (const int next : grid.beside(stone)) {
      if (grid.at(next) == '.') {
        ++edges;
        if (!counted[static_cast<std::size_t>(next)]) ++squares;
        counted[static_cast<std::size_t>(next)] = true;
      }
      if (grid.at(next) == grid.at(stone)) --outline;
    }
  }
  if (perimeter == "squares") return squares;
  return perimeter == "edges" ? edges : outline;
}

std::int64_t worth(const Grid& grid, char colour, std::string_view perimeter) {
  std::int64_t sum = 0;
  for (const auto& isle : grid.isles(colour)) {
    const auto area = static_cast<std::int64_t>(isle.size());
    sum += area * area * perimeter_of(grid, isle, perimeter);
  }
  return sum;
}

/// The value for `mover` of `grid` with `plies` moves to come, the first of them by `to_move`.
std::int64_t minimax(Grid& grid, char mover, char to_move, int plies, std::string_view perimeter) {
  const std::vector<int> empty = grid.empty();
  if (plies == 0 || empty.empty()) return naive_lead(grid, mover, perimeter);
  std::vector<std::int64_t> values;
  for (const int square : empty) {
    grid.at(square) = to_move;
    values.push_back(minimax(grid, mover, other_of(to_move), plies - 1, perimeter));
    grid.at(square) = '.';
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return to_move == mover ? *most : *least;
}

}  // namespace

std::int64_t naive_lead(const Grid& grid, char colour, std::string_view perimeter) {
  return worth(grid, colour, perimeter) - worth(grid, other_of(colour), perimeter);
}

NaiveVerdict naive_best_squares(const Grid& grid, char mover, std::string_view perimeter) {
  NaiveVerdict verdict;
  Grid trial = grid;
  for (const int square : grid.empty()) {
    trial.at(square) = mover;
    const std::int64_t value = minimax(trial, mover, other_of(mover), 2, perimeter);
    trial.at(square) = '.';
    if (verdict.squares.empty() || value > verdict.value) verdict = {value, {}};
    if (value == verdict.value) verdict.squares.push_back(square);
  }
  return verdict;
}

}  // namespace tonga::test
