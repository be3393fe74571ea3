// mybot plays Inc: it makes the move after which the most squares have its digit.
//
// inc/inc.hpp documents Position. 'myhost info inc' shows the rules.
#include <inc/inc.hpp>

class Bot : public inc::Strategy {
  // Called at each of its turns. Must return one of position.moves().
  inc::Move move(const inc::Position& position) override {
    inc::Move best = position.moves().front();
    int most = -1;
    for (const inc::Move& move : position.moves()) {
      const int worth = worth_of(move, position);
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    return best;
  }

  // Here to begin: only the final board counts, and two others move before your next turn. What will they answer?
  // position.turns_left() returns the remaining turns.
  static int worth_of(const inc::Move& move, const inc::Position& position) {
    int mine = 0;
    for (int row = 0; row < position.rows(); ++row) {
      for (int column = 0; column < position.columns(); ++column)
        mine += digit_after(move, row, column, position) == position.seat() + 1 ? 1 : 0;
    }
    return mine;
  }

  // Returns the digit of a square after the move; 0 if it is empty.
  static int digit_after(const inc::Move& move, int row, int column, const inc::Position& position) {
    const int digit = position.at(row, column);
    const bool in_first = (move.axis == inc::Axis::horizontal ? row : column) < move.line;
    if (digit == 0 || in_first != (move.group == inc::Group::first)) return digit;
    return (digit - 1 + position.increment() + 3) % 3 + 1;
  }

  // Data members keep their values from turn to turn; each match has a separate object. A constructor with the
  // parameter const agon::Session& gets the options and a seed. session() provides the time left and the log.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "most squares with its digit after its own move")
