// The list of empty squares of a board that fills. To look for them all on each turn would take most of a quick
// strategy's time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tonga/tonga.hpp>

namespace tonga {

/// The empty squares of one match, in an order of their own.
class EmptySquares {
 public:
  /// Brings the list up to date with the board that the seat to move sees. Cheap if the other seat's last move is all
  /// that has changed since take().
  void follow(const Position& position) {
    const auto last = position.last();
    if (board_size_ != position.size() || !last || !remove(*last)) list(position);
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Returns number `index`, below count().
  [[nodiscard]] Cell at(std::size_t index) const {
    return {static_cast<int>(squares_[index] / side), static_cast<int>(squares_[index] % side)};
  }

  /// Removes a square, on which there is a stone now. Returns false if it was not in the list.
  bool remove(Cell cell) {
    const std::uint8_t square = number(cell);
    const std::uint8_t place = places_[square];
    if (place >= count_ || squares_[place] != square) return false;
    const std::uint8_t moved = squares_[--count_];
    squares_[place] = moved;
    places_[moved] = place;
    return true;
  }

  /// Lists the squares anew.
  void list(const Position& position) {
    board_size_ = position.size();
    count_ = 0;
    for (int row = 0; row < position.size(); ++row) {
      for (int column = 0; column < position.size(); ++column) {
        const std::uint8_t square = number({row, column});
        places_[square] = static_cast<std::uint8_t>(count_);
        squares_[count_] = square;  // the next one comes in its place if it is not empty
        count_ += position.at({row, column}) == Stone::none ? 1 : 0;
      }
    }
  }

 private:
  static constexpr unsigned side = 16;  // a square's number is the same on every board, and one byte
  static_assert(side * side == TONGA_MAX_CELLS);

  static std::uint8_t number(Cell cell) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(cell.row) * side + static_cast<unsigned>(cell.column));
  }

  int board_size_ = 0;  // 0: nothing was listed yet
  std::size_t count_ = 0;
  std::array<std::uint8_t, TONGA_MAX_CELLS> squares_{};  // the first count_ of them, in any order
  std::array<std::uint8_t, TONGA_MAX_CELLS> places_{};   // where each square is in squares_
};

}  // namespace tonga
