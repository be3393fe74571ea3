// The maximum-likelihood fit for ratings: strengths for given counts of choices.
#pragma once

#include "host/stats/ranking_counts.hpp"

#include <span>
#include <vector>

namespace stats {

/// How often each player was chosen, and how often a choice was made from each set.
struct ChoiceCounts {
  std::vector<double> chosen;   // by player
  std::vector<double> chances;  // by set
};

/// Returns sum_i chosen_i ln gamma_i - sum_S chances_S ln(sum_{j in S} gamma_j); `strengths` are logarithms.
double log_likelihood(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts,
                      const std::vector<double>& strengths);

/// Returns the logarithms of the strengths gamma, by player, that maximise
///
///     sum_i chosen_i ln gamma_i - sum_S chances_S ln(sum_{j in S} gamma_j)
///         + prior sum_i (1/2 ln gamma_i - ln(gamma_i + 1))
///
/// `strengths` is the starting point (also logarithms); `prior` must be above 0.
///
/// The maximum is unique, and is the fixed point of minorise-maximise (Hunter 2004, MM algorithms for generalized
/// Bradley-Terry models): gamma_i = chosen_i / sum_{S with i} chances_S / sum_{j in S} gamma_j, including the prior's
/// matches. That iteration converges slowly if a player nearly always wins: it needs millions of rounds. Newton's
/// method needs about 10.
std::vector<double> fit_strengths(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts, double prior,
                                  std::vector<double> strengths);

}  // namespace stats
