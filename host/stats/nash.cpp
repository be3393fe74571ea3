#include "host/stats/nash.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace stats {

namespace {

using Vector = std::vector<double>;

Vector times(const Leads& matrix, const Vector& x) {
  Vector result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) result[i] = std::inner_product(x.begin(), x.end(), matrix[i].begin(), 0.0);
  return result;
}

/// Solves a system with a symmetric positive definite matrix by Cholesky's method.
Vector solve(Leads matrix, Vector right) {
  const std::size_t size = right.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double sum =
          matrix[i][j] - std::inner_product(matrix[i].begin(), matrix[i].begin() + static_cast<std::ptrdiff_t>(j),
                                            matrix[j].begin(), 0.0);
      matrix[i][j] = i == j ? std::sqrt(sum) : sum / matrix[j][j];
    }
    for (std::size_t j = 0; j < i; ++j) right[i] -= matrix[i][j] * right[j];
    right[i] /= matrix[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t j = i + 1; j < size; ++j) right[i] -= matrix[j][i] * right[j];
    right[i] /= matrix[i][i];
  }
  return right;
}

/// The dual problem: minimises ln(sum_j exp((leads lambda)_j)) + barrier sum_i (lambda_i - ln(lambda_i)) over positive
/// lambda. Its mixture is exp(leads lambda), divided by the sum. No lead over it is above `barrier`, which decreases to
/// almost 0: with 0, mixtures of few players have no interior, and lambda would be unbounded.
class Dual {
 public:
  explicit Dual(Leads leads) : leads_(std::move(leads)) {}

  /// Returns the value, and computes the mixture.
  double move_to(const Vector& lambda, double barrier) {
    mixture_ = times(leads_, lambda);
    const double most = *std::max_element(mixture_.begin(), mixture_.end());
    double sum = 0;
    for (double& part : mixture_) sum += part = std::exp(part - most);
    for (double& part : mixture_) part /= sum;
    double value = most + std::log(sum);
    for (const double each : lambda) value += barrier * (each - std::log(each));
    return value;
  }

  /// Returns Newton's step, divided by lambda.
  [[nodiscard]] Vector step(const Vector& lambda, double barrier) const {
    const std::size_t size = lambda.size();
    const Vector over = times(leads_, mixture_);
    Vector right(size);
    Leads curvature(size, Vector(size));
    for (std::size_t i = 0; i < size; ++i) {
      right[i] = lambda[i] * (over[i] - barrier) + barrier;
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = -over[i] * over[j];
        for (std::size_t k = 0; k < size; ++k) sum += mixture_[k] * leads_[k][i] * leads_[k][j];
        curvature[i][j] = lambda[i] * lambda[j] * sum;
      }
      curvature[i][i] += barrier;
    }
    return solve(std::move(curvature), std::move(right));
  }

  /// Returns the slope of the value along a step.
  [[nodiscard]] double slope(const Vector& lambda, const Vector& step, double barrier) const {
    const Vector over = times(leads_, mixture_);
    double sum = 0;
    for (std::size_t i = 0; i < lambda.size(); ++i) sum += step[i] * (lambda[i] * (barrier - over[i]) - barrier);
    return sum;
  }

  [[nodiscard]] const Vector& mixture() const { return mixture_; }

 private:
  Leads leads_;
  Vector mixture_;
};

}  // namespace

std::vector<double> nash_weights(const Leads& leads) {
  const std::size_t size = leads.size();
  double largest = 0;
  for (const Vector& row : leads) {
    for (const double lead : row) largest = std::max(largest, std::abs(lead));
  }
  if (largest == 0) return Vector(size, 1 / static_cast<double>(size));
  Leads scaled = leads;
  for (Vector& row : scaled) {
    for (double& lead : row) lead /= largest;
  }
  Dual dual(std::move(scaled));
  Vector lambda(size, 1);
  constexpr double least_barrier = 1e-10;
  for (double barrier = 1; barrier > least_barrier; barrier /= 4) {
    for (int round = 0; round < 50; ++round) {
      const double value = dual.move_to(lambda, barrier);
      const Vector step = dual.step(lambda, barrier);
      const double slope = dual.slope(lambda, step, barrier);
      if (!(-slope > barrier * 1e-3)) break;
      double part = std::min(1.0, 0.9 / std::max(1e-9, -*std::min_element(step.begin(), step.end())));
      Vector next(size);
      for (int halving = 0; halving < 40; ++halving, part /= 2) {
        for (std::size_t i = 0; i < size; ++i) next[i] = lambda[i] * (1 + part * step[i]);
        if (dual.move_to(next, barrier) <= value + 0.1 * part * slope) break;
      }
      lambda = next;
    }
  }
  return dual.mixture();
}

std::vector<double> nash_ratings(const Leads& leads, const std::vector<double>& weights) {
  return times(leads, weights);
}

}  // namespace stats
