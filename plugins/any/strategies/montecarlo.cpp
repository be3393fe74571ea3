// Flat Monte Carlo: plays each action's match to the end by random actions, many times, and takes the best on average.
#include "../budget.hpp"
#include "../montecarlo/halving.hpp"
#include "../player.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

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
    candidates_of(root);
    const std::size_t count = candidates_.size() / action.size();
    const auto candidate = [&](std::size_t number) {
      return std::span<const std::byte>(candidates_).subspan(number * action.size(), action.size());
    };
    any::Halving halving(count);
    if (count > 1) {
      budget_.begin(root, random());
      agon::State played = root;
      for (std::uint64_t trials = 0; !budget_.spent(trials); ++trials) {
        const std::size_t number = halving.next(budget_.used(trials));
        played = root;
        played.resample(seat().seat(), random().next());
        played.act(agon_bytes{candidate(number).data(), action.size()});
        played.play_out(random(), depth_ == 0 ? UINT64_MAX : depth_);
        halving.tell(number, any::payoff(model().game(), played.score(seat().seat())));
      }
    }
    std::memcpy(action.data(), candidate(halving.best()).data(), action.size());
  }

  /// All legal actions, or as many as the option allows, drawn at random.
  void candidates_of(const agon::State& root) {
    candidates_.clear();
    const std::size_t size = model().action_size();
    if (!model().has_many_actions()) {
      const agon::Actions all = root.actions();
      if (all.size() <= most_) {
        const auto* const bytes = static_cast<const std::byte*>(all[0].data);
        candidates_.assign(bytes, bytes + all.size() * size);
        return;
      }
    }
    std::vector<std::byte> sampled(size);
    for (std::size_t draw = 0; draw < most_; ++draw) {
      root.sample(random().next(), sampled.data());
      bool known = false;
      for (std::size_t at = 0; at < candidates_.size() && !known; at += size)
        known = std::memcmp(candidates_.data() + at, sampled.data(), size) == 0;
      if (!known) candidates_.insert(candidates_.end(), sampled.begin(), sampled.end());
    }
  }

  any::Budget budget_;
  std::uint64_t depth_;
  std::size_t most_;
  std::vector<std::byte> candidates_;  // one behind the other
};

constexpr std::array options = {
    agon::integer("simulations", "playouts of each turn, without a clock; 0: by time", "0", 0, 1e9),
    agon::number("seconds", "time of each turn; 0: a share of what is left", "0", 0, 1e6),
    agon::integer("depth", "actions of a playout; 0: to the end", "0", 0, 1e9),
    agon::integer("actions", "so many actions are tried at most, drawn where there are more", "1000", 1, 1e6),
};

}  // namespace

AGON_STRATEGY(MonteCarlo, .id = "montecarlo", .version = "1.0.0",
              .summary = "flat Monte Carlo: random playouts after each action", .options = options)
