// Bets or passes at random.
#include <kuhn/kuhn.h>

#include <agon/random.hpp>
#include <agon/strategy.hpp>

namespace {

class Random final : public agon::FixedStrategy<kuhn_observation, kuhn_action> {
 public:
  static constexpr const char* protocol = KUHN_PROTOCOL;
  explicit Random(const agon::Session& session) : random_(session.seed()) {}
  kuhn_action decide(const kuhn_observation& /*seen*/) override {
    return {random_.below(2) == 0 ? KUHN_PASS : KUHN_BET};
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(Random, .id = "random", .summary = "bets or passes at random")
