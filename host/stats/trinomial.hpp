// The results of two players in single matches that are independent, such as those that another program counted.
#pragma once

#include "host/stats/pentanomial.hpp"
#include "host/stats/sprt.hpp"

#include <cstdint>

namespace stats {

struct Trinomial {
  std::uint64_t wins = 0;  // of the first player
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  [[nodiscard]] std::uint64_t matches() const { return wins + draws + losses; }
};

/// The same as for pairs, with matches in place of pairs.
EloEstimate estimate_elo(const Trinomial& counts);
double log_likelihood_ratio(const Sprt& test, const Trinomial& counts);

/// Returns the ratio for hypotheses in the units of BayesElo, where the probability of a win is 1 / (1 + 10^((d - elo)
/// / 400)) and that of a loss 1 / (1 + 10^((d + elo) / 400)), with the d for draws that the counts show. A result with
/// count 0 counts as a thousandth of a match. Ignores test.scale.
double bayesian_log_likelihood_ratio(const Sprt& test, const Trinomial& counts);

}  // namespace stats
