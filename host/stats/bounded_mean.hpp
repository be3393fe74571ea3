// The mean of values with known bounds, judged after any number of them.
//
// Let the values lie in [0, 1], and m be a mean. A player who stakes the part c of the wealth on "the mean is above m"
// has the wealth prod (1 + c (x / m - 1)) after the values x. If their mean is at most m, this is a supermartingale,
// and so is its average over c. By Ville's inequality, the probability that it ever reaches 1 / alpha is at most alpha,
// for all distributions and from the first value on (Waudby-Smith, Ramdas: Estimating means of bounded random variables
// by betting, 2024). The wealth decreases in m, so the means that it excludes are those below a bound.
//
// Two means of independent values: a player who bets on "the first is above m" and another one on "the second is below
// m - d" have a product of wealths that is a supermartingale, too, if the means are m and m - d. So the difference is
// above d, once the product has reached 1 / alpha for all m.
#pragma once

#include "host/stats/intervals.hpp"

#include <cstddef>
#include <map>

namespace stats {

class BoundedMean {
 public:
  /// The values lie in [low, high], low < high.
  explicit BoundedMean(double low = 0, double high = 1) : low_(low), high_(high) {}

  /// Adds a value, which is clamped to the bounds. Its distribution may depend on earlier values, but not its mean.
  void add(double value);

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Returns the mean of the values; 0 if there are none.
  [[nodiscard]] double mean() const;

  /// Returns a bound that is at any time, with the probability 1 - alpha for all times together, not above the mean.
  [[nodiscard]] double at_least(double alpha) const;
  /// Likewise, with a bound that is not below the mean.
  [[nodiscard]] double at_most(double alpha) const;
  /// Returns both, each with half of alpha.
  [[nodiscard]] Interval interval(double alpha) const { return {at_least(alpha / 2), at_most(alpha / 2)}; }

  /// Returns a bound that is at any time, with the probability 1 - alpha, not above the mean of `one` less that of
  /// `other`. Both have the same bounds, and their values are independent. Its resolution is 1/200 of their distance.
  friend double difference_at_least(const BoundedMean& one, const BoundedMean& other, double alpha);

 private:
  double low_;
  double high_;
  std::map<double, std::size_t> values_{};  // how often each occurred, scaled to [0, 1]
  std::size_t count_ = 0;
};

double difference_at_least(const BoundedMean& one, const BoundedMean& other, double alpha);

}  // namespace stats
