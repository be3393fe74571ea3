// What three seats that play as well as they can do, from every state and with every number of turns left: exact, by
// backward induction.
//
// With no turn left a state's outcome is its points. With t turns left the seat to move takes the move whose outcome
// with t - 1 turns left it prefers; equally good ones go by the moves' numbers. So one table of outcomes makes the
// next, and what is made depends on nothing but the table and who is to move. When a table comes back after a multiple
// of three turns, everything repeats from there on: any number of turns is then solved.
//
// How many turns that takes is a matter of chance. On 5 x 5 boards it is a few dozen for half of them and over 10,000
// for one in some hundreds; so tables are made fast and kept sparsely (checkpoints), and the moves of a stretch of
// turns are worked out again when they are asked for.
#pragma once

#include <inc/offsets.hpp>
#include <inc/rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace inc {

/// A match from some moment on, as all seats see it.
struct Situation {
  rules::Board board;
  int turns_left = 0;
  int increment = 1;
  int mover = 0;     // the seat to move
  unsigned out = 0;  // bit s: seat s is out, its moves are number 0
};

class Induction {
 public:
  /// Boards with more lines have too many states for the memory that a seat has: 3^12 states are a 7 x 7 board's.
  static constexpr int max_lines = 12;

  /// Solves the situation; the board has 1 .. max_lines lines. It takes about `effort` steps at most, a step being one
  /// move in one state, and up to about 48 MB. Each turn takes states x moves steps.
  Induction(const Situation& start, std::int64_t effort);

  [[nodiscard]] const Situation& start() const { return start_; }
  [[nodiscard]] const Offsets& offsets() const { return offsets_; }

  /// Whether best() is exact with that many turns left.
  [[nodiscard]] bool exact(int turns_left) const { return turns_left <= horizon_ || period_ > 0; }
  /// The number of turns left up to which the tables were made.
  [[nodiscard]] int horizon() const { return horizon_; }
  /// The tables repeat with this period (a multiple of 3) from repeats_from() turns left on; 0: not found.
  [[nodiscard]] int period() const { return period_; }
  [[nodiscard]] int repeats_from() const { return horizon_ - period_; }

  /// The number of the best move in a state that start().turns_left - turns_left moves have led to; turns_left 1 ..
  /// start().turns_left. Where that is not exact: the best if the match were over a multiple of three turns earlier,
  /// within the horizon. Needs a horizon of at least 3, or an exact answer.
  [[nodiscard]] int best(std::uint32_t state, int turns_left);

  /// The number of turns, up to the horizon, with which the same moves are best in every state.
  [[nodiscard]] int equivalent(int turns_left) const;

 private:
  using Outcome = std::uint16_t;  // a number for each possible end, as its points
  using Layer = std::vector<Outcome>;

  void number_outcomes();
  void rate_outcomes();
  void make_tables(std::int64_t effort);

  /// The seat to move with so many turns left.
  [[nodiscard]] int mover(int turns_left) const;
  /// From the outcomes with turns_left - 1 turns left to those with turns_left; `moves`, if wanted, gets the best
  /// moves.
  void advance(Layer& outcomes, int turns_left, std::uint8_t* moves);
  void rate_moves(int turns_left, const Layer& outcomes);
  [[nodiscard]] Layer layer(int turns_left);
  [[nodiscard]] std::span<const std::uint8_t> moves(int turns_left);

  Situation start_;
  Offsets offsets_;
  std::vector<rules::Points> ends_;                            // by outcome
  std::array<std::vector<std::int16_t>, rules::seats> worth_;  // by seat, outcome: larger is better
  /// How a move changes a state's number.
  struct Jump {
    std::uint32_t shift;                   // where digits_ has the digit of its line
    std::array<std::int32_t, 3> by_digit;  // what is added to the number
  };
  std::vector<std::uint32_t> digits_;  // by state: two bits for the digit of each line
  std::vector<Jump> jumps_;            // by move
  int move_bits_ = 0;

  int stretch_ = 1;  // turns between checkpoints
  int horizon_ = 0;
  int period_ = 0;
  std::vector<Layer> checkpoints_;  // the outcomes with 0, stretch_, 2 * stretch_, ... turns left

  struct Stretch {
    int number;                       // of the checkpoint that it starts from
    std::vector<std::uint8_t> moves;  // stretch_ tables, one after the other
  };
  std::deque<Stretch> stretches_;  // used last at the front

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
  Layer previous_;
};

}  // namespace inc
