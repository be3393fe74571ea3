// The free squares of a board as one long row of bits, to test 128 places of a tile at once.
//
// The rows lie one behind the other, each followed by a margin of squares that are never free. A square has a number,
// and a tile is a list of distances between such numbers. A tile is connected, so it can't cross a margin: no test
// needs to know where a row ends. The bits are kept in eight copies, each shifted by one bit more than the previous
// one, so that the bits from any square on begin at some byte of a copy.
#pragma once

#include "../../rules.hpp"
#include "piece.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <polyomino/polyomino.hpp>
#include <span>
#include <vector>

namespace polyomino::champion {

class Grid {
 public:
  /// The width of the margins around the board, squares.
  static constexpr int margin = 2;

  explicit Grid(const Position& position);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// Returns the distance between the numbers of a square and of the one below.
  [[nodiscard]] int stride() const { return width_ + margin; }
  /// Returns the number of a square; up to `margin` outside of the board, too.
  [[nodiscard]] int square(int x, int y) const { return (y + margin) * stride() + x + margin; }
  [[nodiscard]] int x(int square) const { return (square - margin) % stride(); }
  [[nodiscard]] int y(int square) const { return (square - margin) / stride() - margin; }
  /// Returns one more than the largest number of a square on the board.
  [[nodiscard]] int end() const { return square(width_ - 1, height_ - 1) + 1; }

  [[nodiscard]] int free_squares() const { return free_squares_; }
  /// Returns whether the square is free; any number.
  [[nodiscard]] bool free(int square) const { return square >= 0 && square < end() && (bits(square) & 1U) != 0; }
  /// Returns whether the 64 squares from this one on are free, as bits, the lowest first; any number. Squares before
  /// number 0 and from end() on are not free.
  [[nodiscard]] std::uint64_t bits(int square) const {
    if (square >= end() || square <= -64) return 0;
    return square >= 0 ? load(place(square)) : load(place(0)) << -square;
  }

  /// Covers the squares at these distances from `square`, which must be free, or frees them, if they are covered.
  void flip(std::span<const int> offsets, int square);

  /// Calls visit(square) for each square where the corner of the turn's bounding box may be, from row `first_row` on in
  /// ascending order and then those above it, until visit returns false. Returns whether it never did.
  template <class Visit>
  bool each_fit(const Turn& turn, int first_row, Visit&& visit) const {
    const int rows = height_ - turn.height + 1;  // in which the corner may be
    if (rows <= 0 || turn.width > width_) return true;
    const int from = square(0, first_row < rows ? first_row : 0);
    std::array<const std::uint8_t*, max_size> places;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (std::size_t at = 0; at < turn.offsets.size(); ++at) places[at] = place(turn.offsets[at]);
    const std::span<const std::uint8_t* const> used(places.data(), turn.offsets.size());
    return each_in(used, from, square(width_, rows - 1), visit) && each_in(used, square(0, 0), from, visit);
  }

 private:
  static_assert(std::endian::native == std::endian::little, "a word's lowest bit has to be in its first byte");

  /// Returns where the bits begin from that square on.
  [[nodiscard]] const std::uint8_t* place(int square) const {
    const auto bit = static_cast<std::size_t>(square);
    return copies_[bit % 8].data() + bit / 8;
  }
  [[nodiscard]] static std::uint64_t load(const std::uint8_t* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof(word));
    return word;
  }

  /// Which of 128 squares a turn's corner may be on, as bits, the lowest first.
  struct Fits {
    std::uint64_t low;
    std::uint64_t high;

    void narrow(const std::uint8_t* from) {
      low &= load(from);
      high &= load(from + 8);
    }
    [[nodiscard]] bool none() const { return (low | high) == 0; }
  };

  /// Tests the 128 squares from number byte * 8 on. `places`: where the bits of the turn's squares begin if its corner
  /// is square 0.
  [[nodiscard]] static Fits fits(std::span<const std::uint8_t* const> places, int byte) {
    Fits fits{load(places[0] + byte), load(places[0] + byte + 8)};
    std::size_t at = 1;
    if (places.size() > 3) {  // hardly any square passes the first few tests: no need to look in between
      for (; at <= 3; ++at) fits.narrow(places[at] + byte);
    }
    for (; at + 1 < places.size() && !fits.none(); at += 2) {
      fits.narrow(places[at] + byte);
      fits.narrow(places[at + 1] + byte);
    }
    if (at < places.size()) fits.narrow(places[at] + byte);
    return fits;
  }

  /// Visits the fits among the squares first .. last - 1. `places`: see fits().
  template <class Visit>
  static bool each_in(std::span<const std::uint8_t* const> places, int first, int last, Visit&& visit) {
    for (int base = first / 8 * 8; base < last; base += 128) {
      const Fits found = fits(places, base / 8);
      if (found.none()) continue;
      for (int half = base; half < base + 128; half += 64) {
        for (std::uint64_t word = half == base ? found.low : found.high; word != 0; word &= word - 1) {
          const int fit = half + std::countr_zero(word);
          if (fit >= first && fit < last && !visit(fit)) return false;
        }
      }
    }
    return true;
  }

  int width_;
  int height_;
  int free_squares_ = 0;
  std::array<std::vector<std::uint8_t>, 8> copies_;  // bit b of copy c: whether square b + c is free
};

}  // namespace polyomino::champion
