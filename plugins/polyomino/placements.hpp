// Every way in which tiles that are held can be placed, and which actions a search should consider.
//
// Two rules of thumb leave out most actions. A tile that could lie one square farther up or left in the same rotation
// leaves a gap there, so only corners are considered: placements that allow neither. And a tile of s squares scores
// s * s, so large tiles are asked for first: those of the largest size that surely fits, down to half of it.
#pragma once

#include "bit_rows.hpp"
#include "rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyomino {

/// A tile, and where the upper left corner of its bounding box comes to after rotation.
struct Placement {
  int index = 0;
  int x = 0;
  int y = 0;
  int rotation = 0;
};

/// The legal placements of a match. It follows the match: what a tile can no longer do, it can never do again.
class Placements {
 public:
  explicit Placements(const Match& match);

  /// Brings everything up to date with the same match, or one that equals it, later on.
  void follow(const Match& match);

  /// Returns the number of corners: at least 1 if a tile that is held fits somewhere.
  [[nodiscard]] std::uint64_t corners() const { return corners_; }
  /// Returns corner number `index`, 0 .. corners() - 1: by tile, rotation, y, x.
  [[nodiscard]] Placement corner(const Match& match, std::uint64_t index) const;
  /// Returns the largest size at which all of some random tiles fit. Less than min_size: not all of the smallest fit.
  [[nodiscard]] int largest_size(const Match& match) const;
  /// Calls visit(placement) for each placement: by tile, rotation, y, x.
  template <class Visit>
  void each(const Match& match, Visit&& visit) const {
    for (const Held& held : held_) {
      for (int rotation = 0; rotation < rotations; ++rotation) {
        const std::vector<Cell> cells = turned_cells(match, held.index, rotation);
        for (int y = 0; y < free_.height(); ++y) {
          for (BitRow columns = free_.fits(cells, y); !columns.none(); columns.drop_first())
            visit(Placement{held.index, columns.first(), y, rotation});
        }
      }
    }
  }

  /// Returns the cells of a tile, relative to its box after rotation.
  static std::vector<Cell> turned_cells(const Match& match, int index, int rotation);

 private:
  static constexpr int rotations = 4;

  /// A tile that still fits somewhere.
  struct Held {
    int index = 0;
    std::uint64_t corners = 0;
  };

  /// Counts anew where the tiles held_[from] and later fit.
  void look(const Match& match, std::size_t from);
  [[nodiscard]] std::uint64_t count_corners(const Match& match, int index) const;
  /// Whether the first `size` squares of sample number `sample` fit somewhere.
  [[nodiscard]] bool sample_fits(std::size_t sample, int size) const;
  /// Covers a tile that was placed; returns whether it was.
  bool cover_if_placed(const Match& match, int index);

  BitRows free_;
  std::vector<Held> held_;
  std::size_t tiles_ = 0;  // so many are known
  std::uint64_t corners_ = 0;
  static constexpr std::size_t sample_count = 8;
  mutable std::array<int, sample_count> sizes_{};  // of the samples, the largest that fit at the last call
  mutable bool measured_ = false;                  // sizes_ are known
};

}  // namespace polyomino
