// The share of points that few or one-sided pairs allow, where the normal approximation of elo.hpp fails.
//
// It inverts the score test of the mean: for a share m, the most likely distribution of the five results with mean m
// gives the standard error with which the observed mean is judged. If only two results occur, this is Wilson's
// interval (1927). Results that were not observed can have a probability: after wins alone, losses are still possible.
#pragma once

#include "host/stats/elo.hpp"
#include "host/stats/intervals.hpp"

namespace stats {

/// Returns (observed mean - `mean`) divided by the standard error that the pairs have if `mean` is true; 0 if both are
/// equal. Requires at least one pair, and 0 < mean < 1.
double score_statistic(const Pentanomial& counts, double mean);

/// Returns the shares, in [0, 1], whose statistic lies within +-z. If a player has all points, returns the exact
/// interval for pairs whose matches end alike (Clopper, Pearson 1934), which includes 0 or 1. Requires at least one
/// pair.
Interval score_interval(const Pentanomial& counts, double z);

}  // namespace stats
