// The position of a search: the stones of both colours as rows of bits, so that it is copied and scored quickly.
#pragma once

#include "../../rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tonga::search {

/// The squares of one colour: bit c of row r is square (r, c).
using Rows = std::array<std::uint16_t, max_size>;

/// A square has the same number on every board: row * 16 + column. Tables by square have max_cells entries.
using Square = std::uint8_t;
constexpr int row_of(int square) {
  return square / max_size;
}
constexpr int column_of(int square) {
  return square % max_size;
}

/// Adds a square to a set.
inline void insert(Rows& rows, int square) {
  std::uint16_t& row = rows[static_cast<std::size_t>(row_of(square))];
  row = static_cast<std::uint16_t>(row | 1U << static_cast<unsigned>(column_of(square)));
}
inline bool contains(const Rows& rows, int square) {
  return (rows[static_cast<std::size_t>(row_of(square))] >> static_cast<unsigned>(column_of(square)) & 1U) != 0;
}

/// Returns the sum of the squares of the isles' sizes. `rows` has stones on the first `size` rows and columns only.
[[nodiscard]] int points(const Rows& rows, int size);

/// Returns the contest score of a lead in points.
[[nodiscard]] float signed_root(int lead);

/// A list of squares without allocation.
struct Squares {  // NOLINT(*-member-init): see list
  int count = 0;
  std::array<Square, max_cells> list;  // the first `count` are valid
  [[nodiscard]] const Square* begin() const { return list.data(); }
  [[nodiscard]] const Square* end() const { return list.data() + count; }
};

class Stones {
 public:
  explicit Stones(int size) : size_(size) {}

  [[nodiscard]] int size() const { return size_; }
  /// Returns the end of the squares' numbers: size rows of 16.
  [[nodiscard]] int span() const { return size_ * max_size; }
  /// Returns 0 for Black, 1 for White: the colour to move.
  [[nodiscard]] int mover() const { return count_ % 2; }
  [[nodiscard]] int empty_count() const { return size_ * size_ - count_; }
  [[nodiscard]] const Rows& of(int colour) const { return rows_[static_cast<std::size_t>(colour)]; }
  [[nodiscard]] bool empty(int square) const { return !contains(rows_[0], square) && !contains(rows_[1], square); }
  /// Returns the empty squares in ascending order.
  [[nodiscard]] Squares empties() const;
  /// Differs, as far as 64 bits can, for all positions of one size.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  /// Puts a stone of the colour to move on an empty square.
  void play(int square) { put(square, mover()); }
  /// Puts a stone of either colour on an empty square: for setting up a position.
  void put(int square, int colour);

  /// Returns Black's lead if Black has these squares and White all others.
  [[nodiscard]] int lead(const Rows& black) const;

 private:
  int size_;
  int count_ = 0;
  std::array<Rows, 2> rows_{};
  std::uint64_t hash_ = 0;
};

}  // namespace tonga::search
