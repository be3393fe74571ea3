// The sequential probability ratio test for two players: stops as soon as the answer is clear (Wald 1945; for pairs of
// matches, Van den Bergh, Normalized Elo in practice).
#pragma once

#include "host/stats/pentanomial.hpp"

namespace stats {

enum class EloScale { normalised, logistic };

/// H0: the first player is `elo0` stronger than the second; H1: `elo1` stronger.
struct Sprt {
  double elo0 = 0;  // -600 <= elo0 < elo1 <= 600
  double elo1 = 2;
  EloScale scale = EloScale::normalised;
  double alpha = 0.05;  // the probability to accept H1 where H0 holds; alpha + beta < 1
  double beta = 0.05;   // the probability to accept H0 where H1 holds
};

/// `lower` < 0 < `upper`.
struct SprtBounds {
  double lower = 0;  // ln(beta / (1 - alpha)): H0 is accepted at or below
  double upper = 0;  // ln((1 - beta) / alpha): H1 is accepted at or above
};

enum class SprtVerdict { running, accept_h0, accept_h1 };

/// Throws std::invalid_argument for Elo that do not ascend or are not finite, and for alpha or beta out of range, as
/// the functions below do.
SprtBounds bounds(const Sprt& test);

/// The logarithm of how much likelier the pairs are under H1 than under H0, each time with the likeliest distribution
/// of the five results that has the strength in question; 0 without a pair.
double log_likelihood_ratio(const Sprt& test, const Pentanomial& counts);

/// To be asked after whole pairs, each counted once and none left out for its result.
SprtVerdict verdict(const Sprt& test, const Pentanomial& counts);

}  // namespace stats
