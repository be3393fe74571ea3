// The parameters that tuning found.
#include "planner.hpp"

namespace chesspuzzle::champion {

Parameters tuned(int cells, int depth, Stage stage) {
  Parameters parameters;
  parameters.share_power = .5;
  parameters.supply_power = stage == Stage::late ? 1.2 : .6;
  if (cells >= large_cells && depth > 1) {
    parameters.supply_power = .75;
    parameters.height_power = 1.75;
    parameters.hidden_weight = .8;
    parameters.rider_weight = .8;
    parameters.edge_factor = 1.2;
    parameters.return_cost = .8;
    parameters.inside_cost = .3;
    parameters.exit_cost = .3;
    return parameters;
  }
  if (cells >= 64 && depth > 1) parameters.return_cost = parameters.inside_cost = .3;
  if (depth == 1) {
    // Such a match is planned at once, by both potentials.
    parameters.share_power = 0;
    parameters.supply_power = stage == Stage::late ? .8 : 1.5;
    parameters.offset = stage == Stage::late ? 3 : 6;
  }
  return parameters;
}

}  // namespace chesspuzzle::champion
