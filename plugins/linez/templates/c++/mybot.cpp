// mybot plays Linez: it makes the move that forms the longest row of equal numbers.
//
// linez/linez.hpp documents Position. 'myhost info linez' shows the rules.
#include <algorithm>
#include <linez/linez.hpp>

class Bot : public linez::Strategy {
  // Called at each of its turns. Must return one of position.moves().
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

  // Here to begin: a row that no empty cell can extend is worth little, and the row that the number leaves is lost. A
  // board that is split into many regions is hard to clear. position.next() returns the numbers that fall next.
  static int worth_of(const linez::Move& move, const linez::Position& position) {
    int longest = 0;
    for (const auto& [down, right] : {linez::Cell{0, 1}, linez::Cell{1, 0}, linez::Cell{1, 1}, linez::Cell{1, -1}})
      longest = std::max(longest, 1 + run(move, down, right, position) + run(move, -down, -right, position));
    return longest;
  }

  // Returns how many consecutive cells after move.to in one direction contain its number, without the cell that it
  // leaves.
  static int run(const linez::Move& move, int down, int right, const linez::Position& position) {
    int length = 0;
    for (linez::Cell cell = move.to;; ++length) {
      cell = {cell.row + down, cell.column + right};
      if (cell.row < 0 || cell.column < 0 || cell.row >= position.rows() || cell.column >= position.columns()) break;
      if (cell == move.from || position.at(cell) != position.at(move.from)) break;
    }
    return length;
  }

  // Data members keep their values from turn to turn; each match has a separate object. A constructor with the
  // parameter const agon::Session& gets the options and a seed. session() provides the time left and the log.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "the longest row of equal numbers")
