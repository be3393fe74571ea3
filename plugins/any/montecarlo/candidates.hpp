// The actions of a position that a search with little time looks at.
#pragma once

#include "halving.hpp"

#include <agon/ext/candidates.h>
#include <agon/model.hpp>
#include <agon/random.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace any {

/// All legal actions, or a part of them: those with the largest values if the game has values; otherwise those first
/// that bring the seat to move most at once, of equal ones any.
class Candidates {
 public:
  /// At most `most`, at least one.
  void fill(const agon::Model& model, const agon::State& root, std::int32_t seat, std::size_t most,
            agon::QuickRandom& random);

  [[nodiscard]] std::size_t size() const { return actions_.size() / action_size_; }
  [[nodiscard]] std::span<const std::byte> operator[](std::size_t index) const {
    return std::span(actions_).subspan(index * action_size_, action_size_);
  }

 private:
  std::size_t action_size_ = 1;
  std::vector<std::byte> actions_;  // one behind the other
};

/// Returns the candidates that were tried, with their shares of the trials. Refers to `candidates`.
std::vector<agon_candidate> shares(const Candidates& candidates, const Halving& halving);

}  // namespace any
