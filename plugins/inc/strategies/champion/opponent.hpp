// Estimates from its moves how an opponent plays.
#pragma once

#include "manners.hpp"

#include <array>
#include <cstddef>
#include <functional>

namespace inc::champion {

/// Hypotheses about one opponent: it plays in one manner, and makes a random move with a certain probability.
class Opponent {
 public:
  Opponent();

  /// Returns how it probably makes its next move.
  [[nodiscard]] Mixture mixture() const;

  /// Takes a turn into account. likelihood(manner) is, up to a common factor, the probability of what was seen if it
  /// plays in this manner.
  void observe(const std::function<double(Manner)>& likelihood);

 private:
  static constexpr std::array<double, 2> noise{0.02, 0.25};                    // probabilities of a random move
  static constexpr std::size_t hypotheses = (manners - 1) * noise.size() + 1;  // the last one: all moves are random

  std::array<double, hypotheses> weights_{};  // add up to 1
};

}  // namespace inc::champion
