// inc/inc.hpp - the base class of an Inc strategy.
//
//     class MyBot : public inc::Strategy {
//       inc::Move move(const inc::Position& position) override { ... }
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <inc/inc.h>

#include <agon/strategy.hpp>
#include <array>
#include <cstdint>
#include <vector>

namespace inc {

enum class Axis : std::int8_t { horizontal = INC_HORIZONTAL, vertical = INC_VERTICAL };
enum class Group : std::int8_t { first = INC_FIRST, second = INC_SECOND };

/// A line, and the group whose digits change.
struct Move {
  Axis axis = Axis::horizontal;
  int line = 1;                // after this number of rows or columns, from 1
  Group group = Group::first;  // first: the top or left group; second: the bottom or right one
  friend bool operator==(const Move&, const Move&) = default;
};

/// The match as the seat to move sees it. Borrows the observation: valid until move() returns; copy observation() to
/// keep it.
class Position {
 public:
  explicit Position(const inc_observation& observation) : observation_(observation) {}

  /// 1 .. 16 each.
  [[nodiscard]] int rows() const { return observation_.rows; }
  [[nodiscard]] int columns() const { return observation_.columns; }
  /// Returns 0 for an empty square, otherwise its digit, 1 .. 3; row and column from 0.
  [[nodiscard]] int at(int row, int column) const { return observation_.cells[row * columns() + column]; }
  /// Returns what a move adds to the digits of its group: -1 or 1.
  [[nodiscard]] int increment() const { return observation_.increment; }
  /// Returns the seat to move, 0 .. 2; its digit is seat() + 1.
  [[nodiscard]] int seat() const { return observation_.seat; }
  /// Returns the remaining turns of all seats, including this one.
  [[nodiscard]] int turns_left() const { return observation_.turns_left; }
  /// Returns whether a seat is out of the match. It then always makes the first of moves().
  [[nodiscard]] bool out(int seat) const { return (observation_.out >> static_cast<unsigned>(seat) & 1U) != 0; }

  /// Returns all moves, in the order in which a seat prefers equally good ones.
  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> all;
    for (const Axis axis : {Axis::horizontal, Axis::vertical}) {
      for (const Group group : {Group::first, Group::second}) {
        const int end = axis == Axis::horizontal ? rows() : columns();
        for (int line = 1; line < end; ++line) all.push_back({axis, line, group});
      }
    }
    return all;
  }

  /// Returns the number of moves.
  [[nodiscard]] int move_count() const { return 2 * (rows() - 1) + 2 * (columns() - 1); }

  /// Returns move number `index` (0 .. move_count() - 1) of moves(): faster than the whole list.
  [[nodiscard]] Move move_at(int index) const {
    const int horizontal = 2 * (rows() - 1);
    const Axis axis = index < horizontal ? Axis::horizontal : Axis::vertical;
    const int lines = (axis == Axis::horizontal ? rows() : columns()) - 1;
    const int within = axis == Axis::horizontal ? index : index - horizontal;
    if (within < lines) return {axis, within + 1, Group::first};
    return {axis, within - lines + 1, Group::second};
  }

  /// Returns whether a move changes this square, if it has a digit.
  [[nodiscard]] static bool touches(const Move& move, int row, int column) {
    const bool first = (move.axis == Axis::horizontal ? row : column) < move.line;
    return first == (move.group == Group::first);
  }

  /// Returns the new value of `digit` (1 .. 3) after a move that changes it.
  [[nodiscard]] int changed(int digit) const { return (digit + 2 + increment()) % 3 + 1; }

  /// Returns the points of seats 0, 1, 2 if the match ended now.
  [[nodiscard]] std::array<int, INC_SEATS> points() const {
    std::array<int, INC_SEATS> counts{};
    for (int square = 0; square < rows() * columns(); ++square) {
      const int digit = observation_.cells[square];
      if (digit > 0) ++counts[static_cast<std::size_t>(digit - 1)];
    }
    return counts;
  }

  [[nodiscard]] const inc_observation& observation() const { return observation_; }

 private:
  const inc_observation& observation_;
};

/// A player of Inc.
class Strategy : public agon::FixedStrategy<inc_observation, inc_action> {
 public:
  static constexpr const char* protocol = INC_PROTOCOL;

  /// Returns the move to make: one of position.moves().
  virtual Move move(const Position& position) = 0;

 private:
  inc_action decide(const inc_observation& observation) final {
    const Move chosen = move(Position(observation));
    return {static_cast<std::int32_t>(chosen.axis), chosen.line, static_cast<std::int32_t>(chosen.group)};
  }
};

}  // namespace inc
