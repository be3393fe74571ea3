// The signed-rank test of Wilcoxon: do paired differences lie evenly around 0?
#pragma once

#include <cstddef>
#include <span>

namespace stats {

struct SignedRank {
  double positive = 0;    // sum of the ranks of the differences above 0
  double negative = 0;    // sum of the ranks of those below
  std::size_t count = 0;  // differences that are not 0
  double p = 1;           // two-sided, in (0, 1]
  bool exact = true;      // whether p counts all signs, or takes the normal approximation
};

/// Ranks the differences by size. Equal sizes share the mean of their ranks; zeros are ranked too and then left out
/// (Pratt 1959), since leaving them out first makes a mean of many ties look surer than it is.
///
/// Up to 100 differences that are not 0, p is exact: the part of the 2^count ways to give these very ranks signs in
/// which the sums lie at least as far apart. Beyond, it is the normal approximation with the variance of these ranks,
/// which holds the correction for ties and zeros, and half a rank of continuity correction.
///
/// `differences` are finite; two of them tie where they are the same number.
SignedRank signed_rank(std::span<const double> differences);

}  // namespace stats
