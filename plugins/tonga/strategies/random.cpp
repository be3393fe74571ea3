// Puts its stone on an empty square drawn uniformly: the weakest opponent that plays by the rules.
#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tonga/tonga.hpp>

namespace {

using tonga::Cell;
using tonga::Position;
using tonga::Stone;

/// The empty squares of a board that fills: looking for them all in every turn would take most of the time.
class EmptySquares {
 public:
  [[nodiscard]] int board_size() const { return board_size_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Cell at(std::size_t index) const {
    return {static_cast<int>(squares_[index] / side), static_cast<int>(squares_[index] % side)};
  }

  /// Those of `position`.
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

  /// There is a stone now. False: the square was not in the list.
  bool remove(Cell cell) {
    const std::uint8_t square = number(cell);
    const std::uint8_t place = places_[square];
    if (place >= count_ || squares_[place] != square) return false;
    const std::uint8_t moved = squares_[--count_];
    squares_[place] = moved;
    places_[moved] = place;
    return true;
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

class RandomPlayer : public tonga::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  Cell move(const Position& position) override {
    const auto last = position.last();
    if (empty_.board_size() != position.size() || !last || !empty_.remove(*last)) empty_.list(position);
    Cell chosen = draw();
    if (position.at(chosen) != Stone::none) {  // another board than the one that was seen last
      empty_.list(position);
      chosen = draw();
    }
    static_cast<void>(empty_.remove(chosen));
    return chosen;
  }

 private:
  Cell draw() { return empty_.at(random_.below(empty_.count())); }

  EmptySquares empty_;
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any empty square, drawn uniformly")
