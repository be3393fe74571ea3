// Temporal-difference learning of the weights: TD(0) on afterstates, with a learning rate of its own for each weight
// (temporal coherence: Beal and Smith, 1999).
#pragma once

#include "features.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

  enum class Steps {
    shared,  // The value moves by the rate's part of the error. Weights share it by their coherence.
    own      // Each weight takes an equal part of that, times its coherence: steps shrink where errors are mere noise.
  };

  /// Moves the value of a position towards `target`. A weight's coherence is |sum of its errors| / sum of their
  /// magnitudes: 1 for new weights, and large for those whose errors agree in sign.
  void learn(const Active& active, float target, float rate, Steps steps) {
    const float error = rate * (target - count(active));
    float norm = 0;
    for (const Active::Weight& one : touched_) {
      const auto at = static_cast<std::size_t>(one.at);
      norm += static_cast<float>(times_[at]) * (steps == Steps::shared ? coherence_[at].rate() : 1);
    }
    const float part = norm > 0 && std::isfinite(error) ? error / norm : 0;
    for (const Active::Weight& one : touched_) {
      const auto at = static_cast<std::size_t>(one.at);
      times_[at] = 0;
      if (part == 0) continue;
      weights_[at] += part * coherence_[at].rate();
      weights_[static_cast<std::size_t>(one.mirror)] = weights_[at];
      coherence_[at].errors += error;
      coherence_[at].magnitudes += std::fabs(error);
    }
  }

 private:
  /// Lists the weights that are active in touched_, and counts how many times each is. Returns their sum.
  float count(const Active& active) {
    touched_.clear();
    float sum = 0;
    for (int i = 0; i < active.count; ++i) {
      const auto at = static_cast<std::size_t>(active.all[i].at);
      sum += weights_[at];
      if (times_[at]++ == 0) touched_.push_back(active.all[i]);
    }
    return sum;
  }

  std::vector<float> weights_;
  std::vector<Coherence> coherence_;
  std::vector<std::uint16_t> times_ = std::vector<std::uint16_t>(std::size_t{weight_count});
  std::vector<Active::Weight> touched_;
};

}  // namespace linez::champion
