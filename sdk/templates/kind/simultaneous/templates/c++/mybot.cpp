// mybot plays MyGame: it bids half of what the item is worth.
//
// mygame/mygame.hpp says what a Position tells. 'myhost info mygame' has the rules.
#include <mygame/mygame.hpp>

#include <algorithm>

class Bot : public mygame::Strategy {
  // Called at each of its turns; what it returns must be 0 to position.coins().
  int bid(const mygame::Position& position) override {
    // Here to begin: how much do the others bid? position.shown(seat) tells what they bid in the round before.
    return std::min(position.coins(), (position.value() + 1) / 2);
  }

  // Members keep what it remembers from turn to turn; each match has an object of its own. A constructor that takes a
  // const agon::Session& gets the options and a seed; session() then tells the time left, and logs.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "half of what the item is worth")
