#include "planner.hpp"

#include "exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace chesspuzzle::champion {

namespace {

struct Depth {
  int searched;  // clicks looked ahead
  int followed;  // clicks made before the next search: later clicks would miss what is revealed meanwhile
};
constexpr Depth early_depth = {50, 8};
constexpr Depth late_depth = {40, 2};
constexpr Depth large_depth = {30, 1};  // on large boards, where what is revealed counts more than width

// Rounds in which prices are adapted to a position.
constexpr int first_rounds = 100;
constexpr int later_rounds = 10;  // starting from the prices of the position before

constexpr double last_clicks = 60;      // so many are compared by rollouts, if that many are expected
constexpr int moves_a_round = 100'000;  // of the annealing

constexpr Depth depth_of(int cells, int early) {
  if (cells >= large_cells) return large_depth;
  return early > 0 ? early_depth : late_depth;
}

}  // namespace

Planner::Planner(int rows, int columns, const Parameters& early, const Parameters& late)
    : graph_(rows, columns),
      beam_(graph_),
      rollouts_(graph_),
      prices_(graph_),
      late_tiles_(rows * columns * 5 / 2),
      early_(graph_, early),
      late_(graph_, late) {}

int Planner::early(int tiles) const {
  return std::max(0, tiles - late_tiles_);
}

int Planner::followed(const Known& known) const {
  return depth_of(graph_.cells(), early(tiles_left(known))).followed;
}

int Planner::follow(const Known& known) {
  if (plan_.empty()) return -1;
  const int cell = plan_.back();
  plan_.pop_back();
  return known.left[static_cast<std::size_t>(cell)] > 0 ? cell : -1;
}

void Planner::plan(const Known& known, int width, const Stop& stop) {
  const int tiles = early(tiles_left(known));
  const Depth depth = depth_of(graph_.cells(), tiles);
  const Potential& potential = tiles > 0 ? early_ : late_;
  if (potential.price_weight() > 0) adapt_prices(known, width, priced_ ? later_rounds : first_rounds);
  plan_ = beam_.search(known, {potential, prices_}, width, depth.searched, stop);
  if (static_cast<int>(plan_.size()) > depth.followed) plan_.resize(static_cast<std::size_t>(depth.followed));
  std::ranges::reverse(plan_);
}

void Planner::adapt_prices(const Known& known, int width, int most) {
  const int rounds = std::min(width - 1, most);
  if (rounds == 0) return;
  prices_.adapt(known, rounds);
  priced_ = true;
}

double Planner::expected(const Known& known) const {
  return priced_ ? prices_.bound(known) : std::numeric_limits<double>::infinity();
}

void Planner::compare(const Known& known, int samples, const Stop& stop) {
  if (plan_.empty() || known.last < 0 || expected(known) > last_clicks) return;
  plan_ = {rollouts_.choose(known, plan_.back(), {late_, prices_}, samples, stop)};
}

void Planner::finish(const Known& known, int width, int rounds, const Stop& stop) {
  if (late_.price_weight() > 0) adapt_prices(known, width, first_rounds);
  plan_ = beam_.search(known, {late_, prices_}, width, max_cells, stop);
  Exchange exchange(graph_, known, plan_);
  const auto tiles = static_cast<std::size_t>(tiles_left(known));
  for (; rounds > 0 && plan_.size() < tiles && !stop(); --rounds) plan_ = exchange.anneal(moves_a_round, stop);
  std::ranges::reverse(plan_);
}

}  // namespace chesspuzzle::champion
