// Which cells each kind of tile leads to from each cell of a board, if no cell were exhausted.
#pragma once

#include <chesspuzzle/rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chesspuzzle::champion {

class Graph {
 public:
  Graph(int rows, int columns);

  [[nodiscard]] int cells() const { return cells_; }

  /// Returns whether a cell is in the first or last row or column.
  [[nodiscard]] bool edge(int cell) const {
    const int row = cell / columns_;
    const int column = cell % columns_;
    return row == 0 || column == 0 || (row + 1) * columns_ == cells_ || column + 1 == columns_;
  }

  /// Returns the cells that `kind`, removed from `cell`, leads to: at most 8. `kind` must not be Kind::none.
  [[nodiscard]] std::span<const std::uint8_t> targets(int cell, Kind kind) const {
    const Targets& all = targets_[static_cast<std::size_t>(cell * tile_kinds + static_cast<int>(kind) - 1)];
    return {all.cells.data(), all.count};
  }

 private:
  struct Targets {
    std::array<std::uint8_t, 8> cells{};
    std::size_t count = 0;
  };

  int columns_;
  int cells_;
  std::vector<Targets> targets_;
};

}  // namespace chesspuzzle::champion
