// mybot plays MyGame: it takes all that is left if it may, else as few stones as it may.
//
// mygame/mygame.hpp says what a Position tells. 'myhost info mygame' has the rules.
#include <mygame/mygame.hpp>

class Bot : public mygame::Strategy {
  // Called at each of its turns; what it returns must be one of position.legal().
  int take(const mygame::Position& position) override {
    // Here to begin: which heaps are lost for whoever has to take from them? Leave one of those.
    return position.allows(position.stones()) ? position.stones() : position.legal().front();
  }

  // Members keep what it remembers from turn to turn; each match has an object of its own. A constructor that takes a
  // const agon::Session& gets the options and a seed; session() then tells the time left, and logs.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "all that is left, or as little as it may")
