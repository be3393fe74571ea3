// Makes a move drawn uniformly: the weakest opponent that plays by the rules.
#include <agon/random.hpp>
#include <inc/inc.hpp>
#include <vector>

namespace {

class RandomPlayer : public inc::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  inc::Move move(const inc::Position& position) override {
    const std::vector<inc::Move> moves = position.moves();
    return moves[random_.below(moves.size())];
  }

 private:
  agon::Random random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any move, drawn uniformly")
