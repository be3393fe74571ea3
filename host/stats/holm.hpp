// Correction for multiple tests: keeps the probability of at least one false positive at that of a single test.
#pragma once

#include <span>
#include <vector>

namespace stats {

/// Returns the p-values adjusted by Holm's step-down method (1979), in the order of `p`. The smallest is multiplied by
/// their number, the next by one less, and so on. None is below its predecessor or above 1. Each of `p` must be in [0,
/// 1].
std::vector<double> holm(std::span<const double> p);

}  // namespace stats
