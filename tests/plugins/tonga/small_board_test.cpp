// The board of 4 x 4 is solved by a plain table of all its positions.
#include "grid.hpp"

#include <tonga/strategies/champion/endgame.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tonga {
namespace {

constexpr int small_size = 4;
constexpr int small_cells = small_size * small_size;

/// Black's lead at the end of each position, if both play their best. A position's number has a digit to base 3 for
/// each square.
class SmallBoard {
 public:
  SmallBoard() : leads_(weight(small_cells), unknown) {}

  int lead(test::Grid& grid) { return solve(grid, number(grid)); }

 private:
  static constexpr std::int16_t unknown = INT16_MIN;

  static std::size_t weight(int square) {
    std::size_t result = 1;
    for (int i = 0; i < square; ++i) result *= 3;
    return result;
  }

  static std::size_t number(const test::Grid& grid) {
    std::size_t sum = 0;
    for (int square = 0; square < small_cells; ++square)
      sum += weight(square) * (grid.at(square) == '.' ? 0 : grid.at(square) == 'B' ? 1 : 2);
    return sum;
  }

  int solve(test::Grid& grid, std::size_t number) {
    if (leads_[number] != unknown) return leads_[number];
    const std::vector<int> free = grid.empty();
    int best = 0;
    if (free.empty()) {
      best = grid.points('B') - grid.points('W');
    } else {
      const bool black = free.size() % 2 == 0;
      best = black ? -small_cells * small_cells : small_cells * small_cells;
      for (const int square : free) {
        grid.at(square) = black ? 'B' : 'W';
        const int after = solve(grid, number + weight(square) * (black ? 1 : 2));
        grid.at(square) = '.';
        best = black ? std::max(best, after) : std::min(best, after);
      }
    }
    leads_[number] = static_cast<std::int16_t>(best);
    return best;
  }

  std::vector<std::int16_t> leads_;
};

TEST_CASE("on the board of 4 x 4 each first move leads to a draw, and champion's end plays no move that loses points") {
  SmallBoard board;
  agon::Random random(49);
  for (int first = 0; first < small_cells; ++first) {
    test::Grid grid(small_size);
    grid.at(first) = 'B';
    CHECK(board.lead(grid) == 0);
    champion::Endgame end(grid.search_stones());
    for (int ply = 1; ply < small_cells; ++ply) {
      const search::Stones stones = grid.search_stones();
      REQUIRE(end.lead(stones) == board.lead(grid));
      const int lead = board.lead(grid);
      const int best = end.best(stones);
      const char mover = "BW"[ply % 2];
      grid.on(best) = mover;
      CHECK(board.lead(grid) == lead);
      if (ply % 2 == first % 2) continue;
      grid.on(best) = '.';  // one seat plays at random
      const std::vector<int> free = grid.empty();
      grid.at(free[static_cast<std::size_t>(random.below(free.size()))]) = mover;
    }
  }
}

}  // namespace
}  // namespace tonga
