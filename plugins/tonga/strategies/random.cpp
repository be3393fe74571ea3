// Puts its stone on a random empty square, with uniform probability: the weakest opponent that plays legal moves.
#include <agon/random.hpp>
#include <tonga/empty_squares.hpp>
#include <tonga/tonga.hpp>

namespace {

class RandomPlayer : public tonga::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  tonga::Cell move(const tonga::Position& position) override {
    empty_.follow(position);
    tonga::Cell chosen = draw();
    if (position.at(chosen) != tonga::Stone::none) {  // the board is not the one seen last
      empty_.list(position);
      chosen = draw();
    }
    empty_.remove(chosen);
    return chosen;
  }

 private:
  tonga::Cell draw() { return empty_.at(random_.below(empty_.count())); }

  tonga::EmptySquares empty_;
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any empty square, drawn uniformly")
