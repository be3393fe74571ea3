// Which of two strategies scores higher, asked again after every seed, for any number of seats: it may be asked as
// often as one likes, and stops as soon as the answer is clear, yet claims a difference falsely with at most
// probability alpha.
//
// The data are the differences d_1, d_2, ... of the two strategies' scores, one for each seed, independent of each
// other. Neither their variance nor a range is known, tails are often heavy, and ties many. With S = sum d and V = sum
// d^2,
//
//     E = sqrt(r / (V + r)) exp(S^2 / (2 (V + r)))
//
// is the wealth of somebody who began with 1 and bet on the signs of the differences, mixed over all stakes with normal
// weights (Robbins 1970; de la Pena, Lai, Shao: Self-Normalized Processes, 2009, chapter 12). A difference is claimed
// when E first reaches 1 / alpha. Why that keeps the error:
//
// - Two strategies that are equally good in the sense that swapping their names changes nothing have differences that
// lie
//   symmetrically around 0. Given the sizes |d|, their signs are then fair coins, and since
//   (e^x + e^-x) / 2 <= exp(x^2 / 2), E does not grow on average. By Ville's inequality it ever reaches 1 / alpha with
//   probability at most alpha: exactly so, from the first seed on, for all tails, ties and discrete scores; not even a
//   mean has to exist. Given the sizes, r may depend on them all: it is V after the first `warm_up` differences that
//   are not 0, so that nothing depends on the unit of the score, and the test is sharpest at about 8 times as many.
// - Differences with mean 0 that are skewed, as of a strategy that mostly loses a little and sometimes wins a lot, keep
//   alpha in the limit of many seeds, if their variance is finite (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas:
//   Time-uniform central limit theory, 2021: this boundary). No test can promise more without knowing a range (Bahadur,
//   Savage 1956). Two things bring the limit nearer, and neither adds a claim, so that the first promise stays whole:
//   the warm-up, before which nothing is claimed; and a guard, which takes t = S / sqrt(V) in E for only as large as it
//   still is with the skewness taken out. By Edgeworth's expansion that is t + k (1 + 2 t^2) / 6 with k = sum d^3 /
//   V^1.5; the term is trebled, since samples understate the tails that they have not seen yet. In simulation the null
//   data of sequential_simulation_test.cpp keep alpha up to the skewness of a lognormal distribution, 6.2; at a
//   skewness of 33 (lognormal with sigma = 1.5) 0.08 of the runs claim falsely instead of 0.05.
#pragma once

#include "host/stats/interval.hpp"

#include <cstddef>

namespace stats {

struct SequentialOptions {
  double alpha = 0.05;        // in (0, 1); for both directions together
  std::size_t warm_up = 60;   // differences that are not 0 before the first claim; at least 10
  std::size_t most = 10'000;  // seeds; the test ends there without a claim
};

enum class SequentialVerdict {
  running,
  better,               // the first strategy scores higher
  worse,                // lower
  no_difference_found,  // within the most seeds
};

/// The test of one pair of strategies. It does not look at the order in which matches happen to end: differences have
/// to be added in an order that does not depend on them, such as that of the seeds.
class SequentialTest {
 public:
  /// Throws std::invalid_argument for options out of range.
  explicit SequentialTest(const SequentialOptions& options = {});

  /// Takes the next seed's difference, first minus second, in any unit. A verdict once given stays; differences after
  /// it still sharpen the interval. Throws std::invalid_argument for one that is not finite.
  SequentialVerdict add(double difference);

  [[nodiscard]] SequentialVerdict verdict() const { return verdict_; }
  [[nodiscard]] std::size_t seeds() const { return seeds_; }
  [[nodiscard]] double mean() const { return all_.mean; }

  /// The logarithm of E now; 0 in the warm-up.
  [[nodiscard]] double log_evidence() const { return log_evidence(0); }

  /// The always-valid p-value: 1 / the largest E up to the verdict, at most 1. A difference is claimed where it is at
  /// most alpha.
  [[nodiscard]] double p() const;

  /// All values around which the differences may lie: those that the same test, asked about d - value, does not exclude
  /// now. Over all seeds together it misses the true one with probability at most alpha, in the sense above. The whole
  /// line in the warm-up. Takes some hundred evaluations of E.
  [[nodiscard]] Interval interval() const;

 private:
  /// What E needs to know of some differences.
  struct Sums {
    double count = 0;
    double mean = 0;
    double squares = 0;  // of the deviations from that mean
    double cubes = 0;    // of them

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
