// The free squares of a board, one row of bits per board row: one operation processes all x at once.
#pragma once

#include "rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace polyomino {

/// One bit for each x of a row.
class BitRow {
 public:
  static constexpr std::size_t word_count = 4;
  static constexpr int bit_count = 64 * word_count;
  static_assert(bit_count >= max_side);

  [[nodiscard]] std::uint64_t& word(std::size_t index) { return words_[index]; }
  [[nodiscard]] bool none() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }

  /// Returns the smallest x whose bit is set; at least one must be set.
  [[nodiscard]] int first() const {
    std::size_t index = 0;
    while (words_[index] == 0) ++index;
    return static_cast<int>(index) * 64 + std::countr_zero(words_[index]);
  }

  /// Returns the number of set bits.
  [[nodiscard]] int count() const {
    int bits = 0;
    for (const std::uint64_t word : words_) bits += std::popcount(word);
    return bits;
  }

  /// Clears the smallest x whose bit is set.
  void drop_first() {
    const auto bit = static_cast<std::size_t>(first());
    words_[bit / 64] &= words_[bit / 64] - 1;
  }

  /// Clears each bit whose left neighbour, x - 1, is set, or whose bit is set in `above`.
  void keep_corners(const BitRow& above) {
    std::uint64_t carried = 0;
    for (std::size_t index = 0; index < word_count; ++index) {
      const std::uint64_t bits = words_[index];
      words_[index] &= ~(bits << 1U | carried) & ~above.words_[index];
      carried = bits >> 63U;
    }
  }

  BitRow& operator&=(const BitRow& other) {
    for (std::size_t index = 0; index < word_count; ++index) words_[index] &= other.words_[index];
    return *this;
  }
  BitRow& operator^=(const BitRow& other) {
    for (std::size_t index = 0; index < word_count; ++index) words_[index] ^= other.words_[index];
    return *this;
  }
  friend BitRow operator&(BitRow a, const BitRow& b) { return a &= b; }

 private:
  std::array<std::uint64_t, word_count> words_{};
};

/// Which squares of a board are free. Squares off the board are not. A square can be any struct with x and y.
class BitRows {
 public:
  /// `board` has width(), height() and free(x, y).
  template <class Board>
  explicit BitRows(const Board& board)
      : height_(board.height()), words_(static_cast<std::size_t>(board.height()) * stride) {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < board.width(); ++x) {
        if (board.free(x, y)) flip(x, y);
      }
    }
  }

  [[nodiscard]] int height() const { return height_; }

  /// Returns a row whose bit x is set if (x + dx, y) is free.
  [[nodiscard]] BitRow row(int y, int dx = 0) const {
    BitRow result;
    if (y < 0 || y >= height_ || dx < -BitRow::bit_count || dx >= BitRow::bit_count) return result;
    const auto first = static_cast<std::size_t>(dx + BitRow::bit_count);  // in bits, from the row's margin on
    const std::uint64_t* const at = words_.data() + static_cast<std::size_t>(y) * stride + first / 64;
    const std::size_t shift = first % 64;
    for (std::size_t index = 0; index < BitRow::word_count; ++index)
      result.word(index) = at[index] >> shift | at[index + 1] << 1 << (63 - shift);
    return result;
  }

  /// All x for which the squares, moved by (x, y), are free.
  template <class Squares>
  [[nodiscard]] BitRow fits(const Squares& squares, int y) const {
    const std::span list(squares);
    BitRow all = row(y + list.front().y, list.front().x);
    for (const auto& square : list.subspan(1)) {
      if (all.none()) break;
      all &= row(y + square.y, square.x);
    }
    return all;
  }

  /// Whether the squares, moved by (x, y), are free.
  template <class Squares>
  [[nodiscard]] bool free(const Squares& squares, int x, int y) const {
    return std::ranges::all_of(squares, [&](const auto& square) {
      const int column = x + square.x;
      return column >= 0 && column < BitRow::bit_count && (row(y + square.y, column).word(0) & 1U) != 0;
    });
  }

  /// A tile now lies on the squares, moved by (x, y).
  template <class Squares>
  void cover(const Squares& squares, int x, int y) {
    for (const auto& square : squares) flip(x + square.x, y + square.y);
  }

 private:
  /// A row's words, with a margin on the left and one on the right, which stay 0, so that row() needs no range checks.
  static constexpr std::size_t stride = 3 * BitRow::word_count;

  void flip(int x, int y) {
    const auto bit = static_cast<std::size_t>(x);
    words_[static_cast<std::size_t>(y) * stride + BitRow::word_count + bit / 64] ^= std::uint64_t{1} << bit % 64;
  }

  int height_;
  std::vector<std::uint64_t> words_;
};

}  // namespace polyomino
