// Where a tile touches most: the placement with the fewest edges that face a free square.
#pragma once

#include "../bit_rows.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <polyomino/polyomino.hpp>
#include <string>
#include <vector>

namespace polyomino {

/// A tile in a rotation, and where the upper left corner of its bounding box comes to.
struct Spot {
  Tile tile;
  int x = 0;
  int y = 0;
};

/// Numbers for all x of a row at once, bit by bit: plane k contains bit k of each.
class Counters {
 public:
  /// Adds 1 to the numbers whose bit is set in `where`.
  void add(BitRow where) {
    for (BitRow& plane : planes_) {
      if (where.none()) return;
      const BitRow carry = plane & where;
      plane ^= where;
      where = carry;
    }
  }

  struct Least {
    int value;
    int x;
  };
  /// Returns the smallest number among the x in `among`, which must have at least one, and the first x with that
  /// number.
  [[nodiscard]] Least least(BitRow among) const {
    int value = 0;
    for (std::size_t bit = planes_.size(); bit-- > 0;) {
      BitRow without = among & planes_[bit];
      without ^= among;
      if (without.none()) {
        value += 1 << bit;
      } else {
        among = without;
      }
    }
    return {value, among.first()};
  }

 private:
  std::array<BitRow, 11> planes_{};  // up to 2047: a tile of 1000 squares has at most 2002 edges
};

/// Returns the squares beyond the tile's edges, one for each edge.
inline std::vector<Square> outside_of(const Tile& tile) {
  const std::vector<std::string> rows = tile.rows();
  const auto inside = [&](Square square) {
    return square.x >= 0 && square.y >= 0 && square.x < tile.width() && square.y < tile.height() &&
           rows[static_cast<std::size_t>(square.y)][static_cast<std::size_t>(square.x)] == 'X';
  };
  std::vector<Square> outside;
  for (const auto [x, y] : tile.squares()) {
    for (const Square beside : {Square{x, y - 1}, Square{x - 1, y}, Square{x + 1, y}, Square{x, y + 1}}) {
      if (!inside(beside)) outside.push_back(beside);
    }
  }
  return outside;
}

/// Returns the placement in which the fewest of the tile's edges face a free square, or nothing if it fits nowhere.
/// Among equal ones: the first by rotation, y, x.
[[nodiscard]] inline std::optional<Spot> closest(const Tile& tile, const BitRows& free) {
  std::optional<Spot> best;
  int fewest = 0;
  for (int rotation = 0; rotation < 4; ++rotation) {
    const Tile turned = tile.turned(rotation);
    const std::vector<Square> outside = outside_of(turned);
    for (int y = 0; y <= free.height() - turned.height(); ++y) {
      const BitRow columns = free.fits(turned.squares(), y);
      if (columns.none()) continue;
      Counters free_edges;
      for (const Square square : outside) free_edges.add(columns & free.row(y + square.y, square.x));
      const Counters::Least found = free_edges.least(columns);
      if (best && found.value >= fewest) continue;
      best = Spot{turned, found.x, y};
      fewest = found.value;
    }
  }
  return best;
}

}  // namespace polyomino
