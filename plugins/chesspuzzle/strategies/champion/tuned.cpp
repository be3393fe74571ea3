// The parameters that tuning found.
#include "planner.hpp"

namespace chesspuzzle::champion {

Parameters tuned(int cells, int depth, Stage stage) {
  Parameters parameters;
  parameters.share_power = .5;
  const bool never_late = cells >= large_cells && depth > 5;  // too many tiles stay
  parameters.supply_power = stage == Stage::late && !never_late ? 1.2 : .6;
  if (depth == 1) {
    // Such a match is planned at once, by both potentials.
    parameters.share_power = 0;
    parameters.supply_power = stage == Stage::late ? .8 : 1.5;
    parameters.offset = stage == Stage::late ? 3 : 6;
  }
  return parameters;
}

}  // namespace chesspuzzle::champion
