// Tables with any number of outcomes: the outcome's number for each state.
#pragma once

#include <inc/solver/offsets.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace inc {

/// Numbers of outcomes: Induction numbers the possible ends.
using Outcome = std::uint16_t;

/// A table: the outcome of each state.
using Numbers = std::vector<Outcome>;

/// The arithmetic of such tables.
class Wide {
 public:
  explicit Wide(const Offsets& offsets);

  /// The maximum value of an outcome on any board: the same number also contains a move's place in the order.
  static constexpr int max_worth = 1 << 9;

  /// Computes the table with one more turn left: a seat chooses among the outcomes, whose values are in `worth`, from 0
  /// up.
  void choose(Numbers& table, std::span<const std::int16_t> worth);
  /// Does the same for a seat that must make move number 0.
  void take_first(Numbers& table);

 private:
  void rate_moves(const Numbers& table, std::span<const std::int16_t> worth);
  /// Replaces the outcomes by those of the moves in best_.
  void follow(Numbers& table);

  int lines_;
  int move_count_;
  int move_bits_;

  /// How a move changes a state's number.
  struct Jump {
    std::uint32_t shift;                   // position of the digit of its line in digits_
    std::array<std::int32_t, 3> by_digit;  // difference of the number
  };
  std::vector<std::uint32_t> digits_;  // by state: two bits for the digit of each line
  std::vector<Jump> jumps_;            // by move
  std::array<std::array<std::int16_t, 2>, Offsets::max_lines> order_{};

  /// Lines whose states are so close together that they are processed with masks, and how far this reads beyond the
  /// states: two of their largest weight.
  static constexpr int narrow_lines = 2;
  static constexpr std::size_t margin = 6;
  struct Masks {  // by state: -1 if the line has that digit, otherwise 0
    std::vector<std::int16_t> is_two;
    std::vector<std::int16_t> is_zero;
  };
  std::array<Masks, narrow_lines> masks_;

  std::vector<std::int16_t> rated_;  // by margin + state, for the seat to move
  std::vector<std::int16_t> best_;   // by state: the best result of a move, with the move in the lowest bits
  Numbers previous_;
};

}  // namespace inc
