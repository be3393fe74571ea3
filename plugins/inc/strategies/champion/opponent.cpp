#include "opponent.hpp"

#include <numeric>

namespace inc::champion {

namespace {

/// The probability before its first move that it plays in each manner, but for noise.
constexpr Mixture at_first{0.2, 0.2, 0.1, 0.1, 0.4};

}  // namespace

Opponent::Opponent() {
  for (std::size_t i = 0; i + 1 < hypotheses; ++i)
    weights_[i] = at_first[i / noise.size()] / static_cast<double>(noise.size());
  weights_.back() = at_first.back();
}

Mixture Opponent::mixture() const {
  Mixture mixture{};
  mixture.back() = weights_.back();
  for (std::size_t i = 0; i + 1 < hypotheses; ++i) {
    const double random = noise[i % noise.size()];
    mixture[i / noise.size()] += (1 - random) * weights_[i];
    mixture.back() += random * weights_[i];
  }
  return mixture;
}

void Opponent::observe(const std::function<double(Manner)>& likelihood) {
  const double random = likelihood(Manner::random);
  for (std::size_t i = 0; i + 1 < hypotheses; ++i) {
    const double share = noise[i % noise.size()];
    weights_[i] *= (1 - share) * likelihood(static_cast<Manner>(i / noise.size())) + share * random;
  }
  weights_.back() *= random;
  const double all = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  if (all <= 0) {
    *this = Opponent();
    return;
  }
  for (double& weight : weights_) weight /= all;
}

}  // namespace inc::champion
