// mybot plays chess: it takes the most valuable piece that it can.
//
// chess/chess.hpp documents View. 'myhost info chess' shows the rules.
#include <chess/chess.hpp>

#include <algorithm>

class Bot : public chess::Strategy {
  // Called at each of its turns. Must return a legal move.
  chess_action move(const chess::View& view) override {
    chess_action best = view.moves().front();
    for (const chess_action move : view.moves()) {
      if (worth_of(move, view) > worth_of(best, view)) best = move;
    }
    return best;
  }

  // Here to begin: pieces are worth about 1, 3, 3, 5 and 9, and one that is taken back was not won. Then look a move
  // ahead.
  static int worth_of(chess_action move, const chess::View& view) {
    return std::max(0, -view.mine() * view.at(move.to));
  }

  // Data members keep their values from turn to turn; each match has a separate object. A constructor with the
  // parameter const agon::Session& gets the options and a seed. session() provides the time left and the log.
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "takes the most valuable piece")
