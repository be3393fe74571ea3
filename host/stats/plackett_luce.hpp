// The fit behind ratings: the likeliest strengths for given counts of choices.
#pragma once

#include "host/stats/ranking_counts.hpp"

#include <span>
#include <vector>

namespace stats {

/// How often each player was chosen, and how often there was a choice from each set.
struct ChoiceCounts {
  std::vector<double> chosen;   // by player
  std::vector<double> chances;  // by set
};

/// The logarithms of the strengths gamma that make
///
///     sum_i chosen_i ln gamma_i - sum_S chances_S ln(sum_{j in S} gamma_j)
///         + prior sum_i (1/2 ln gamma_i - ln(gamma_i + 1))
///
/// largest, by player. `strengths` is where to start (logarithms too); `prior` is above 0.
///
/// There is one such point, and it is where minorise-maximise comes to rest (Hunter 2004, MM algorithms for generalized
/// Bradley-Terry models): gamma_i = chosen_i / sum_{S with i} chances_S / sum_{j in S} gamma_j, the prior's matches
/// counted as well. Those steps crawl where somebody nearly always wins, for millions of rounds; Newton's take some
/// ten.
std::vector<double> fit_strengths(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts, double prior,
                                  std::vector<double> strengths);

}  // namespace stats
