// Bets or passes: the opponent that others should beat first.
#include <agon/random.hpp>
#include <mygame/mygame.hpp>

namespace {

class RandomPlayer : public mygame::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  bool bets(const mygame::Position& /*position*/) override { return random_.below(2) == 0; }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "0.1.0", .summary = "bets or passes at random")
