// Many tests at once: keeps the chance of even one false claim among them as low as that of a single test.
#pragma once

#include <span>
#include <vector>

namespace stats {

/// The p-values adjusted by Holm's step-down method (1979), in the order of `p`: the smallest times their number, the
/// next times one less, and so on, none below the one before, none above 1. Each of `p` lies in [0, 1].
std::vector<double> holm(std::span<const double> p);

}  // namespace stats
