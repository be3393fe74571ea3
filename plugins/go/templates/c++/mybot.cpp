// mybot plays Go: it plays where it touches fewest of its own stones, and fills no eye.
//
// go/go.hpp documents View. 'myhost info go' shows the rules.
#include <go/go.hpp>

class Bot : public go::Strategy {
  // Called at each of its turns. Must return a legal move.
  int move(const go::View& view) override {
    int best = GO_PASS;
    int most = 0;
    for (const int point : view.moves()) {
      if (point == GO_PASS || worth_of(point, view) <= most) continue;
      most = worth_of(point, view);
      best = point;
    }
    return best;
  }

  // Here to begin: a group without a free point beside it is taken, and one with two eyes never is. Then play matches
  // to the end at random, and take the move that wins most of them.
  static int worth_of(int point, const go::View& view) {
    int others = 0;
    for (const int near : view.neighbours(point)) others += view.at(near) == view.mine() ? 0 : 1;
    return others;
  }

  // Data members keep their values from turn to turn; each match has a separate object. A constructor with the
  // parameter const agon::Session& gets the options and a seed. session() provides the time left and the log.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "touches few of its own stones")
