// A requested tile, in a form that makes placing it on a Grid quick.
#pragma once

#include <polyomino/polyomino.hpp>
#include <vector>

namespace polyomino::champion {

/// A tile in one rotation.
struct Turn {
  int rotation = 0;
  int width = 0;
  int height = 0;
  /// The distances of its squares from the upper left corner of the bounding box, in numbers of a Grid. The first ones
  /// are far from each other: where the tile does not fit, they usually show it.
  std::vector<int> offsets = {};
};

/// A tile, and where it lies.
struct Piece {
  /// `stride`: of the Grid.
  Piece(const Tile& tile, int stride);

  [[nodiscard]] int size() const { return static_cast<int>(turns.front().offsets.size()); }
  [[nodiscard]] bool placed() const { return square >= 0; }
  /// Returns the rotation in which it lies; it must be placed.
  [[nodiscard]] const Turn& turn() const { return turns[static_cast<std::size_t>(turned)]; }

  int index;                // of the tile in the match
  std::vector<Turn> turns;  // those that differ
  int square = -1;          // where the corner of the bounding box lies; -1: nowhere
  int turned = 0;           // index of the turn in which it lies
};

}  // namespace polyomino::champion
