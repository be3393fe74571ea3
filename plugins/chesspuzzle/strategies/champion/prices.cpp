#include "prices.hpp"

#include <algorithm>

namespace chesspuzzle::champion {

namespace {

constexpr float first_price = .5F;
constexpr float highest_price = 4;
constexpr float step = .05F;         // of a price in one round, at most
constexpr float temperature = .1F;   // a click that gains between -temperature and temperature may be made or not
constexpr float least_price = .02F;  // is added where ways are shared out: free ones are shared out, too
constexpr float least_trade = .25F;  // with fewer ways than that, the price hardly changes

/// Returns how probable a click is.
float chance_of(float gain) {
  return std::clamp((gain + temperature) / (2 * temperature), 0.F, 1.F);
}

/// Returns the positive part of a gain, smoothed: chance_of() is its derivative.
float positive(float gain) {
  const float chance = chance_of(gain);
  return chance < 1 ? temperature * chance * chance : gain;
}

float eighth_power(float number) {
  const float square = number * number;
  return square * square * (square * square);
}

}  // namespace

Prices::Prices(const Graph& graph)
    : graph_(graph), made_(static_cast<std::size_t>(graph.cells() * tile_kinds)), shares_(made_.size()) {
  ways_.fill(first_price);
}

void Prices::adapt(const Known& known, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    value_tiles(known);
    trade(known);
    for (int cell = 0; cell < graph_.cells(); ++cell) {
      const auto at = static_cast<std::size_t>(cell);
      if (known.left[at] == 0) continue;
      const float excess = (demand_[at] - supply_[at]) / std::max(demand_[at] + supply_[at], least_trade);
      ways_[at] = std::clamp(ways_[at] + step * excess, 0.F, highest_price);
    }
  }
  value_tiles(known);
  trade(known);
}

void Prices::value_tiles(const Known& known) {
  std::array<float, max_cells> weights{};
  for (int cell = 0; cell < graph_.cells(); ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (known.left[at] > 0) weights[at] = eighth_power(ways_[at] + least_price);
  }
  for (int cell = 0; cell < graph_.cells(); ++cell) {
    if (known.left[static_cast<std::size_t>(cell)] == 0 && cell != known.last) continue;
    for (int kind = 1; kind <= tile_kinds; ++kind) {
      const std::size_t at = index(cell, static_cast<Kind>(kind));
      const auto targets = graph_.targets(cell, static_cast<Kind>(kind));
      float sum = 0;
      float worth = 0;
      for (const std::uint8_t target : targets) {
        sum += weights[target];
        worth += weights[target] * ways_[target];
      }
      const float scale = sum > 0 ? 1 / sum : 0;
      made_[at] = worth * scale;
      for (std::size_t i = 0; i < targets.size(); ++i) shares_[at][i] = weights[targets[i]] * scale;
    }
  }
}

void Prices::trade(const Known& known) {
  demand_.fill(0);
  supply_.fill(0);
  for (int cell = 0; cell < graph_.cells(); ++cell)
    if (known.left[static_cast<std::size_t>(cell)] > 0) trade_stack(known, cell);
}

void Prices::trade_stack(const Known& known, int cell) {
  const auto at = static_cast<std::size_t>(cell);
  const float* made = &made_[static_cast<std::size_t>(cell * tile_kinds)];
  const int hidden = known.left[at] - 1;
  const int top = static_cast<int>(known.top[at]) - 1;
  std::array<float, max_depth> rest{};  // what so many hidden tiles are expected to gain
  const auto gain = [&](int kind, int below) {
    return 1 + made[kind] - ways_[at] + rest[static_cast<std::size_t>(below)];
  };
  for (int height = 1; height <= hidden; ++height) {
    float sum = 0;
    for (int kind = 0; kind < tile_kinds; ++kind) sum += positive(gain(kind, height - 1));
    rest[static_cast<std::size_t>(height)] = sum / tile_kinds;
  }
  entry_losses_[at] = std::max(0.F, -gain(top, hidden)) - ways_[at];
  std::array<float, tile_kinds> amounts{};
  float clicked = chance_of(gain(top, hidden));  // how probable it is that the stack is clicked down to here
  amounts[static_cast<std::size_t>(top)] = clicked;
  demand_[at] = clicked;
  for (int below = hidden - 1; below >= 0; --below) {
    float next = 0;
    for (int kind = 0; kind < tile_kinds; ++kind) {
      const float amount = clicked / tile_kinds * chance_of(gain(kind, below));
      amounts[static_cast<std::size_t>(kind)] += amount;
      next += amount;
    }
    clicked = next;
    demand_[at] += clicked;
  }
  for (int kind = 0; kind < tile_kinds; ++kind) make_ways(cell, kind, amounts[static_cast<std::size_t>(kind)]);
}

void Prices::make_ways(int cell, int kind, float amount) {
  if (amount == 0) return;
  const auto& shares = shares_[static_cast<std::size_t>(cell * tile_kinds + kind)];
  const auto targets = graph_.targets(cell, static_cast<Kind>(kind + 1));
  for (std::size_t i = 0; i < targets.size(); ++i) supply_[targets[i]] += amount * shares[i];
}

double Prices::bound(const Known& known) const {
  const auto dearest = [&](int cell, int kind) {
    double price = 0;
    for (const std::uint8_t target : graph_.targets(cell, static_cast<Kind>(kind)))
      if (known.left[target] > 0) price = std::max(price, double{way(target)});
    return price;
  };
  // The first click needs no way. Its cell is any one.
  double sum =
      known.last < 0 ? double{*std::ranges::max_element(ways_)} : dearest(known.last, static_cast<int>(known.removed));
  for (int cell = 0; cell < graph_.cells(); ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (known.left[at] == 0) continue;
    std::array<double, tile_kinds> gains{};  // of a click, apart from what is below
    for (int kind = 0; kind < tile_kinds; ++kind)
      gains[static_cast<std::size_t>(kind)] = 1 + dearest(cell, kind + 1) - double{way(cell)};
    double rest = 0;
    for (int height = 1; height < known.left[at]; ++height) {
      double next = 0;
      for (const double gain : gains) next += std::max(0., gain + rest) / tile_kinds;
      rest = next;
    }
    sum += std::max(0., gains[static_cast<std::size_t>(known.top[at]) - 1] + rest);
  }
  return sum;
}

}  // namespace chesspuzzle::champion
