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
  /// What is known of a weight lies together, since most of the time goes into fetching it.
  struct Weight {
    float value = 0;
    // The errors that it was corrected by, and their magnitudes, added up.
    float errors = 0;
    float magnitudes = 0;
    std::int32_t times = 0;  // that it is active in the position at hand
    [[nodiscard]] float rate() const {
      constexpr float least = .003F;
      return magnitudes > 0 ? std::max(least, std::fabs(errors) / magnitudes) : 1;
    }
  };
  [[nodiscard]] std::vector<Weight>& all() { return weights_; }
  [[nodiscard]] std::vector<float> values() const {
    std::vector<float> found;
    found.reserve(weights_.size());
    for (const Weight& one : weights_) found.push_back(one.value);
    return found;
  }
  void set_values(const std::vector<float>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) weights_[i].value = values[i];
  }

  [[nodiscard]] float value(const Active& active) const {
    float sum = 0;
    for (int i = 0; i < active.count; ++i) sum += at(active.all[i].at).value;
    return sum;
  }

  enum class Steps {
    shared,  // The value moves by the rate's part of the error. Weights share it by their coherence.
    own,  // Each weight moves by an equal part of that, times its coherence: steps shrink where errors are mere noise.
  };

  /// Moves the value of a position towards `target`. A weight's coherence is |sum of its errors| / sum of their
  /// magnitudes: 1 for new weights, and large for those whose errors agree in sign. Returns the error.
  float learn(const Active& active, float target, float rate, Steps steps) {
    touched_.clear();
    float sum = 0;
    for (int i = 0; i < active.count; ++i) {
      Weight& weight = at(active.all[i].at);
      sum += weight.value;
      if (weight.times++ == 0) touched_.push_back(active.all[i]);
    }
    const float error = rate * (target - sum);
    float norm = 0;
    for (const Active::Weight& one : touched_) {
      const Weight& weight = at(one.at);
      norm += static_cast<float>(weight.times) * (steps == Steps::shared ? weight.rate() : 1);
    }
    const float part = norm > 0 && std::isfinite(error) ? error / norm : 0;
    for (const Active::Weight& one : touched_) {
      Weight& weight = at(one.at);
      weight.times = 0;
      if (part == 0) continue;
      weight.value += part * weight.rate();
      weight.errors += error;
      weight.magnitudes += std::fabs(error);
      at(one.mirror).value = weight.value;
    }
    return target - sum;
  }

 private:
  [[nodiscard]] Weight& at(int index) { return weights_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const Weight& at(int index) const { return weights_[static_cast<std::size_t>(index)]; }

  std::vector<Weight> weights_ = std::vector<Weight>(std::size_t{weight_count});
  std::vector<Active::Weight> touched_;
};

}  // namespace linez::champion
