// Clicks a random legal cell, with uniform probability: the baseline for all other strategies.
#include <agon/random.hpp>
#include <chesspuzzle/chesspuzzle.hpp>
#include <vector>

namespace {

class RandomPlayer : public chesspuzzle::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  chesspuzzle::Cell click(const chesspuzzle::Position& position) override {
    const std::vector<chesspuzzle::Cell> legal = position.legal();
    return legal[random_.below(legal.size())];
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any legal cell, drawn uniformly")
