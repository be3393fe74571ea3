// Tables of any number of outcomes: the outcome's number for each state.
#pragma once

#include <inc/solver/offsets.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace inc {

/// Outcomes by number, as Induction numbers the ends that are possible.
using Outcome = std::uint16_t;

/// A table: the outcome of each state.
using Numbers = std::vector<Outcome>;

/// The arithmetic of such tables.
class Wide {
 public:
  explicit Wide(const Offsets& offsets);

  /// How much an outcome may be worth, whatever the board: the place of a move in the order is kept in the same number.
  static constexpr int max_worth = 1 << 9;

  /// From one turn to the one before: a seat chooses, to which outcomes are worth what `worth` says, from 0 up.
  void choose(Numbers& table, std::span<const std::int16_t> worth);
  /// The same if it has to take move number 0.
  void take_first(Numbers& table);

 private:
  void rate_moves(const Numbers& table, std::span<const std::int16_t> worth);
  /// Takes the outcomes of the moves that best_ holds.
  void follow(Numbers& table);

  int lines_;
  int move_count_;
  int move_bits_;

  /// How a move changes a state's number.
  struct Jump {
    std::uint32_t shift;                   // where digits_ has the digit of its line
    std::array<std::int32_t, 3> by_digit;  // what is added to the number
  };
  std::vector<std::uint32_t> digits_;  // by state: two bits for the digit of each line
  std::vector<Jump> jumps_;            // by move
  std::array<std::array<std::int16_t, 2>, Offsets::max_lines> order_{};

  /// Lines whose states stand so close together that they are worked through with masks, and what that reads beyond the
  /// states: two of their largest weight.
  static constexpr int narrow_lines = 2;
  static constexpr std::size_t margin = 6;
  struct Masks {  // by state: -1 where the line's digit is that, else 0
    std::vector<std::int16_t> is_two;
    std::vector<std::int16_t> is_zero;
  };
  std::array<Masks, narrow_lines> masks_;

  std::vector<std::int16_t> rated_;  // by margin + state, for the seat to move
  std::vector<std::int16_t> best_;   // by state: the best of what moves lead to, with the move in the lowest bits
  Numbers previous_;
};

}  // namespace inc
