// Where the numbers of a search's first drops fall.
#pragma once

#include "board.hpp"

#include <agon/random.hpp>
#include <cstdint>

namespace linez::champion {

/// Draws where the numbers of a search's first drops fall. Each of them meets all cells before it meets one again, so
/// that results vary less than with independent draws. fall() draws anew for a cell that is taken: what is left is
/// uniform over the empty cells, if these are among `open`.
class FirstPlaces {
 public:
  FirstPlaces(Cells open, agon::QuickRandom& random) : random_(random) {
    for (; open != 0; open &= open - 1) open_[size_++] = static_cast<std::uint8_t>(lowest(open));
  }
  void draw(Board& board) {
    for (int i = 0; i < board.drop; ++i) {
      Left& left = left_[i];
      if (left.count == 0) left = {open_, size_};
      const int drawn = static_cast<int>(random_.below(static_cast<std::uint64_t>(left.count)));
      board.places[i] = static_cast<std::uint8_t>(1 + left.of[drawn]);
      left.of[drawn] = left.of[--left.count];
    }
  }

 private:
  struct Left {
    Table<std::uint8_t, cells> of{};
    int count = 0;
  };
  agon::QuickRandom& random_;
  Table<std::uint8_t, cells> open_{};
  int size_ = 0;
  Table<Left, max_drop> left_{};  // of the cells, what each number has not met
};

}  // namespace linez::champion
