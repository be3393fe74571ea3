#include "host/stats/bounded_mean.hpp"

#include <algorithm>
#include <span>

namespace stats {

namespace {

/// Returns the mean wealth over all stakes.
double wealth(std::span<const double> values, double mean, bool mirrored) {
  constexpr int stakes = 40;
  double sum = 0;
  for (int stake = 0; stake < stakes; ++stake) {
    const double part = (stake + 0.5) / stakes;
    double product = 1;
    for (const double value : values) product *= 1 + part * ((mirrored ? 1 - value : value) / mean - 1);
    sum += product;
  }
  return sum / stakes;
}

/// Returns the largest mean below which all are excluded.
double bound(std::span<const double> values, double alpha, bool mirrored) {
  constexpr int halvings = 40;
  double excluded = 0;
  double open = 1;
  for (int halving = 0; halving < halvings; ++halving) {
    const double middle = (excluded + open) / 2;
    (wealth(values, middle, mirrored) >= 1 / alpha ? excluded : open) = middle;
  }
  return excluded;
}

}  // namespace

void BoundedMean::add(double value) {
  values_.push_back(std::clamp((value - low_) / (high_ - low_), 0.0, 1.0));
}

double BoundedMean::mean() const {
  return values_.empty() ? 0 : low_ + stats::mean(values_) * (high_ - low_);
}

double BoundedMean::at_least(double alpha) const {
  return low_ + bound(values_, alpha, false) * (high_ - low_);
}

double BoundedMean::at_most(double alpha) const {
  return high_ - bound(values_, alpha, true) * (high_ - low_);
}

}  // namespace stats
