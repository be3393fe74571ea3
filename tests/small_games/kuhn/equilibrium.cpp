// Plays an equilibrium: wins or loses 1/18 a match on average against whoever plays one, too.
#include "equilibrium.hpp"

#include <agon/random.hpp>
#include <agon/strategy.hpp>

namespace {

class Equilibrium final : public agon::FixedStrategy<kuhn_observation, kuhn_action> {
 public:
  static constexpr const char* protocol = KUHN_PROTOCOL;
  explicit Equilibrium(const agon::Session& session) : random_(session.seed()) {}
  kuhn_action decide(const kuhn_observation& seen) override {
    const bool bets = static_cast<int>(random_.below(3)) < kuhn::bet_thirds(seen);
    return {bets ? KUHN_BET : KUHN_PASS};
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(Equilibrium, .id = "equilibrium", .summary = "an equilibrium, alpha = 1/3")
