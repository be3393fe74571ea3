// Alpha-beta search with a small evaluation; see search.hpp.
#include "../../observed.hpp"
#include "search.hpp"

#include <chess/chess.hpp>

#include <agon/settings.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace {

class Champion : public chess::Strategy {
 public:
  explicit Champion(const agon::Session& session)
      : nodes_(session.options().integer("nodes")), depth_(static_cast<int>(session.options().integer("depth"))) {}

  chess_action move(const chess::View& view) override {
    const chess::Game game = chess::game_seen(view.observation());
    chess::champion::Limits limits{.depth = depth_, .nodes = nodes_};
    const std::int64_t begin = session().turn_left_ns();
    const std::int64_t share = nodes_ > 0 ? INT64_MAX : budget(begin, view.observation().move_number);
    const auto spent = [this, begin] { return begin - session().turn_left_ns(); };
    limits.out_of_time = [&] { return session().should_stop() || spent() > share; };
    limits.enough = [&] { return spent() > share / 2; };
    const chess::champion::Found found = search_.best(game, limits);
    std::string line;
    chess::Position position = game.position();
    for (const chess::Move each : found.line) {
      line.append(line.empty() ? "" : " ").append(chess::uci(position, each, view.observation().chess960 != 0));
      position.play(each);
    }
    // The usual scale: an expected share of the points of 10/11 at 400 hundredths of a pawn.
    session().report(1 / (1 + std::pow(10.0, -found.value / 400.0)), AGON_VALUE_CONTEST, found.depth, found.nodes,
                     line);
    return chess::action_of(game.position(), found.move, view.observation().chess960 != 0);
  }

 private:
  /// Returns the time for a turn: a share that leaves enough for 30 to 50 more.
  [[nodiscard]] std::int64_t budget(std::int64_t turn_left_ns, int move_number) const {
    constexpr std::int64_t without_limit_ns = 1'000'000'000;
    if (turn_left_ns == INT64_MAX) return without_limit_ns;
    const std::int64_t turns = std::max(30, 50 - move_number / 2);
    const std::int64_t match_left_ns = session().time_left_ns();
    const std::int64_t share = match_left_ns == INT64_MAX ? INT64_MAX : match_left_ns / turns;
    return std::min(share, turn_left_ns / 2);
  }

  std::int64_t nodes_;
  int depth_;
  chess::champion::Search search_;
};

constexpr std::array options = {
    agon::integer("nodes", "positions searched per turn, independent of the clock; 0: by time", "0", 0, 1e12),
    agon::integer("depth", "maximum search depth in plies", "64", 1, 64),
};

}  // namespace

AGON_STRATEGY(Champion, .id = "champion", .version = "1.0.0", .summary = "alpha-beta search with a small evaluation",
              .options = options)
