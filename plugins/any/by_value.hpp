// Plays by the game's own estimates (agon_model.action_values).
#pragma once

#include <agon/model.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace any {

/// Takes the action with the largest value. Requires Model::has_action_values().
class ByValue {
 public:
  explicit ByValue(const agon::Model& model) : model_(model), action_(model.action_size()) {}

  /// Returns the largest value. Requires a match that is not over.
  [[nodiscard]] double most(const agon::State& state) {
    state.action_values(values_);
    return *std::ranges::max_element(values_);
  }

  /// Takes the action with the largest value; ties: the first. Returns whether its result depended on chance.
  bool act(agon::State& state) {
    state.action_values(values_);
    const auto best = static_cast<std::uint64_t>(std::ranges::max_element(values_) - values_.begin());
    return take(state, best);
  }

  /// Returns the numbers of the legal actions, those with the largest values first, at most `most`.
  [[nodiscard]] std::vector<std::size_t> ranked(const agon::State& state, std::size_t most) {
    state.action_values(values_);
    std::vector<std::size_t> order(values_.size());
    for (std::size_t number = 0; number < order.size(); ++number) order[number] = number;
    const std::size_t kept = std::min(most, order.size());
    const auto before = [&](std::size_t a, std::size_t b) {
      return values_[a] != values_[b] ? values_[a] > values_[b] : a < b;
    };
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(kept), before);
    order.resize(kept);
    return order;
  }

 private:
  bool take(agon::State& state, std::uint64_t number) {
    std::uint64_t count = 0;
    agon_buffer one = {action_.data(), action_.size(), 0};
    agon_error error;
    error.text[0] = '\0';
    const agon_status status = model_.raw().actions(state.raw(), number, &one, &count, &error);
    if (status != AGON_OK) throw agon::Failure(status, error.text);
    const agon_bytes action = {action_.data(), action_.size()};
    const bool chance = state.leads_to_chance(action);
    state.act(action);
    return chance;
  }

  agon::Model model_;
  std::vector<double> values_;
  std::vector<std::byte> action_;
};

}  // namespace any
