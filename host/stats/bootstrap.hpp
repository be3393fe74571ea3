// How far a mean over seeds may be off, by drawing the seeds again and again (Efron, Tibshirani: An Introduction to the
// Bootstrap, 1993). It asks for no particular distribution of the scores.
#pragma once

#include "host/stats/interval.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace stats {

struct BootstrapOptions {
  std::size_t rounds = 5000;  // resampled means; at least 1
  double confidence = 0.95;   // of the interval; in (0, 1)
  std::uint64_t seed = 1;     // of the draws: same seed, same interval
};

/// The mean; 0 of no values.
double mean(std::span<const double> values);

/// The value below which the part `probability` of `sorted` lies, linear between neighbours. `sorted` ascends and is
/// not empty; `probability` in [0, 1].
double quantile(std::span<const double> sorted, double probability);

/// The BCa interval of the mean (bias-corrected and accelerated, chapter 14.3 there), which follows a skewed
/// distribution where plain percentiles do not. `values` are finite, one for each seed.
///
/// More than 2,000 values are dealt out to 1,000 groups that are drawn whole: the spread is the same, and the time
/// stays bounded. Fewer than least_seeds values give the whole line. Throws std::invalid_argument for options out of
/// range.
Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options = {});

}  // namespace stats
