// The parameters that tuning found.
#include "planner.hpp"

namespace chesspuzzle::champion {

Parameters tuned(int /*cells*/, int depth, Stage stage) {
  Parameters parameters;
  parameters.share_power = .5;
  parameters.supply_power = stage == Stage::late ? 1.2 : .6;
  if (depth == 1) {
    parameters.offset = 3;
    parameters.share_power = 0;
    parameters.supply_power = .8;
  }
  return parameters;
}

}  // namespace chesspuzzle::champion
