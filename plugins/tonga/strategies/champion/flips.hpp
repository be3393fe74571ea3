// What each square of a full board is worth to its owner: how the score would change if it had the other colour.
//
// One full board so tells something of all squares, where a mean over boards (RAVE) needs many boards for each square.
#pragma once

#include "../search/stones.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tonga::champion {

using search::Rows;

class Flips {
 public:
  explicit Flips(int size);

  /// Takes the full board on which Black has these squares and White all others.
  void measure(const Rows& black);

  /// Returns Black's lead.
  [[nodiscard]] int lead() const { return lead_; }

  /// By square: the signed root of the lead with the square Black, less that with the square White.
  [[nodiscard]] const std::array<float, max_cells>& worth() const { return worth_; }

 private:
  static constexpr int width = max_size + 2;  // of a board with a border
  static constexpr std::array<int, 4> beside = {-width, -1, 1, width};
  template <class Element>
  using Table = std::array<Element, static_cast<std::size_t>(width* width)>;

  /// Visits an isle depth first, and finds the parts into which it falls without the square (Hopcroft and Tarjan 1973).
  /// Returns the lowest number that its subtree touches.
  int visit(int square, int from);
  /// Returns how much larger the lead of the square's owner is than with the other colour.
  [[nodiscard]] int worth_to_owner(int square) const;
  [[nodiscard]] int area_at(int square) const { return areas_[isles_[at(square)]]; }
  static std::size_t at(int square) { return static_cast<std::size_t>(square); }

  int size_;
  int lead_ = 0;
  Table<std::int8_t> colours_{};       // 0 Black, 1 White, 2 border
  Table<std::int16_t> numbers_{};      // in the order of the visit, from 1; 0: not visited
  Table<std::int16_t> subtrees_{};     // squares of the subtree
  Table<std::int16_t> cut_off_{};      // squares of the isle that only this square joins to the rest of the visit
  Table<std::int32_t> cut_squares_{};  // the sum of the squares of these parts' sizes
  Table<std::uint8_t> isles_{};
  std::array<int, max_cells> areas_{};  // of the isles
  int visited_ = 0;
  std::uint8_t isle_ = 0;
  std::array<float, max_cells> worth_{};
};

}  // namespace tonga::champion
