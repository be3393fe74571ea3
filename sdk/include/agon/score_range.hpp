// agon/score_range.hpp - bounds of a seat's final score.
#pragma once

#include <agon/standard.hpp>

#include <limits>

namespace agon {

/// Both bounds are included; see agon_model.score_range.
struct ScoreRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

}  // namespace agon
