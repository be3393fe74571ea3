// Puts its stone on an empty square drawn uniformly: the weakest opponent that plays by the rules.
#include <agon/random.hpp>
#include <tonga/tonga.hpp>
#include <vector>

namespace {

class RandomPlayer : public tonga::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  tonga::Cell move(const tonga::Position& position) override {
    const std::vector<tonga::Cell> empty = position.empty();
    return empty[random_.below(empty.size())];
  }

 private:
  agon::Random random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any empty square, drawn uniformly")
