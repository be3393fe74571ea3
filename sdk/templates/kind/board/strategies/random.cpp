// Takes any number of stones: the opponent that others should beat first.
#include <agon/random.hpp>
#include <mygame/mygame.hpp>
#include <vector>

namespace {

class RandomPlayer : public mygame::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  int take(const mygame::Position& position) override {
    const std::vector<int> legal = position.legal();
    return legal[random_.below(legal.size())];
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "0.1.0", .summary = "any number of stones, drawn uniformly")
