// Computes the moves of three optimal seats, for every state and every number of turns left: exact, by backward
// induction.
//
// With no turn left, a state's outcome is its points. With t turns left, the seat to move makes the move whose outcome
// with t - 1 turns left it prefers; equally good moves are ordered by their numbers. So each table of outcomes
// determines the next one, together with the seat to move. If a table recurs after a multiple of three turns,
// everything repeats from there on: then any number of turns is solved.
//
// The number of turns until then varies. On 5 x 5 boards it is several dozen for half of them, and over 10,000 for one
// in several hundred. So the computation of tables is optimised for speed, and only some tables are stored
// (checkpoints). The tables of a stretch between checkpoints are recomputed on demand.
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

/// A match from a certain moment on. All seats see the same.
struct Situation {
  rules::Board board;
  int turns_left = 0;
  int increment = 1;
  int mover = 0;     // the seat to move
  unsigned out = 0;  // bit s: seat s is out and always makes move number 0
};

/// A table in one of two forms: numbers for many outcomes, sets for few.
struct Table {
  Numbers numbers;
  Sets sets;

  friend bool operator==(const Table&, const Table&) = default;
};

class Induction {
 public:
  /// Boards with more lines have too many states for a seat's memory: a 7 x 7 board has 3^12 states.
  static constexpr int max_lines = 12;

  /// Solves the situation; the board must have 1 .. max_lines lines. Takes at most about `effort` steps of 0.2 ns each,
  /// and up to about 48 MB.
  Induction(const Situation& start, std::int64_t effort);

  [[nodiscard]] const Situation& start() const { return start_; }
  [[nodiscard]] const Offsets& offsets() const { return offsets_; }

  /// Returns whether best() is exact with this number of turns left.
  [[nodiscard]] bool exact(int turns_left) const { return turns_left <= horizon_ || period_ > 0; }
  /// Returns the number of turns left up to which tables were computed.
  [[nodiscard]] int horizon() const { return horizon_; }
  /// Returns the period of the tables (a multiple of 3), from repeats_from() turns left on or slightly earlier; 0 if
  /// none was found.
  [[nodiscard]] int period() const { return period_; }
  [[nodiscard]] int repeats_from() const { return horizon_ - period_; }

  /// Returns the number of the best move in a state reached by start().turns_left - turns_left moves; turns_left must
  /// be 1 .. start().turns_left. If that is not exact, returns the best move for a match that ends a multiple of three
  /// turns earlier, within the horizon. Requires a horizon of at least 3, or an exact answer.
  [[nodiscard]] int best(std::uint32_t state, int turns_left);
  /// Returns the points at the end of the match for which best() is, if all seats play optimally after this move.
  [[nodiscard]] rules::Points end(std::uint32_t state, int turns_left, int move);

  /// Returns a number of turns, up to the horizon, with which the same moves are best in every state.
  [[nodiscard]] int equivalent(int turns_left) const;

 private:
  void number_outcomes(Numbers& outcomes);
  void rate_outcomes();
  void make_tables(Table table, std::int64_t effort);

  /// Returns the seat to move with this number of turns left.
  [[nodiscard]] int mover(int turns_left) const;
  /// Advance a table from turns_left - 1 to turns_left turns left; and return the number of steps for that.
  void advance(Table& table, int turns_left);
  [[nodiscard]] std::int64_t steps(const Table& table, int turns_left) const;
  /// Returns the table with this number of turns left, up to the horizon; valid until the next call.
  const Table& table(int turns_left);
  [[nodiscard]] Outcome outcome(const Table& table, std::uint32_t state) const;

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
    int from = 0;               // the turns left at its first checkpoint
    std::vector<Table> tables;  // up to the next checkpoint
  };
  std::deque<Stretch> stretches_;  // the most recently used first
};

}  // namespace inc
