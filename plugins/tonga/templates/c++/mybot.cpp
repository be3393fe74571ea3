// mybot plays PseudoTonga: it takes the square with the most adjacent stones of its own.
//
// tonga/tonga.hpp documents Position. 'myhost info tonga' shows the rules.
#include <tonga/tonga.hpp>

class Bot : public tonga::Strategy {
  // Called at each of its turns. Must return an empty square.
  tonga::Cell move(const tonga::Position& position) override {
    tonga::Cell best = position.empty().front();
    int most = -1;
    for (const tonga::Cell cell : position.empty()) {
      const int worth = worth_of(cell, position);
      if (worth > most) {
        most = worth;
        best = cell;
      }
    }
    return best;
  }

  // Here to begin: an isle scores the square of its size, so joining two large ones is worth more than growing a small
  // one. A square that keeps the other seat's isles apart is also worth something. Then look a move ahead.
  static int worth_of(tonga::Cell cell, const tonga::Position& position) {
    int mine = 0;
    for (const tonga::Cell next : position.neighbours(cell)) mine += position.at(next) == position.mine() ? 1 : 0;
    return mine;
  }

  // Data members keep their values from turn to turn; each match has a separate object. A constructor with the
  // parameter const agon::Session& gets the options and a seed. session() provides the time left and the log.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "stays close to its own stones")
