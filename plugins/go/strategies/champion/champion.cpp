// Monte Carlo tree search with RAVE; see search.hpp.
#include "../../observed.hpp"
#include "search.hpp"

#include <go/go.hpp>

#include <agon/settings.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

class Champion : public go::Strategy {
 public:
  explicit Champion(const agon::Session& session)
      : simulations_(session.options().integer("simulations")), search_(session.seed()) {}

  int move(const go::View& view) override {
    const go::Game game = go::game_seen(view.observation());
    const std::int64_t begin = session().turn_left_ns();
    const std::int64_t share = budget(begin, game);
    constexpr std::int64_t between = 16;  // looks at the clock
    const go::champion::Found found = search_.best(game, [&](std::int64_t playouts) {
      if (simulations_ > 0) return playouts >= simulations_ || session().should_stop();
      return playouts % between == 0 && (session().should_stop() || begin - session().turn_left_ns() > share);
    });
    std::string line;
    for (const go::Point each : found.line)
      line.append(line.empty() ? "" : " ").append(go::move_name(each, view.size()));
    session().report(found.share, AGON_VALUE_CONTEST, static_cast<int>(found.line.size()), found.playouts, line);
    if (session().wants_candidates()) {
      std::vector<std::pair<go_action, double>> shares;
      for (const auto& [point, part] : found.shares) shares.push_back({{point}, part});
      session().report(shares);
    }
    return found.move;
  }

 private:
  /// Returns the time for a turn: a share that leaves enough for those that may follow.
  [[nodiscard]] std::int64_t budget(std::int64_t turn_left_ns, const go::Game& game) const {
    constexpr std::int64_t without_limit_ns = 1'000'000'000;
    if (turn_left_ns == INT64_MAX) return without_limit_ns;
    const std::int64_t turns = std::max<std::int64_t>(12, (game.board().points() - std::ssize(game.moves())) / 3);
    const std::int64_t match_left_ns = session().time_left_ns();
    const std::int64_t share = match_left_ns == INT64_MAX ? INT64_MAX : match_left_ns / turns;
    return std::min(share, turn_left_ns / 2);
  }

  std::int64_t simulations_;
  go::champion::Search search_;
};

constexpr std::array options = {
    agon::integer("simulations", "playouts per turn, independent of the clock; 0: by time", "0", 0, 1e12),
};

}  // namespace

AGON_STRATEGY(Champion, .id = "champion", .version = "1.0.0", .summary = "tree search over playouts, with RAVE",
              .options = options)
