#include "size.hpp"

#include "../../rules.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace polyomino::champion {

int best_size(std::span<const int> reaches, double exponent) {
  std::vector<int> sorted(reaches.begin(), reaches.end());
  std::ranges::sort(sorted, std::greater<>());
  int best = 0;
  double best_gain = 0;
  for (std::size_t fitting = 1; fitting <= sorted.size(); ++fitting) {
    const int size = sorted[fitting - 1];  // `fitting` samples at least fit with this size
    if (size < min_size) break;
    if (fitting < sorted.size() && sorted[fitting] == size) continue;
    // Half a sample less: what all of a few samples do, a few of all tiles do not.
    const double p = (static_cast<double>(fitting) - .5) / static_cast<double>(sorted.size());
    const double gain = std::pow(size, exponent) * (2 - 1 / p);
    if (gain <= best_gain) continue;
    best_gain = gain;
    best = size;
  }
  return best;
}

}  // namespace polyomino::champion
