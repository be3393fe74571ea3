// Bids any number of coins: the opponent that others should beat first.
#include <agon/random.hpp>
#include <cstdint>
#include <mygame/mygame.hpp>

namespace {

class RandomPlayer : public mygame::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  int bid(const mygame::Position& position) override {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(position.coins()) + 1));
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "0.1.0", .summary = "any number of coins, drawn uniformly")
