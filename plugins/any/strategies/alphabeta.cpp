// Alpha-beta search over the model of any game of two seats in which nothing is drawn or hidden.
#include "../alphabeta/search.hpp"
#include "../budget.hpp"
#include "../player.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace {

class AlphaBetaPlayer : public any::Player {
 public:
  explicit AlphaBetaPlayer(const agon::Session& session)
      : Player(session),
        budget_(session, {static_cast<std::uint64_t>(session.options().integer("positions")),
                          session.options().number("seconds")}),
        depth_(static_cast<int>(session.options().integer("depth"))),
        playouts_(static_cast<int>(session.options().integer("playouts"))),
        search_(fit(model(), session), table_bytes(session)) {}

 private:
  /// Returns the model. Throws Unsupported if alpha-beta search cannot play the game.
  static const agon::Model& fit(const agon::Model& model, const agon::Session& session) {
    if (const char* const reason = any::unfit_for_alphabeta(model, session.seats()); reason != nullptr) {
      throw agon::Unsupported("alphabeta cannot play " + std::string(model.game().id) + ", which " + reason +
                              "; it plays constant-sum games of two seats without chance and hidden information");
    }
    return model;
  }

  static std::size_t table_bytes(const agon::Session& session) {
    constexpr std::int64_t usual = 64 << 20;
    const std::int64_t limit = session.limits().memory_bytes;
    return static_cast<std::size_t>(limit == 0 ? usual : std::min(limit / 4, usual));
  }

  void choose(const agon::State& root, std::span<std::byte> action) override {
    const agon::Actions actions = root.actions();
    std::size_t chosen = 0;
    if (actions.size() > 1) {
      budget_.begin(root, random());
      if (budget_.exhausted()) return root.sample(random().next(), action.data());
      search_.begin();
      // Searches without estimates first: an exact result needs none. In a long match there may be no time for
      // playouts.
      const bool estimates = playouts_ > 0 && !budget_.hopeless();
      any::AlphaBeta::Result result = search_.search(root, depth_, 0, budget_, estimates ? 0.4 : 1);
      if (estimates && !result.exact) result = search_.search(root, depth_, playouts_, budget_);
      chosen = result.action;
      seat().log("depth " + std::to_string(result.depth) + ", value " + std::to_string(result.value) +
                 (result.exact ? " exact, " : ", ") + std::to_string(search_.positions()) + " positions");
      if (result.depth > 0) report(root, result);
    }
    any::write(actions[chosen], action);
  }

  /// The scores' sum is the same at each end of a match, and the search's value is half of their difference.
  void report(const agon::State& root, const any::AlphaBeta::Result& result) const {
    const double half = (root.score_range(0).least + root.score_range(1).most) / 2;
    seat().report(half + (seat().seat() == 0 ? result.value : -result.value), AGON_VALUE_SCORE, result.depth,
                  static_cast<std::int64_t>(search_.positions()));
  }

  any::Budget budget_;
  int depth_;
  int playouts_;
  any::AlphaBeta search_;
};

constexpr std::array options = {
    agon::integer("positions", "positions searched per turn, independent of the clock; 0: by time", "0", 0, 1e12),
    any::seconds_option,
    agon::integer("playouts", "random playouts that evaluate a position; 0: its current scores", "4", 0, 1000),
    agon::integer("depth", "maximum search depth in actions", "1000", 1, 60000),
};

}  // namespace

AGON_STRATEGY(AlphaBetaPlayer, .id = "alphabeta", .version = "1.0.1",
              .summary = "alpha-beta search, for two seats without chance", .options = options)
