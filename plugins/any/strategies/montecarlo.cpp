// Flat Monte Carlo: plays many random playouts after each action and chooses the best mean result.
#include "../budget.hpp"
#include "../montecarlo/candidates.hpp"
#include "../montecarlo/halving.hpp"
#include "../player.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace {

class MonteCarlo : public any::Player {
 public:
  explicit MonteCarlo(const agon::Session& session)
      : Player(session),
        budget_(session, any::effort_of(session.options())),
        depth_(static_cast<std::uint64_t>(session.options().integer("depth"))),
        most_(static_cast<std::size_t>(session.options().integer("actions"))) {}

 private:
  void choose(const agon::State& root, std::span<std::byte> action) override {
    budget_.begin(root, random());
    if (budget_.exhausted()) return root.sample(random().next(), action.data());
    candidates_.fill(model(), root, seat().seat(), budget_.hopeless() ? 1 : most_, random());
    const std::size_t count = candidates_.size();
    any::Halving halving(count);
    if (count > 1) {
      agon::State played = root;
      std::uint64_t trials = 0;
      for (; !budget_.spent(trials); ++trials) {
        const std::size_t number = halving.next(budget_.used(trials));
        played = root;
        played.resample(seat().seat(), random().next());
        played.act(agon_bytes{candidates_[number].data(), action.size()});
        played.play_out(random(), depth_ == 0 ? UINT64_MAX : depth_);
        halving.tell(number, any::payoff(model().game(), played.score(seat().seat())));
      }
      budget_.end(trials);
      report(halving.mean(halving.best()), trials);
      if (seat().wants_candidates()) seat().report(any::shares(candidates_, halving));
    }
    std::memcpy(action.data(), candidates_[halving.best()].data(), action.size());
  }

  any::Budget budget_;
  std::uint64_t depth_;
  std::size_t most_;
  any::Candidates candidates_;
};

constexpr std::array options = {
    any::simulations_option,
    any::seconds_option,
    agon::integer("depth", "maximum number of actions of a playout; 0: to the end of the match", "0", 0, 1e9),
    agon::integer("actions", "maximum number of actions considered", "200", 1, 1e6),
};

}  // namespace

AGON_STRATEGY(MonteCarlo, .id = "montecarlo", .version = "1.0.0",
              .summary = "flat Monte Carlo: random playouts after each action", .options = options)
