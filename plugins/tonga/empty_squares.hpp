// The list of empty squares of a board that fills up. Searching them on each turn would take most of a fast strategy's
// time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tonga/tonga.hpp>

namespace tonga {

/// The empty squares of one match, in no particular order.
class EmptySquares {
 public:
  /// Updates the list to the board that the seat to move sees. Cheap if the other seat's last move is the only change
  /// since take().
  void follow(const Position& position) {
    const auto last = position.last();
    if (board_size_ != position.size() || !last || !remove(*last)) list(position);
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Returns number `index`, below count().
  [[nodiscard]] Cell at(std::size_t index) const {
    return {static_cast<int>(squares_[index] / side), static_cast<int>(squares_[index] % side)};
  }

  /// Removes a square that now has a stone. Returns false if it was not in the list.
  bool remove(Cell cell) {
    const std::uint8_t square = number(cell);
    const std::uint8_t place = places_[square];
    if (place >= count_ || squares_[place] != square) return false;
    const std::uint8_t moved = squares_[--count_];
    squares_[place] = moved;
    places_[moved] = place;
    return true;
  }

  /// Rebuilds the list.
  void list(const Position& position) {
    board_size_ = position.size();
    count_ = 0;
    for (int row = 0; row < position.size(); ++row) {
      for (int column = 0; column < position.size(); ++column) {
        const std::uint8_t square = number({row, column});
        places_[square] = static_cast<std::uint8_t>(count_);
        squares_[count_] = square;  // overwritten by the next one unless it is empty
        count_ += position.at({row, column}) == Stone::none ? 1 : 0;
      }
    }
  }

 private:
  static constexpr unsigned side = 16;  // a square has the same one-byte number on every board
  static_assert(side * side == TONGA_MAX_CELLS);

  static std::uint8_t number(Cell cell) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(cell.row) * side + static_cast<unsigned>(cell.column));
  }

  int board_size_ = 0;  // 0: no list yet
  std::size_t count_ = 0;
  std::array<std::uint8_t, TONGA_MAX_CELLS> squares_{};  // the first count_ are valid, in any order
  std::array<std::uint8_t, TONGA_MAX_CELLS> places_{};   // index of each square in squares_
};

}  // namespace tonga
