// The signed-rank test of Wilcoxon: are paired differences symmetric about 0?
#pragma once

#include <cstddef>
#include <span>

namespace stats {

struct SignedRank {
  double positive = 0;    // sum of the ranks of the differences above 0
  double negative = 0;    // sum of the ranks of the differences below 0
  std::size_t count = 0;  // number of nonzero differences
  double p = 1;           // two-sided, in (0, 1]
  bool exact = true;      // whether p is exact rather than the normal approximation
};

/// Ranks the differences by size. Equal sizes share the mean of their ranks. Zeros are ranked as well and then dropped
/// (Pratt 1959): dropping them first would make a mean of many ties look too certain.
///
/// For up to 100 nonzero differences, p is exact: the fraction of the 2^count sign assignments to these ranks whose
/// sums differ at least as much. For more, p is the normal approximation with the variance of these ranks, which
/// includes the correction for ties and zeros, and a continuity correction of half a rank.
///
/// `differences` must be finite. Two of them are tied if their sizes are equal.
SignedRank signed_rank(std::span<const double> differences);

}  // namespace stats
