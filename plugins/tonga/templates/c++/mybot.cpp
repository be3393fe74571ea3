// mybot plays PseudoTonga: it puts its stone where most stones of its own stand beside.
//
// tonga/tonga.hpp says what a Position tells. 'myhost info tonga' has the rules.
#include <tonga/tonga.hpp>

class Bot : public tonga::Strategy {
  // Called at each of its turns; what it returns must be an empty square.
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

  // Here to begin: an isle pays the square of its size, so joining two large ones is worth more than growing a small
  // one, and a square that keeps the other's isles apart is worth something, too. Then look a move ahead.
  static int worth_of(tonga::Cell cell, const tonga::Position& position) {
    int mine = 0;
    for (const tonga::Cell next : position.neighbours(cell)) mine += position.at(next) == position.mine() ? 1 : 0;
    return mine;
  }

  // Members keep what it remembers from turn to turn; each match has an object of its own. A constructor that takes a
  // const agon::Session& gets the options and a seed; session() then tells the time left, and logs.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "stays close to its own stones")
