// Tree search over random full boards, beams against an opponent that is foretold, and an exact end. See this game's
// experiments.md.
#include "../search/seat.hpp"
#include "beams.hpp"
#include "endgame.hpp"
#include "plan.hpp"
#include "tree.hpp"

#include <agon/settings.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <tonga/tonga.hpp>

namespace {

namespace champion = tonga::champion;
using tonga::search::Stones;

class Champion : public tonga::Strategy {
 public:
  explicit Champion(const agon::Session& session)
      : seed_(session.seed()),
        simulations_(session.options().integer("simulations")),
        model_(session.options().flag("model")),
        endgame_(session.options().flag("endgame")),
        decline_(session.options().number("decline")) {
    tree_parameters_.equivalence = static_cast<float>(session.options().number("equivalence"));
    tree_parameters_.boards = static_cast<int>(session.options().integer("boards"));
  }

  tonga::Cell move(const tonga::Position& position) override {
    const Stones stones = tonga::search::stones_of(position);
    if (!beams_) beams_.emplace(seed_);
    if (simulations_ == 0 && !reply_ && session().turn_left_ns() / (stones.empty_count() / 2 + 1) < least_turn_ns)
      model_ = false;
    watch(position, stones);
    const int square = think(stones);
    mine_ = stones;
    mine_->play(square);
    return tonga::search::cell_of(square);
  }

 private:
  /// The CPU time for each turn that is left with which the opponent's model pays. With less it is given up for the
  /// match: on large boards, the model alone would use up the time.
  static constexpr std::int64_t least_turn_ns = 2'000'000;

  /// Takes the opponent's last move into its model.
  void watch(const tonga::Position& position, const Stones& stones) {
    const auto last = position.last();
    if (!model_ || !last) return;
    const int square = last->row * tonga::max_size + last->column;
    if (!mine_ && stones.empty_count() == stones.size() * stones.size() - 1) mine_.emplace(stones.size());
    if (!mine_ || mine_->empty_count() != stones.empty_count() + 1) return;  // a match taken over
    const std::int64_t begin = session().turn_left_ns();
    const std::int64_t thoughts = opponent_.thoughts();
    opponent_.observe(*mine_, square);
    if (opponent_.thoughts() > thoughts)
      thought_ns_ = (begin - session().turn_left_ns()) / (opponent_.thoughts() - thoughts);
  }

  int think(const Stones& stones) {
    if (const int square = end(stones); square >= 0) return square;
    tonga::search::Budget budget(session(), simulations_);
    budget.begin(stones.empty_count(), endgame_ ? champion::quick_turns : 0);
    // With time for few replies only, a search that foretells them sees less than one that does not.
    const bool foretell =
        model_ && opponent_.foretold() && budget.allowed_ns() > champion::least_thoughts * thought_ns_;
    const std::int64_t turn_ns = simulations_ > 0 ? 0 : budget.allowed_ns();  // the clock does not count there
    if (foretell) {
      return beams_->best(stones, opponent_, champion::beam_plan(stones.size(), stones.empty_count(), turn_ns),
                          [&] { return budget.used(champion::simulations_a_run); });
    }
    budget.begin(stones.empty_count(), endgame_ ? champion::quick_turns : 0, decline_);
    return think_in_tree(stones, budget);
  }

  int think_in_tree(const Stones& stones, tonga::search::Budget& budget) {
    if (tree_)
      tree_->move_to(stones);
    else
      tree_ = std::make_unique<champion::Tree>(stones, tree_parameters_, seed_);
    do tree_->simulate();
    while (!budget.spent());
    tonga::search::report(session(), stones, tree_->rewards() / tree_->boards(), tree_->boards(),
                          tree_->line(tonga::search::most_foreseen));
    tonga::search::report_shares(session(), *tree_);
    return tree_->best();
  }

  /// Returns the exact best move if few squares are left, else -1.
  int end(const Stones& stones) {
    if (!endgame_) return -1;
    const champion::Reach reach = champion::reach(session().turn_left_ns(), simulations_ > 0);
    if (model_ && opponent_.foretold()) {
      if (!reply_ && stones.empty_count() > reach.foretold) return -1;
      return best_reply(stones);
    }
    if (!solved_ || !solved_->covers(stones)) {
      if (stones.empty_count() > reach.any) return -1;
      tree_.reset();  // makes room
      solved_ = std::make_unique<champion::Endgame>(stones);
    }
    return solved_->best(stones);
  }

  /// Returns the best move against the foretold opponent. What is known of positions holds as long as the model does.
  int best_reply(const Stones& stones) {
    if (!reply_ || reply_models_ != opponent_.models()) {
      tree_.reset();  // makes room
      reply_.emplace(opponent_, stones.mover());
      reply_models_ = opponent_.models();
    }
    return reply_->best(stones);
  }

  std::uint64_t seed_;
  std::int64_t simulations_;
  bool model_;
  bool endgame_;
  double decline_;
  champion::TreeParameters tree_parameters_;
  champion::Opponent opponent_;
  std::int64_t thought_ns_ = 0;           // the time to foretell a reply, as last measured
  std::unique_ptr<champion::Tree> tree_;  // if it is not foretold
  std::optional<champion::Beams> beams_;  // if it is
  std::optional<Stones> mine_;            // after this seat's last move
  std::unique_ptr<champion::Endgame> solved_;
  std::optional<champion::BestReply> reply_;
  std::size_t reply_models_ = 0;  // how many models were left when it was made
};

constexpr std::array options = {
    agon::integer("simulations", "simulations per turn, if there is time for them; 0: by time", "0", 0, 1e9),
    agon::flag("model", "foretell an opponent that plays as server", "yes"),
    agon::flag("endgame", "search the last squares to the end", "yes"),
    agon::number("equivalence", "boards at which squares and moves weigh about the same in the tree", "30000", 0, 1e9),
    agon::integer("boards", "random boards at each visit of a leaf of the tree", "4", 1, 1000),
    agon::number("decline", "a turn's time in the tree is proportional to this power of the empty squares", "0.7", 0,
                 4),
};

}  // namespace

AGON_STRATEGY(Champion, .id = "champion", .version = "1.3.2",
              .summary = "tree search over random full boards, beams against a foretold opponent, an exact end",
              .options = options)
