#include "host/stats/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace stats {

namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Returns `a` plus `times` times `b`.
Vector sum(const Vector& a, double times, const Vector& b) {
  Vector result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] + times * b[i];
  return result;
}

/// The log-likelihood at one point, its gradient, and its negated Hessian, which is positive definite.
class Likelihood {
 public:
  Likelihood(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts, double prior)
      : sets_(sets), counts_(counts), prior_(prior) {
    std::size_t seats = 0;
    for (const RankingCounts::Set& set : sets) seats += set.size();
    shares_.resize(seats);
  }

  void move_to(const Vector& point) {
    value_ = 0;
    slope_.assign(point.size(), 0);
    diagonal_.assign(point.size(), 0);
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double share = 1 / (1 + std::exp(-point[i]));  // against the prior's opponent
      value_ += (counts_.chosen[i] + prior_ / 2) * point[i];
      value_ -= prior_ * (std::max(point[i], 0.0) + std::log1p(std::exp(-std::abs(point[i]))));
      slope_[i] = counts_.chosen[i] + prior_ / 2 - prior_ * share;
      diagonal_[i] = prior_ * share / (1 + std::exp(point[i]));  // not 1 - share, which rounds to 0
    }
    prior_curvature_ = diagonal_;
    each_set([&](const RankingCounts::Set& set, double chances, double* shares) {
      double largest = point[set[0]];
      for (const std::uint32_t player : set) largest = std::max(largest, point[player]);
      double total = 0;
      for (std::size_t i = 0; i < set.size(); ++i) total += shares[i] = std::exp(point[set[i]] - largest);
      value_ -= chances * (largest + std::log(total));
      for (std::size_t i = 0; i < set.size(); ++i) {
        shares[i] /= total;
        slope_[set[i]] -= chances * shares[i];
        diagonal_[set[i]] += chances * shares[i] * (1 - shares[i]);
      }
    });
  }

  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] const Vector& slope() const { return slope_; }
  [[nodiscard]] const Vector& diagonal() const { return diagonal_; }  // approximates the Hessian's diagonal

  Vector curvature_times(const Vector& x) {
    Vector result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) result[i] = prior_curvature_[i] * x[i];
    each_set([&](const RankingCounts::Set& set, double chances, const double* shares) {
      double mean = 0;
      for (std::size_t i = 0; i < set.size(); ++i) mean += shares[i] * x[set[i]];
      for (std::size_t i = 0; i < set.size(); ++i) result[set[i]] += chances * shares[i] * (x[set[i]] - mean);
    });
    return result;
  }

 private:
  template <class Function>
  void each_set(Function function) {
    double* shares = shares_.data();
    for (std::size_t s = 0; s < sets_.size(); shares += sets_[s].size(), ++s) {
      if (counts_.chances[s] > 0) function(sets_[s], counts_.chances[s], shares);
    }
  }

  std::span<const RankingCounts::Set> sets_;
  const ChoiceCounts& counts_;
  double prior_;
  double value_ = 0;
  Vector slope_;
  Vector diagonal_;
  Vector prior_curvature_;
  Vector shares_;  // for each set in order: the probability that each member is chosen
};

/// Returns Newton's step: gradient over curvature, by conjugate gradients with a diagonal preconditioner. It is an
/// ascent direction after any number of iterations.
Vector newton_step(Likelihood& likelihood) {
  const std::size_t size = likelihood.slope().size();
  const auto scaled = [&](const Vector& x) {
    Vector result(size);
    for (std::size_t i = 0; i < size; ++i) result[i] = x[i] / likelihood.diagonal()[i];
    return result;
  };
  Vector step(size);
  Vector rest = likelihood.slope();
  Vector direction = scaled(rest);
  double length = dot(rest, direction);
  const double enough = 1e-12 * length;
  for (std::size_t round = 0; round < 2 * size + 10 && length > enough; ++round) {
    const Vector bent = likelihood.curvature_times(direction);
    const double curvature = dot(direction, bent);
    if (!(curvature > 0)) break;
    step = sum(step, length / curvature, direction);
    rest = sum(rest, -length / curvature, bent);
    const Vector next = scaled(rest);
    const double before = std::exchange(length, dot(rest, next));
    direction = sum(next, length / before, direction);
  }
  return step;
}

}  // namespace

double log_likelihood(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts,
                      const std::vector<double>& strengths) {
  Likelihood likelihood(sets, counts, 0);
  likelihood.move_to(strengths);
  return likelihood.value();
}

std::vector<double> fit_strengths(std::span<const RankingCounts::Set> sets, const ChoiceCounts& counts, double prior,
                                  std::vector<double> strengths) {
  constexpr int most_steps = 500;
  constexpr double rounding = 1e-12;  // relative rounding error of the likelihood
  Likelihood likelihood(sets, counts, prior);
  likelihood.move_to(strengths);
  for (int number = 0; number < most_steps; ++number) {
    const Vector step = newton_step(likelihood);
    const double gain = dot(step, likelihood.slope());  // twice the increase of the likelihood, if it is a parabola
    const double before = likelihood.value();
    Vector next;
    double part = 1;
    for (int halving = 0; halving < 60; ++halving, part /= 2) {
      next = sum(strengths, part, step);
      likelihood.move_to(next);
      if (likelihood.value() >= before + 1e-4 * part * gain - rounding * std::abs(before)) break;
    }
    strengths = std::move(next);
    if (gain < 1e-12) break;
  }
  return strengths;
}

}  // namespace stats
