// The sequential probability ratio test for two players: stops as soon as the answer is clear (Wald 1945; for pairs of
// matches: Van den Bergh, Normalized Elo in practice).
#pragma once

#include "host/stats/pentanomial.hpp"

namespace stats {

enum class EloScale { normalised, logistic };

/// H0: the first player is stronger by `elo0`; H1: by `elo1`.
struct Sprt {
  double elo0 = 0;  // -600 <= elo0 < elo1 <= 600
  double elo1 = 2;
  EloScale scale = EloScale::normalised;
  double alpha = 0.05;  // the probability of accepting H1 if H0 is true; alpha + beta < 1
  double beta = 0.05;   // the probability of accepting H0 if H1 is true
};

/// `lower` < 0 < `upper`.
struct SprtBounds {
  double lower = 0;  // ln(beta / (1 - alpha)): at or below it, H0 is accepted
  double upper = 0;  // ln((1 - beta) / alpha): at or above it, H1 is accepted
};

enum class SprtVerdict { running, accept_h0, accept_h1 };

/// Throws std::invalid_argument if elo0 < elo1 does not hold, an Elo is not finite, or alpha or beta is out of range.
/// The functions below do the same.
SprtBounds bounds(const Sprt& test);

/// Returns the log-likelihood ratio of H1 to H0. Each likelihood is that of the most likely distribution of the five
/// results with the hypothesis's strength. Returns 0 if there is no pair.
double log_likelihood_ratio(const Sprt& test, const Pentanomial& counts);

/// Returns the verdict. Must be called with whole pairs, each counted once, none omitted because of its result.
SprtVerdict verdict(const Sprt& test, const Pentanomial& counts);

}  // namespace stats
