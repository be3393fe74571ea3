// The parameters that tuning found.
#include "planner.hpp"

namespace chesspuzzle::champion {

namespace {

/// From so many cells on, ways from the edge to the inside become scarce.
constexpr int medium_cells = 64;

Parameters tuned_large() {
  Parameters parameters;
  parameters.height_power = 1.75;
  parameters.supply_power = .75;
  parameters.share_power = .5;
  parameters.hidden_weight = .8;
  parameters.rider_weight = .8;
  parameters.edge_factor = 1.2;
  parameters.return_cost = .8;
  parameters.inside_cost = .3;
  parameters.exit_cost = .3;
  parameters.price_weight = 3;
  return parameters;
}

/// A match of depth 1 is planned at once.
Parameters tuned_flat() {
  Parameters parameters;
  parameters.supply_power = .8;
  parameters.offset = 3;
  parameters.price_weight = .5;
  return parameters;
}

}  // namespace

Parameters tuned(int cells, int depth, Stage stage) {
  if (depth == 1) return tuned_flat();
  if (cells >= large_cells) return tuned_large();
  Parameters parameters;
  parameters.share_power = .5;
  parameters.supply_power = stage == Stage::late ? 1.2 : .6;
  if (cells >= medium_cells) {
    parameters.return_cost = parameters.inside_cost = .3;
    parameters.price_weight = 2;
  }
  return parameters;
}

}  // namespace chesspuzzle::champion
