// What three seats that play as well as they can do, from every state and with every number of turns left: exact, by
// backward induction.
//
// With no turn left a state's outcome is its points. With t turns left the seat to move takes the move whose outcome
// with t - 1 turns left it prefers; equally good ones go by the moves' numbers. So one table of outcomes makes the
// next, and what is made depends on nothing but the table and who is to move. When a table comes back after a multiple
// of three turns, everything repeats from there on: any number of turns is then solved.
//
// How many turns that takes is a matter of chance. On 5 x 5 boards it is a few dozen for half of them and over 10,000
// for one in some hundreds; so tables are made fast and kept sparsely (checkpoints), and those of a stretch of turns
// are worked out again when they are asked for.
#pragma once

#include <inc/rules.hpp>
#include <inc/solver/offsets.hpp>
#include <inc/solver/planes.hpp>
#include <inc/solver/wide.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
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

/// A table of either kind: with many outcomes as numbers, with few as sets.
struct Table {
  Numbers numbers;
  Sets sets;

  friend bool operator==(const Table&, const Table&) = default;
};

class Induction {
 public:
  /// Boards with more lines have too many states for the memory that a seat has: 3^12 states are a 7 x 7 board's.
  static constexpr int max_lines = 12;

  /// Solves the situation; the board has 1 .. max_lines lines. It takes about `effort` steps at most, of a fifth of a
  /// nanosecond each, and up to about 48 MB.
  Induction(const Situation& start, std::int64_t effort);

  [[nodiscard]] const Situation& start() const { return start_; }
  [[nodiscard]] const Offsets& offsets() const { return offsets_; }

  /// Whether best() is exact with that many turns left.
  [[nodiscard]] bool exact(int turns_left) const { return turns_left <= horizon_ || period_ > 0; }
  /// The number of turns left up to which the tables were made.
  [[nodiscard]] int horizon() const { return horizon_; }
  /// The tables repeat with this period (a multiple of 3) from repeats_from() turns left on, or somewhat earlier; 0:
  /// not found.
  [[nodiscard]] int period() const { return period_; }
  [[nodiscard]] int repeats_from() const { return horizon_ - period_; }

  /// The number of the best move in a state that start().turns_left - turns_left moves have led to; turns_left 1 ..
  /// start().turns_left. Where that is not exact: the best if the match were over a multiple of three turns earlier,
  /// within the horizon. Needs a horizon of at least 3, or an exact answer.
  [[nodiscard]] int best(std::uint32_t state, int turns_left);

  /// The number of turns, up to the horizon, with which the same moves are best in every state.
  [[nodiscard]] int equivalent(int turns_left) const;

 private:
  void number_outcomes(Numbers& outcomes);
  void rate_outcomes();
  void make_tables(Table table, std::int64_t effort);

  /// The seat to move with so many turns left.
  [[nodiscard]] int mover(int turns_left) const;
  /// From the table with turns_left - 1 turns left to the one with turns_left; and how many steps that is.
  void advance(Table& table, int turns_left);
  [[nodiscard]] std::int64_t steps(const Table& table, int turns_left) const;
  /// The table with so many turns left, up to the horizon; valid until the next call.
  const Table& table(int turns_left);

  Situation start_;
  Offsets offsets_;
  Wide wide_;
  Planes planes_;
  std::vector<rules::Points> ends_;                            // by outcome
  std::array<std::vector<std::int16_t>, rules::seats> worth_;  // by seat, outcome: larger is better

  int horizon_ = 0;
  int period_ = 0;
  struct Checkpoint {
    int turns_left = 0;
    Table table;
  };
  std::vector<Checkpoint> checkpoints_;  // by turns left, from 0 on
  struct Stretch {
    int from = 0;               // the turns left at the checkpoint that it starts with
    std::vector<Table> tables;  // up to the next checkpoint
  };
  std::deque<Stretch> stretches_;  // used last at the front
};

}  // namespace inc
