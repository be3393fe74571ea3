// Every way in which tiles that are held can be placed.
#pragma once

#include "bit_rows.hpp"
#include "rules.hpp"

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

  /// How many there are.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Number `index`, 0 .. count() - 1: by tile, rotation, y, x.
  [[nodiscard]] Placement at(const Match& match, std::uint64_t index) const;
  /// Calls visit(placement) for each, in that order.
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

 private:
  static constexpr int rotations = 4;

  /// A tile that still fits somewhere.
  struct Held {
    int index = 0;
    std::uint64_t fits = 0;
  };

  static std::vector<Cell> turned_cells(const Match& match, int index, int rotation);
  /// Counts anew where the tiles held_[from] and later fit.
  void look(const Match& match, std::size_t from);
  [[nodiscard]] std::uint64_t fits(const Match& match, int index) const;
  /// Covers a tile that was placed; returns whether it was.
  bool cover_if_placed(const Match& match, int index);

  BitRows free_;
  std::vector<Held> held_;
  std::size_t tiles_ = 0;  // so many are known
  std::uint64_t count_ = 0;
};

}  // namespace polyomino
