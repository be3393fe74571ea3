// Plays a legal action drawn uniformly.
#include "../player.hpp"

namespace {

class RandomPlayer : public any::Player {
 public:
  using Player::Player;

 private:
  void choose(const agon::State& root, std::span<std::byte> action) override {
    root.sample(random().next(), action.data());
  }
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any legal action, drawn uniformly")
