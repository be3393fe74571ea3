// The regions of empty cells, and how many there are after a move, without counting them again.
#pragma once

#include "rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace linez {

/// Finds the cells that hold a region together (articulation points: Hopcroft, Tarjan 1973): filling one splits its
/// region. Borrows the board, which must not change while this object is used.
class Regions {
 public:
  explicit Regions(const Board& board);

  [[nodiscard]] int count() const { return count_; }

  /// A number's cell, and what is next to it.
  struct Place {
    int cell = 0;
    int regions = 0;                      // adjacent to the cell
    int empty = 0;                        // adjacent cells
    std::array<std::int16_t, 4> cells{};  // these cells

    [[nodiscard]] bool next_to(int to) const {
      return to == cell - stride || to == cell - 1 || to == cell + 1 || to == cell + stride;
    }
  };
  [[nodiscard]] Place place(int cell) const;

  /// Returns whether the number can move to the empty cell `to`.
  [[nodiscard]] bool reaches(const Place& from, int to) const;
  /// Returns the number of regions after that move, if it makes no line.
  [[nodiscard]] int after(const Place& from, int to) const {
    // Usually the cell that is filled is neither next to the one that becomes empty, nor holds its region together.
    if (node(to).pieces > 1 || from.next_to(to)) return after_split(from, to);
    return count_ + node(to).pieces - from.regions;
  }

 private:
  /// An empty cell in a depth-first search of its region.
  struct Node {
    std::int16_t region = 0;               // from 1; 0: the cell is not empty
    std::int16_t order = 0;                // of discovery, in the whole board
    std::int16_t last = 0;                 // the latest of its descendants
    std::int16_t pieces = 0;               // into which the region falls apart if the cell is filled
    std::int16_t split = 0;                // how many of them consist of one child and its descendants
    std::array<std::int16_t, 4> childs{};  // these children
  };
  /// Visits a cell and its descendants. Returns the earliest cell that is adjacent to one of them.
  std::int16_t visit(int cell, int parent);
  [[nodiscard]] const Node& node(int cell) const { return nodes_[static_cast<std::size_t>(cell)]; }
  [[nodiscard]] int after_split(const Place& from, int to) const;
  /// Identifies the piece of the region of `cell` after `filled` is filled.
  [[nodiscard]] int piece(int cell, int filled) const;

  const Board& board_;
  std::int16_t count_ = 0;
  std::int16_t visited_ = 0;
  std::array<Node, cell_numbers> nodes_{};
};

inline bool Regions::reaches(const Place& from, int to) const {
  if (count_ == 1) return from.empty > 0;
  const std::int16_t region = node(to).region;
  for (int i = 0; i < from.empty; ++i) {
    if (node(from.cells[static_cast<std::size_t>(i)]).region == region) return true;
  }
  return false;
}

}  // namespace linez
