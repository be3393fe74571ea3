// Temporal-difference learning of the weights: TD(0) on afterstates, with a learning rate of its own for each weight
// (temporal coherence: Beal and Smith, 1999).
#pragma once

#include "features.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace linez::champion {

class TdLearner {
 public:
  TdLearner() : weights_(std::size_t{weight_count}), coherence_(std::size_t{weight_count}) {}

  [[nodiscard]] std::vector<float>& all_weights() { return weights_; }
  [[nodiscard]] const float* data() const { return weights_.data(); }

  /// The errors that a weight was corrected by, and their magnitudes, added up.
  struct Coherence {
    float errors = 0;
    float magnitudes = 0;
    [[nodiscard]] float rate() const {
      constexpr float least = .003F;
      return magnitudes > 0 ? std::max(least, std::fabs(errors) / magnitudes) : 1;
    }
  };
  [[nodiscard]] std::vector<Coherence>& all_coherence() { return coherence_; }

  [[nodiscard]] float value(const Active& active) const {
    float sum = 0;
    for (int i = 0; i < active.count; ++i) sum += weights_[static_cast<std::size_t>(active.all[i].at)];
    return sum;
  }

  /// Moves the value of a position by `rate` of the way towards `target`.
  void learn(const Active& active, float target, float rate) {
    touched_.clear();
    const float difference = count(active, 1);
    correct(rate * (target - difference), coherence_);
  }

  /// Moves the difference of the values of two positions by `rate` of the way towards `target`.
  void compare(const Active& one, const Active& other, float target, float rate) {
    touched_.clear();
    const float difference = count(one, 1) + count(other, -1);
    correct(rate * (target - difference), compared_);
  }

 private:
  /// Adds the weights that are active to touched_, and `by` to how many times each is. Returns their sum.
  float count(const Active& active, int by) {
    float sum = 0;
    for (int i = 0; i < active.count; ++i) {
      const auto at = static_cast<std::size_t>(active.all[i].at);
      sum += weights_[at];
      Usage& usage = usage_[at];
      if (!usage.touched) touched_.push_back(active.all[i]);
      usage.touched = true;
      usage.times = static_cast<std::int16_t>(usage.times + by);
    }
    return static_cast<float>(by) * sum;
  }

  /// Changes the touched weights so that the value changes by `error`. A weight's part is in proportion to
  /// |sum of its errors| / sum of their magnitudes: new weights, and those whose errors agree in sign, take most of it.
  void correct(float error, std::vector<Coherence>& coherence) {
    float norm = 0;
    for (const Active::Weight& one : touched_) {
      const auto at = static_cast<std::size_t>(one.at);
      norm += std::fabs(static_cast<float>(usage_[at].times)) * coherence[at].rate();
    }
    const float portion = norm > 0 && std::isfinite(error) ? error / norm : 0;
    for (const Active::Weight& one : touched_) {
      const auto at = static_cast<std::size_t>(one.at);
      const int times = usage_[at].times;
      usage_[at] = {};
      if (times == 0 || portion == 0) continue;
      const float sign = times > 0 ? 1 : -1;
      weights_[at] += sign * portion * coherence[at].rate();
      weights_[static_cast<std::size_t>(one.mirror)] = weights_[at];
      coherence[at].errors += sign * error;
      coherence[at].magnitudes += std::fabs(error);
    }
  }

  struct Usage {
    std::int16_t times = 0;
    bool touched = false;
  };
  std::vector<float> weights_;
  std::vector<Coherence> coherence_;
  std::vector<Coherence> compared_ = std::vector<Coherence>(std::size_t{weight_count});
  std::vector<Usage> usage_ = std::vector<Usage>(std::size_t{weight_count});
  std::vector<Active::Weight> touched_;
};

}  // namespace linez::champion
