// A sequential test of which of two strategies scores higher, for any number of seats. It may be evaluated after every
// seed and stops as soon as the answer is clear. The probability of a false claim is at most alpha.
//
// The data are the differences d_1, d_2, ... of the two strategies' scores, one for each seed, independent of each
// other. Neither their variance nor a range is known. Heavy tails and ties are frequent. With S = sum d and V = sum
// d^2,
//
//     E = sqrt(r / (V + r)) exp(S^2 / (2 (V + r)))
//
// is the wealth of a player who began with 1 and bet on the signs of the differences, averaged over all stakes with
// normal weights (Robbins 1970; de la Pena, Lai, Shao: Self-Normalized Processes, 2009, chapter 12). A difference is
// claimed when E first reaches 1 / alpha. The error bound holds for these reasons:
//
// - Null hypothesis 1: the strategies are equally good in the sense that swapping their names changes nothing. Then
//   the differences are distributed symmetrically around 0. Given the sizes |d|, their signs are fair coins, and since
//   (e^x + e^-x) / 2 <= exp(x^2 / 2), E is a supermartingale. By Ville's inequality, the probability that it ever
//   reaches 1 / alpha is at most alpha. This bound is exact from the first seed on, for all tails, ties and discrete
//   scores; not even a mean has to exist. r may depend on all sizes: it is V after the first `warm_up` differences that
//   are not 0. So nothing depends on the unit of the score, and the test is most powerful at about 8 times as many.
// - Null hypothesis 2: the differences have mean 0 but are skewed, as of a strategy that usually loses a little and
//   sometimes wins a lot. If their variance is finite, the error is alpha in the limit of many seeds (Waudby-Smith,
//   Arbour, Sinha, Kennedy, Ramdas: Time-uniform central limit theory, 2021: this boundary). Without a known range, no
//   test can guarantee more (Bahadur, Savage 1956). Two measures speed up the convergence. Neither adds a claim, so the
//   first bound still holds. The first is the warm-up, during which nothing is claimed. The second is a guard: E uses
//   t = S / sqrt(V) only as far as it remains after a correction for skewness. By Edgeworth's expansion the correction
//   is t + k (1 + 2 t^2) / 6 with k = sum d^3 / V^1.5. The term is tripled, since samples underestimate tails that they
//   do not yet contain. In simulations with the null data of sequential_simulation_test.cpp, the error is at most alpha
//   up to the skewness of a lognormal distribution, 6.2. At a skewness of 33 (lognormal with sigma = 1.5), 0.08 of the
//   runs claim falsely instead of 0.05.
#pragma once

#include "host/stats/intervals.hpp"

#include <cstddef>

namespace stats {

struct SequentialOptions {
  double alpha = 0.05;        // in (0, 1); for both directions together
  std::size_t warm_up = 60;   // number of nonzero differences before the first claim; at least 10
  std::size_t most = 10'000;  // maximum number of seeds; the test then ends without a claim
};

enum class SequentialVerdict {
  running,
  better,               // the first strategy scores higher
  worse,                // the first strategy scores lower
  no_difference_found,  // after the maximum number of seeds
};

/// The test of one pair of strategies. The order in which differences are added must not depend on when matches end.
/// Use, for example, the order of the seeds.
class SequentialTest {
 public:
  explicit SequentialTest(const SequentialOptions& options = {}) : options_(options) {}

  /// Adds the next seed's difference, first minus second, in any unit. A verdict is final; later differences still
  /// narrow the interval. Throws std::invalid_argument if the difference is not finite.
  SequentialVerdict add(double difference);

  [[nodiscard]] SequentialVerdict verdict() const { return verdict_; }
  [[nodiscard]] std::size_t seeds() const { return seeds_; }
  [[nodiscard]] double mean() const { return all_.mean; }

  /// Returns the number of differences other than 0 that the warm-up takes; 0 if it is over.
  [[nodiscard]] std::size_t warm_up() const { return different_ < options_.warm_up ? options_.warm_up : 0; }

  /// Returns the current logarithm of E; 0 in the warm-up.
  [[nodiscard]] double log_evidence() const { return log_evidence(0); }

  /// Returns the always-valid p-value: 1 / the largest E up to the verdict, at most 1. A difference is claimed if it is
  /// at most alpha.
  [[nodiscard]] double p() const;

  /// Returns the confidence interval of the differences' centre: all values that the same test, applied to d - value,
  /// does not currently exclude. The probability that it ever misses the true value, at any seed, is at most alpha, in
  /// the sense above. The whole line in the warm-up. Takes several hundred evaluations of E.
  [[nodiscard]] Interval interval() const;

 private:
  /// Sums of differences that E needs.
  struct Sums {
    double count = 0;
    double mean = 0;
    double squares = 0;  // of the deviations from that mean
    double cubes = 0;    // of these deviations

    void add(double difference);
    [[nodiscard]] double squares_around(double value) const;  // of the deviations from `value`
    [[nodiscard]] double cubes_around(double value) const;
  };

  [[nodiscard]] double log_evidence(double value) const;
  [[nodiscard]] double excluded_from(double direction) const;

  SequentialOptions options_;
  std::size_t seeds_ = 0;
  std::size_t different_ = 0;
  Sums all_;
  Sums warm_up_;
  double largest_ = 0;  // log E
  SequentialVerdict verdict_ = SequentialVerdict::running;
};

}  // namespace stats
