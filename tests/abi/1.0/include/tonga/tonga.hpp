// tonga/tonga.hpp - the base class of a PseudoTonga strategy.
//
//     class MyBot : public tonga::Strategy {
//       tonga::Cell move(const tonga::Position& position) override { ... }
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <tonga/tonga.h>

#include <agon/strategy.hpp>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace tonga {

/// A square: row from the top, column from the left, both from 0.
struct Cell {
  int row = 0;
  int column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// What stands on a square.
enum class Stone : std::int8_t { none = TONGA_EMPTY, black = TONGA_BLACK, white = TONGA_WHITE };

/// The board as the seat to move sees it. Borrows the observation: valid until move() returns; copy observation() to
/// keep it.
class Position {
 public:
  explicit Position(const tonga_observation& observation) : observation_(observation) {}

  /// Rows, and columns: 6, 8, ..., 16.
  [[nodiscard]] int size() const { return observation_.size; }
  /// The stone on a square of the board.
  [[nodiscard]] Stone at(Cell cell) const {
    return static_cast<Stone>(observation_.cells[cell.row * size() + cell.column]);
  }
  /// The colour of the seat to move, and the other one.
  [[nodiscard]] Stone mine() const { return observation_.seat == 0 ? Stone::black : Stone::white; }
  [[nodiscard]] Stone theirs() const { return observation_.seat == 0 ? Stone::white : Stone::black; }
  /// Where the other seat moved last; nothing if it has not moved yet.
  [[nodiscard]] std::optional<Cell> last() const {
    if (observation_.last_row < 0) return std::nullopt;
    return Cell{observation_.last_row, observation_.last_column};
  }

  /// All empty squares, row by row.
  [[nodiscard]] std::vector<Cell> empty() const {
    std::vector<Cell> cells;
    for (int row = 0; row < size(); ++row) {
      for (int column = 0; column < size(); ++column) {
        if (at({row, column}) == Stone::none) cells.push_back({row, column});
      }
    }
    return cells;
  }

  /// How many squares are empty.
  [[nodiscard]] int empty_count() const {
    std::uint64_t stones = 0;  // eight counters of a byte each, for up to 32 words: none runs over
    for (int word = 0; word < words(); ++word) stones += stones_of(word);
    return size() * size() - sum(stones);
  }

  /// The empty square number `index` (0 .. empty_count() - 1), row by row: quicker than the whole list.
  [[nodiscard]] Cell empty_at(int index) const {
    int word = 0;
    for (int here = 0; index >= (here = squares_a_word - sum(stones_of(word))); ++word) index -= here;
    int square = word * squares_a_word;
    for (; index > 0 || observation_.cells[square] != TONGA_EMPTY; ++square) {
      if (observation_.cells[square] == TONGA_EMPTY) --index;
    }
    return {square / size(), square % size()};
  }

  /// The two to four squares beside a square.
  [[nodiscard]] std::vector<Cell> neighbours(Cell cell) const {
    std::vector<Cell> cells;
    if (cell.row > 0) cells.push_back({cell.row - 1, cell.column});
    if (cell.row + 1 < size()) cells.push_back({cell.row + 1, cell.column});
    if (cell.column > 0) cells.push_back({cell.row, cell.column - 1});
    if (cell.column + 1 < size()) cells.push_back({cell.row, cell.column + 1});
    return cells;
  }

  [[nodiscard]] const tonga_observation& observation() const { return observation_; }

 private:
  static constexpr int squares_a_word = 8;
  [[nodiscard]] int words() const { return (size() * size() + squares_a_word - 1) / squares_a_word; }

  /// Eight squares at once, a byte each: 1 where there is a stone. A square is 0, 1 or 2, so one of its two low bits is
  /// set then.
  [[nodiscard]] std::uint64_t stones_of(int word) const {
    std::uint64_t squares = 0;
    std::memcpy(&squares, observation_.cells + word * squares_a_word, sizeof squares);
    return (squares | squares >> 1U) & 0x0101010101010101U;
  }

  /// The sum of the bytes of `counters`: of the even and the odd ones in lanes of two bytes, then of the four lanes.
  [[nodiscard]] static int sum(std::uint64_t counters) {
    constexpr std::uint64_t even_bytes = 0x00FF00FF00FF00FFU;
    const std::uint64_t lanes = (counters & even_bytes) + ((counters >> 8U) & even_bytes);
    return static_cast<int>((lanes * 0x0001000100010001U) >> 48U);
  }

  const tonga_observation& observation_;
};

/// A player of PseudoTonga.
class Strategy : public agon::FixedStrategy<tonga_observation, tonga_action> {
 public:
  static constexpr const char* protocol = TONGA_PROTOCOL;

  /// The empty square to put a stone on.
  virtual Cell move(const Position& position) = 0;

 private:
  tonga_action decide(const tonga_observation& observation) final {
    const Cell cell = move(Position(observation));
    return {cell.row, cell.column};
  }
};

}  // namespace tonga
