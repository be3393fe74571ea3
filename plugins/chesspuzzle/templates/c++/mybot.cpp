// mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last.
//
// chesspuzzle/chesspuzzle.hpp says what a Position tells. 'myhost info chesspuzzle' has the rules.
#include <chesspuzzle/chesspuzzle.hpp>

class Bot : public chesspuzzle::Strategy {
  // Called for each click; what it returns must be one of position.legal().
  chesspuzzle::Cell click(const chesspuzzle::Position& position) override {
    chesspuzzle::Cell best = position.legal().front();
    int most = -1;
    for (const chesspuzzle::Cell cell : position.legal()) {
      const int worth = worth_of(cell, position);
      if (worth > most) {
        most = worth;
        best = cell;
      }
    }
    return best;
  }

  // Here to begin: position.reach() tells where the tile on top of a cell leads, so that you can look several clicks
  // ahead, as far as the tiles are visible. Cells that few others lead to are soon out of reach.
  static int worth_of(chesspuzzle::Cell cell, const chesspuzzle::Position& position) {
    if (position.reach(cell, position.top(cell)).empty()) return 0;  // the match would end there
    return position.left(cell);
  }

  // Members keep what it remembers from turn to turn; each match has an object of its own. A constructor that takes a
  // const agon::Session& gets the options and a seed; session() then tells the time left, and logs.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "the highest stack, dead ends last")
