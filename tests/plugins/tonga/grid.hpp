// Boards for the tests, as plain arrays: '.', 'B' and 'W', with everything counted anew by flood fill.
#pragma once

#include "tests/support/driven_player.hpp"

#include <tonga/tonga.h>
#include <tonga/rules.hpp>
#include <tonga/strategies/search/stones.hpp>

#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tonga::test {

// The built plugins, driven through their C tables.
using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<tonga_observation, tonga_action>;
using Player = support::Player<tonga_observation, tonga_action>;

/// The parameters of a board of that size.
inline Values sized(int size) {
  return {{"n", std::to_string(size)}};
}

/// A square board, row by row.
struct Grid {
  explicit Grid(int side) : size(side), stones(static_cast<std::size_t>(side * side), '.') {}

  int size;
  std::string stones;

  [[nodiscard]] char& at(int square) { return stones[static_cast<std::size_t>(square)]; }
  [[nodiscard]] char at(int square) const { return stones[static_cast<std::size_t>(square)]; }
  [[nodiscard]] int cells() const { return size * size; }

  [[nodiscard]] std::vector<int> empty() const {
    std::vector<int> squares;
    for (int square = 0; square < cells(); ++square) {
      if (at(square) == '.') squares.push_back(square);
    }
    return squares;
  }

  /// The squares above, below, left and right, where there are such.
  struct Beside {
    std::array<int, 4> squares{};
    std::size_t count = 0;
    void add(int square) { squares[count++] = square; }
    [[nodiscard]] const int* begin() const { return squares.data(); }
    [[nodiscard]] const int* end() const { return squares.data() + count; }
  };
  [[nodiscard]] Beside beside(int square) const {
    Beside result;
    if (square >= size) result.add(square - size);
    if (square + size < cells()) result.add(square + size);
    if (square % size != 0) result.add(square - 1);
    if (square % size != size - 1) result.add(square + 1);
    return result;
  }

  /// The isles of one colour, each as its squares.
  [[nodiscard]] std::vector<std::vector<int>> isles(char colour) const {
    std::vector<std::vector<int>> found;
    std::vector<bool> seen(stones.size());
    for (int start = 0; start < cells(); ++start) {
      if (at(start) != colour || seen[static_cast<std::size_t>(start)]) continue;
      std::vector<int> isle{start};
      seen[static_cast<std::size_t>(start)] = true;
      for (std::size_t i = 0; i < isle.size(); ++i) {
        for (const int next : beside(isle[i])) {
          if (at(next) != colour || seen[static_cast<std::size_t>(next)]) continue;
          seen[static_cast<std::size_t>(next)] = true;
          isle.push_back(next);
        }
      }
      found.push_back(std::move(isle));
    }
    return found;
  }

  [[nodiscard]] int points(char colour) const {
    int sum = 0;
    for (const auto& isle : isles(colour)) sum += static_cast<int>(isle.size() * isle.size());
    return sum;
  }

  /// The number that a search has for a square, and back.
  [[nodiscard]] int searched(int square) const { return square / size * max_size + square % size; }
  [[nodiscard]] char& on(int searched) { return at(searched / max_size * size + searched % max_size); }

  /// The same stones as a search has them.
  [[nodiscard]] search::Stones search_stones() const {
    search::Stones result(size);
    for (int square = 0; square < cells(); ++square) {
      if (at(square) != '.') result.put(searched(square), at(square) == 'B' ? 0 : 1);
    }
    return result;
  }

  /// The same stones on the rules' board.
  [[nodiscard]] Board board() const {
    Board result(size);
    for (int square = 0; square < cells(); ++square) {
      if (at(square) != '.') result.place(square, at(square) == 'B' ? Colour::black : Colour::white);
    }
    return result;
  }
};

/// A board with all but `empties` squares taken by stones of random colours. `clumping` of 10 stones take a
/// neighbour's colour where there is one, so that large isles occur.
inline Grid random_grid(int size, int empties, agon::Random& random, std::uint64_t clumping = 0) {
  Grid grid(size);
  std::vector<int> free = grid.empty();
  while (static_cast<int>(free.size()) > empties) {
    const auto chosen = static_cast<std::size_t>(random.below(free.size()));
    const int square = free[chosen];
    free[chosen] = free.back();
    free.pop_back();
    const Grid::Beside beside = grid.beside(square);
    const char neighbour = grid.at(beside.begin()[random.below(beside.count)]);
    const bool same = random.below(10) < clumping && neighbour != '.';
    grid.at(square) = same ? neighbour : "BW"[random.below(2)];
  }
  return grid;
}

}  // namespace tonga::test
