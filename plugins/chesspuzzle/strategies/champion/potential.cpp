#include "potential.hpp"

#include <algorithm>
#include <cmath>

namespace chesspuzzle::champion {

namespace {

constexpr bool rider(Kind kind) {
  return kind > Kind::knight;
}

}  // namespace

Potential::Potential(const Graph& graph, const Parameters& parameters)
    : graph_(graph),
      price_weight_(static_cast<float>(parameters.price_weight)),
      decline_(std::size_t{most_supply + 1}),
      hidden_(static_cast<std::size_t>(graph.cells() * graph.cells())) {
  weigh_tiles(parameters);
  for (int cell = 0; cell < graph.cells(); ++cell)
    factors_[static_cast<std::size_t>(cell)] = static_cast<float>(graph.edge(cell) ? parameters.edge_factor : 1);
  for (int left = 1; left <= max_depth; ++left)
    heights_[static_cast<std::size_t>(left)] = static_cast<float>(std::pow(left, parameters.height_power));
  for (int supply = 0; supply <= most_supply; ++supply)
    decline_[static_cast<std::size_t>(supply)] = static_cast<float>(
        std::pow(static_cast<double>(supply) / supply_unit + parameters.offset, -parameters.supply_power));
}

void Potential::weigh_tiles(const Parameters& parameters) {
  for (int cell = 0; cell < graph_.cells(); ++cell) {
    for (int kind = 1; kind <= tile_kinds; ++kind) {
      const auto targets = graph_.targets(cell, static_cast<Kind>(kind));
      const double weight = (rider(static_cast<Kind>(kind)) ? parameters.rider_weight : 1) * supply_unit /
                            std::pow(static_cast<double>(targets.size()), parameters.share_power);
      weights_.push_back(targets.empty() ? Supply{0} : static_cast<Supply>(std::lround(weight)));
      const double inside_cost = rider(static_cast<Kind>(kind)) ? parameters.exit_cost : parameters.inside_cost;
      const double edge_cost = rider(static_cast<Kind>(kind)) ? 0 : parameters.return_cost;
      costs_.push_back(static_cast<float>(graph_.edge(cell) ? edge_cost : inside_cost));
      for (const int target : targets)
        hidden_[static_cast<std::size_t>(cell * graph_.cells() + target)] +=
            static_cast<float>(parameters.hidden_weight * weights_.back() / tile_kinds);
    }
  }
}

std::array<Supply, max_cells> Potential::supplies(const Known& known) const {
  std::array<float, max_cells> sums{};
  const int cells = graph_.cells();
  for (int cell = 0; cell < cells; ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (known.left[at] == 0) continue;
    const auto one = static_cast<float>(weight(cell, known.top[at]));
    for (const std::uint8_t target : graph_.targets(cell, known.top[at])) sums[target] += one;
    const auto hidden = static_cast<float>(known.left[at] - 1);
    if (hidden == 0) continue;
    const float* from = &hidden_[static_cast<std::size_t>(cell * cells)];
    for (int target = 0; target < cells; ++target) sums[static_cast<std::size_t>(target)] += hidden * from[target];
  }
  std::array<Supply, max_cells> result{};
  std::ranges::transform(sums, result.begin(), [](float sum) {
    return static_cast<Supply>(std::lround(std::min(sum, static_cast<float>(most_supply))));
  });
  return result;
}

float Potential::sum(const Known& known, std::span<const Supply> supplies) const {
  float result = 0;
  for (int cell = 0; cell < graph_.cells(); ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    result += term(cell, known.left[at], supplies[at]);
  }
  return result;
}

}  // namespace chesspuzzle::champion
