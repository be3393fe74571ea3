// mybot plays Linez: it makes the move that gives the longest row of equal numbers.
//
// linez/linez.hpp says what a Position tells. 'myhost info linez' has the rules.
#include <algorithm>
#include <linez/linez.hpp>

class Bot : public linez::Strategy {
  // Called at each of its turns; what it returns must be one of position.moves().
  linez::Move move(const linez::Position& position) override {
    linez::Move best;
    int most = -1;
    for (const linez::Move& move : position.moves()) {
      const int worth = worth_of(move, position);
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    return best;
  }

  // Here to begin: a row that no empty cell prolongs is worth little, the one that the number leaves is lost, and a
  // board that falls into many regions can't be put in order. position.next() tells what falls next.
  static int worth_of(const linez::Move& move, const linez::Position& position) {
    int longest = 0;
    for (const auto& [down, right] : {linez::Cell{0, 1}, linez::Cell{1, 0}, linez::Cell{1, 1}, linez::Cell{1, -1}})
      longest = std::max(longest, 1 + run(move, down, right, position) + run(move, -down, -right, position));
    return longest;
  }

  // How many cells that follow move.to in one direction hold its number, the one it comes from left out.
  static int run(const linez::Move& move, int down, int right, const linez::Position& position) {
    int length = 0;
    for (linez::Cell cell = move.to;; ++length) {
      cell = {cell.row + down, cell.column + right};
      if (cell.row < 0 || cell.column < 0 || cell.row >= position.rows() || cell.column >= position.columns()) break;
      if (cell == move.from || position.at(cell) != position.at(move.from)) break;
    }
    return length;
  }

  // Members keep what it remembers from turn to turn; each match has an object of its own. A constructor that takes a
  // const agon::Session& gets the options and a seed; session() then tells the time left, and logs.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "the longest row of equal numbers")
