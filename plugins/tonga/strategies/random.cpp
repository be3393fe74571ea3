// Puts its stone on an empty square drawn uniformly: the weakest opponent that plays by the rules.
#include <agon/random.hpp>
#include <cstdint>
#include <tonga/tonga.hpp>

namespace {

class RandomPlayer : public tonga::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  tonga::Cell move(const tonga::Position& position) override {
    const auto count = static_cast<std::uint64_t>(position.empty_count());
    return position.empty_at(static_cast<int>(random_.below(count)));
  }

 private:
  agon::Random random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any empty square, drawn uniformly")
