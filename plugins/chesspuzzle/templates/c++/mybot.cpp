// mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last.
//
// chesspuzzle/chesspuzzle.hpp documents Position. 'myhost info chesspuzzle' shows the rules.
#include <chesspuzzle/chesspuzzle.hpp>

class Bot : public chesspuzzle::Strategy {
  // Called for each click. Must return one of position.legal().
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

  // Here to begin: position.reach() returns where the top tile of a cell leads, so that you can look several clicks
  // ahead, as far as the tiles are visible. Cells to which few others lead soon become unreachable.
  static int worth_of(chesspuzzle::Cell cell, const chesspuzzle::Position& position) {
    if (position.reach(cell, position.top(cell)).empty()) return 0;  // the match would end there
    return position.left(cell);
  }

  // Data members keep their values from turn to turn; each match has a separate object. A constructor with the
  // parameter const agon::Session& gets the options and a seed. session() provides the time left and the log.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "the highest stack, dead ends last")
