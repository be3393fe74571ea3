// Plain UCT with RAVE: a yardstick for other programs. See tree.hpp.
#include "../search/seat.hpp"
#include "tree.hpp"

#include <agon/settings.hpp>
#include <array>
#include <optional>
#include <tonga/tonga.hpp>

namespace {

class Uct : public tonga::Strategy {
 public:
  explicit Uct(const agon::Session& session)
      : seed_(session.seed()), simulations_(session.options().integer("simulations")) {
    parameters_.equivalence = session.options().number("equivalence");
    parameters_.exploration = session.options().number("exploration");
  }

  tonga::Cell move(const tonga::Position& position) override {
    const tonga::search::Stones stones = tonga::search::stones_of(position);
    tonga::search::Budget budget(session(), simulations_);
    budget.begin(stones.empty_count());
    if (tree_)
      tree_->move_to(stones);
    else
      tree_.emplace(stones, parameters_, seed_);
    do tree_->simulate();
    while (!budget.spent());
    const tonga::uct::Mean all = tree_->all();
    tonga::search::report(session(), stones, all.value(), all.visits, tree_->line(tonga::search::most_foreseen));
    tonga::search::report_shares(session(), *tree_);
    return tonga::search::cell_of(tree_->best());
  }

 private:
  std::uint64_t seed_;
  std::int64_t simulations_;
  tonga::uct::Parameters parameters_;
  std::optional<tonga::uct::Tree> tree_;
};

constexpr std::array options = {
    agon::integer("simulations", "playouts per turn, if there is time for them; 0: by time", "0", 0, 1e9),
    agon::number("equivalence", "visits at which RAVE and a move's own mean weigh about the same", "30000", 0, 1e9),
    agon::number("exploration", "factor of UCB1's exploration term", "0", 0, 100),
};

}  // namespace

AGON_STRATEGY(Uct, .id = "uct", .version = "1.0.1", .summary = "plain UCT with RAVE on the squares' final colours",
              .options = options)
