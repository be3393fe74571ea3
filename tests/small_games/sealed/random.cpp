// Bids at random.
#include <sealed/sealed.h>

#include <agon/random.hpp>
#include <agon/strategy.hpp>

namespace {

class Random final : public agon::FixedStrategy<sealed_observation, sealed_action> {
 public:
  static constexpr const char* protocol = SEALED_PROTOCOL;
  explicit Random(const agon::Session& session) : random_(session.seed()) {}
  sealed_action decide(const sealed_observation& seen) override {
    const auto coins = static_cast<std::uint64_t>(seen.coins[seen.seat]);
    return {static_cast<std::int32_t>(random_.below(coins + 1))};
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(Random, .id = "random", .summary = "bids at random")
