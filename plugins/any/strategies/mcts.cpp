// Monte Carlo tree search over any game's model.
#include "../budget.hpp"
#include "../exact.hpp"
#include "../mcts/search.hpp"
#include "../montecarlo/candidates.hpp"
#include "../player.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace {

class MctsPlayer : public any::Player {
 public:
  explicit MctsPlayer(const agon::Session& session)
      : Player(session),
        positions_(static_cast<std::size_t>(session.options().integer("positions"))),
        budget_(session, any::effort_of(session.options()), model().has_action_values() ? &model() : nullptr),
        search_(model(), session.seats(), session.seat(), options_of(session, model())) {}

 private:
  static any::MctsOptions options_of(const agon::Session& session, const agon::Model& model) {
    const agon::Settings& options = session.options();
    any::MctsOptions made;
    made.exploration = options.number("exploration");
    made.widening = options.number("widening");
    made.first_children = options.number("first");
    made.actions = static_cast<std::size_t>(options.integer("actions"));
    made.best = static_cast<std::size_t>(options.integer("best"));
    made.ahead = static_cast<std::uint64_t>(options.integer("ahead"));
    made.depth = static_cast<std::uint64_t>(options.integer("depth"));
    // A part of the memory: the tree is copied when it is cut, and the game needs some.
    constexpr std::uint64_t usual = std::uint64_t{256} << 20;
    const auto limit = static_cast<std::uint64_t>(session.limits().memory_bytes);
    const std::uint64_t memory = limit == 0 ? usual : std::min(limit / 4, usual);
    made.nodes = std::max<std::size_t>(1000, memory / any::Tree::bytes(model.action_size()));
    return made;
  }

  void choose(const agon::State& root, std::span<std::byte> action) override {
    budget_.begin(root, random());
    if (budget_.exhausted()) return root.sample(random().next(), action.data());
    if (play_exactly(root, action)) return;
    if (budget_.hopeless()) {
      any::Candidates one;
      one.fill(model(), root, seat().seat(), 1, random());
      std::ranges::copy(one[0], action.begin());
      return;
    }
    search_.begin(root, random());
    const bool halves = model().has_chance() || model().has_hidden();  // else no clock is read in each playout
    std::uint64_t simulations = 0;
    do {
      search_.simulate(random(), halves ? budget_.used(simulations) : 0);
    } while (!budget_.spent(++simulations));
    budget_.end(simulations);
    std::ranges::copy(search_.best(), action.begin());
    report(search_.best_payoff(), simulations);
    if (seat().wants_candidates()) seat().report(search_.shares());
  }

  /// Takes the best action, if every line to the end can be looked at. A try that fails costs time, so that most turns
  /// after it make none: the more of them, the more of its turn's time it took.
  bool play_exactly(const agon::State& root, std::span<std::byte> action) {
    constexpr int turns_between_tries = 4;
    constexpr double most_turns = 1000;
    if (positions_ == 0 || !any::solvable(model()) || --wait_ > 0) return false;
    any::Exact exact(model(), seat().seats());
    const auto best = exact.best(root, positions_);
    wait_ = best ? 0 : turns_between_tries * static_cast<int>(std::min(std::max(1.0, budget_.used(0)), most_turns));
    if (best) any::write(root.actions()[*best], action);
    return best.has_value();
  }

  std::size_t positions_;
  int wait_ = 0;  // so many turns until it tries to play exactly
  any::Budget budget_;
  any::Mcts search_;
};

constexpr std::array options = {
    any::simulations_option,
    any::seconds_option,
    agon::number("exploration", "weight of rarely tried actions, in standard deviations of the results", "1", 0, 100),
    agon::number("widening", "progressive widening: after n visits, first * n^widening actions are considered", "0.5",
                 0, 1),
    agon::number("first", "factor of the progressive widening", "4", 1, 1e6),
    agon::integer("positions", "solves a position exactly if at most this many positions can follow; 0: never", "10000",
                  0, 1e9),
    agon::integer("actions", "maximum number of actions considered, in games with chance or hidden information", "200",
                  1, 1e6),
    agon::integer("depth", "maximum number of actions of a playout below the tree; 0: to the end of the match", "0", 0,
                  1e9),
    agon::integer("best", "the same as actions, in games that value actions", "12", 1, 1e6),
    agon::integer("ahead", "actions of a playout below the tree, in games that value actions", "1", 0, 1e6),
};

}  // namespace

AGON_STRATEGY(MctsPlayer, .id = "mcts", .version = "1.0.1", .summary = "Monte Carlo tree search (UCT)",
              .options = options)
