// How much the free squares of a board are worth for later tiles.
//
// The value of a free square depends on which of the squares around it are free: the four next to it, the four diagonal
// ones, and the twelve that are two away. It has two parts. One is linear in the free squares next to it: it keeps
// tiles close together. The other decreases exponentially with the squares around that are not free, as the number of a
// large tile's placements does. The larger the tiles are, the more the second part counts, and the quicker it
// decreases. All numbers are integers, so the same board has the same value on every machine.
#pragma once

#include "grid.hpp"
#include "piece.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace polyomino::champion {

class Openness {
 public:
  /// The unit of the values: a move of a tile that is not large is 1/e times as probable if it loses so much as if it
  /// loses nothing. See Packing.
  static constexpr int temperature = 4096;

  /// How many squares around a free one are free, in each of the three groups: up to 4, 4 and 12.
  struct Around {
    int next = 0;
    int diagonal = 0;
    int two_away = 0;
  };

  /// `contact` and `room`: the weights of the two parts, in hundredths.
  Openness(const Grid& grid, int contact, int room);

  /// Computes the values anew, for requests of tiles of `size` squares.
  void adapt(const Grid& grid, int size);

  /// Returns the value of a free square.
  [[nodiscard]] int value(const Around& around) const { return values_[code(around)]; }
  /// Returns the sum of the values of the turn's squares if its corner lies on `square`: a quick estimate of loss().
  [[nodiscard]] std::int64_t estimate(const Turn& turn, int square) const {
    std::int64_t sum = 0;
    for (const int offset : turn.offsets) sum += value_at(square + offset);
    return sum;
  }
  /// Returns how much the value of the board decreases if the turn's squares are covered; all of them must be free.
  [[nodiscard]] std::int64_t loss(const Turn& turn, int square);

  /// Covers free squares, or frees covered ones.
  void cover(std::span<const int> offsets, int square);
  void uncover(std::span<const int> offsets, int square);

 private:
  static constexpr int reach = Grid::margin;
  static constexpr int span = 8;  // of the weights in a row, so that they fill a register: 2 * reach + 1 count
  /// What a free square adds to its own code: the number of codes of a square that is not free, 5 * 5 * 13.
  static constexpr std::size_t free = 325;
  using Row = std::array<std::int16_t, span>;

  /// Returns the code of a free square: an index into values_.
  [[nodiscard]] static std::size_t code(const Around& around) {
    return free + static_cast<std::size_t>(around.next + 5 * around.diagonal + 25 * around.two_away);
  }
  [[nodiscard]] int value_at(int square) const {
    return values_[static_cast<std::size_t>(codes_[static_cast<std::size_t>(square)])];
  }
  /// What a free square adds to the codes around it and to its own.
  static const std::array<Row, 2 * reach + 1> weights;

  template <int sign>
  void change(std::span<const int> offsets, int square);
  /// Returns the sum of the values of the squares that depend on what is in a bounding box.
  [[nodiscard]] std::int64_t value_around(const Turn& turn, int square) const;

  int stride_;
  int contact_;
  int room_;
  std::vector<std::int16_t> codes_;     // by square; a code below `free`: it is not free
  std::array<int, 2 * free> values_{};  // by code
};

}  // namespace polyomino::champion
