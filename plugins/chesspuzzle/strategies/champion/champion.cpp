// Searches for sequences of clicks that leave a position with little trouble. See this game's experiments.md for the
// method.
#include "clock.hpp"
#include "planner.hpp"

#include <agon/settings.hpp>
#include <chesspuzzle/chesspuzzle.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace {

namespace champion = chesspuzzle::champion;
using champion::Clock;

champion::Known known_of(const chesspuzzle::Position& position) {
  champion::Known known;
  const chesspuzzle_observation& seen = position.observation();
  std::ranges::copy(seen.left, known.left.begin());
  std::ranges::transform(seen.top, known.top.begin(), [](std::int8_t tile) { return chesspuzzle::Kind{tile}; });
  if (const auto last = position.last()) {
    known.last = static_cast<int>(position.index(*last));
    known.removed = chesspuzzle::Kind{seen.removed};
  }
  return known;
}

class Champion : public chesspuzzle::Strategy {
 public:
  explicit Champion(const agon::Session& session) : width_(static_cast<int>(session.options().integer("width"))) {}

  chesspuzzle::Cell click(const chesspuzzle::Position& position) override {
    if (!planner_) {
      const auto parameters = [&](champion::Stage stage) {
        return champion::tuned(position.rows() * position.columns(), position.depth(), stage);
      };
      planner_ = std::make_unique<champion::Planner>(
          position.rows(), position.columns(), parameters(champion::Stage::early), parameters(champion::Stage::late));
    }
    const champion::Known known = known_of(position);
    int cell = planner_->follow(known);
    if (cell < 0) {
      const auto legal = position.legal();
      if (legal.size() == 1) return legal.front();
      if (!plan(known)) return legal.front();
      cell = planner_->follow(known);
    }
    if (to_end_) {
      const int clicks = position.clicks() + 1 + planner_->planned();
      session().report(static_cast<double>(clicks) / (position.rows() * position.columns() * position.depth()),
                       AGON_VALUE_SCORE, 1 + planner_->planned());
    }
    return {cell / position.columns(), cell % position.columns()};
  }

 private:
  /// Returns false if there is no time for it.
  bool plan(const champion::Known& known) {
    const bool end = champion::tiles_hidden(known) == 0;
    to_end_ = end;
    if (width_ > 0) {
      const auto endless = [] { return false; };
      if (end)
        planner_->finish(known, width_, champion::endless_rounds, endless);
      else {
        planner_->plan(known, width_, endless);
        planner_->compare(known, width_, endless);
      }
      return true;
    }
    const std::int64_t begin = session().turn_left_ns();
    const int tiles = champion::tiles_left(known);
    const Clock::Allowance allowed = Clock::allow(begin, tiles, planner_->early(tiles));
    if (allowed.pace == Clock::Pace::any) return false;
    if (end && allowed.pace == Clock::Pace::search) {
      // This plan is the last one: it may take half of what all its clicks may take, since a layer ends late.
      const std::int64_t until = begin == INT64_MAX ? INT64_MIN : begin - allowed.ns * tiles / 2;
      planner_->finish(known, narrowest, begin == INT64_MAX ? champion::endless_rounds : most_rounds,
                       [&] { return session().turn_left_ns() < until; });
      return true;
    }
    to_end_ = false;
    search(known, allowed.ns * planner_->followed(known));
    if (allowed.pace == Clock::Pace::search) compare(known);
    return true;
  }

  /// Plans for so long, and keeps account of what a beam of width 1 takes.
  void search(const champion::Known& known, std::int64_t ns) {
    const std::int64_t begin = session().turn_left_ns();
    const int width = static_cast<int>(std::clamp(static_cast<double>(ns) / width_ns_, 1.0, double{widest}));
    const std::int64_t end = begin == INT64_MAX ? INT64_MIN : begin - std::max(2 * ns, Clock::quick_click_ns);
    planner_->plan(known, width, [&] { return session().turn_left_ns() < end; });
    if (begin == INT64_MAX) return;
    const double took = static_cast<double>(begin - session().turn_left_ns()) / width;
    width_ns_ += .2 * (took - width_ns_);
  }

  /// Compares the last clicks for as long as can be spared: fewer come than there are tiles.
  void compare(const champion::Known& known) {
    const std::int64_t begin = session().turn_left_ns();
    const std::int64_t end =
        begin == INT64_MAX ? INT64_MIN
                           : begin - Clock::allow_last(begin, champion::tiles_left(known), planner_->expected(known));
    planner_->compare(known, begin == INT64_MAX ? narrowest : most_samples,
                      [&] { return session().turn_left_ns() < end; });
  }

  static constexpr int narrowest = 100;
  static constexpr int most_samples = 1000;
  static constexpr int most_rounds = 50;
  static constexpr int widest = 30'000;

  int width_;
  bool to_end_ = false;  // whether the plan has all clicks until the end of the match
  double width_ns_ = 25'000;
  std::unique_ptr<champion::Planner> planner_;
};

constexpr std::array options = {
    agon::integer("width", "sequences that the beam keeps of each length; 0: as many as time allows", "0", 0, 1000),
};

}  // namespace

AGON_STRATEGY(Champion, .id = "champion", .version = "1.3.1",
              .summary = "beam search on visible tiles, by the supply of ways to high stacks and by their prices",
              .options = options)
