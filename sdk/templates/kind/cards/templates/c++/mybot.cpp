// mybot plays MyGame: it bets with the king and calls with the queen, too.
//
// mygame/mygame.hpp says what a Position tells. 'myhost info mygame' has the rules.
#include <mygame/mygame.hpp>

class Bot : public mygame::Strategy {
  // Called at each of its turns: whether to bet, or to call a bet.
  bool bets(const mygame::Position& position) override {
    // Here to begin: whoever never bluffs with the jack is never called. How often should it?
    return position.card() == MYGAME_KING || (position.card() == MYGAME_QUEEN && position.faces_bet());
  }

  // Members keep what it remembers from turn to turn; each match has an object of its own. A constructor that takes a
  // const agon::Session& gets the options and a seed; session() then tells the time left, and logs.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "bets with the king, calls with the queen")
