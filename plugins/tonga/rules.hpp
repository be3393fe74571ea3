// The rules of PseudoTonga as a plain library: a board, its isles and their points.
//
// An isle is a maximal group of stones of one colour connected orthogonally. A colour's points are the sum of the
// squares of its isles' sizes. Source: the statement of PseudoTonga (TopCoder Marathon Match 6, 2006).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tonga {

inline constexpr int min_size = 4;
inline constexpr int min_drawn_size = 6;  // the contest's
inline constexpr int max_size = 16;
inline constexpr int max_cells = max_size * max_size;

/// A player, or the owner of a stone. Black moves first.
enum class Colour : std::int8_t { none = 0, black = 1, white = 2 };

constexpr Colour other(Colour colour) {
  return colour == Colour::black ? Colour::white : Colour::black;
}

/// A board and its isles. Squares are numbered row by row: row * size + column.
class Board {
 public:
  /// Creates an empty board of size x size squares; size 1 .. max_size (matches use the even sizes from min_size on).
  explicit Board(int size);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int cells() const { return size_ * size_; }
  [[nodiscard]] int stones() const { return stones_; }
  [[nodiscard]] bool full() const { return stones_ == cells(); }
  /// Returns all squares, row by row.
  [[nodiscard]] std::span<const Colour> colours() const { return {colours_.data(), static_cast<std::size_t>(cells())}; }
  /// Returns max_cells squares for a board of any size: those beyond the last are empty.
  [[nodiscard]] std::span<const Colour, max_cells> all_colours() const { return colours_; }
  [[nodiscard]] Colour at(int square) const { return colours_[static_cast<std::size_t>(square)]; }

  /// Black moves when the number of stones is even.
  [[nodiscard]] Colour to_move() const { return stones_ % 2 == 0 ? Colour::black : Colour::white; }

  /// Puts a stone of `colour` on an empty square. Amortised O(1).
  void place(int square, Colour colour);

  /// Returns the current points of `colour`: at most 65536.
  [[nodiscard]] int points(Colour colour) const { return points_[static_cast<std::size_t>(colour)]; }

  /// Returns points(colour) after a stone of `colour` on an empty square, without placing it.
  [[nodiscard]] int points_after(int square, Colour colour) const;

  /// Returns the number of stones in the isle of the stone on `square`.
  [[nodiscard]] int isle_size(int square) const { return area_[root(square)]; }

  /// The adjacent squares of each square: their number, and which.
  struct Neighbours {
    std::int8_t count = 0;
    std::array<std::int16_t, 4> squares{};
    [[nodiscard]] const std::int16_t* begin() const { return squares.data(); }
    [[nodiscard]] const std::int16_t* end() const { return squares.data() + count; }
  };
  [[nodiscard]] const Neighbours& neighbours(int square) const {
    return (*neighbours_)[static_cast<std::size_t>(square)];
  }

 private:
  using NeighbourTable = std::array<Neighbours, max_cells>;
  static const NeighbourTable& neighbour_table(int size);

  /// Returns the representative of a stone's isle, with path halving.
  [[nodiscard]] std::size_t root(int square) const;

  int size_;
  int stones_ = 0;
  const NeighbourTable* neighbours_;
  std::array<int, 3> points_{};
  std::array<Colour, max_cells> colours_{};
  mutable std::array<std::int16_t, max_cells> parent_{};  // union-find: paths are shortened on reading
  std::array<std::int16_t, max_cells> area_{};            // of the isle; valid at its representative
};

/// The empty squares of a board that fills, in an order of its own, so that one of them is drawn in O(1).
class EmptyList {
 public:
  /// Those of a board.
  explicit EmptyList(const Board& board) {
    for (int square = 0; square < board.cells(); ++square) {
      if (board.at(square) == Colour::none) add(square);
    }
  }

  [[nodiscard]] int count() const { return count_; }
  /// Number `index`, 0 .. count() - 1.
  [[nodiscard]] int at(int index) const { return squares_[static_cast<std::size_t>(index)]; }

  /// Removes one of them. O(1).
  void remove(int square) {
    const std::uint8_t place = places_[static_cast<std::size_t>(square)];
    const std::uint8_t moved = squares_[static_cast<std::size_t>(--count_)];
    squares_[place] = moved;
    places_[moved] = place;
  }

 private:
  void add(int square) {
    places_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(count_);
    squares_[static_cast<std::size_t>(count_++)] = static_cast<std::uint8_t>(square);
  }

  static_assert(max_cells - 1 <= UINT8_MAX);
  int count_ = 0;
  std::array<std::uint8_t, max_cells> squares_{};  // the first count_ of them
  std::array<std::uint8_t, max_cells> places_{};   // where each square is in squares_
};

}  // namespace tonga
