#include "exact.hpp"

#include <utility>

namespace any {

std::optional<std::vector<double>> Exact::values(const agon::State& state, std::size_t most) {
  left_ = most;
  const Value* const value = solve(state);
  if (value == nullptr) return std::nullopt;
  return value->values;
}

std::optional<std::size_t> Exact::best(const agon::State& state, std::size_t most) {
  left_ = most;
  const Value* const value = solve(state);
  if (value == nullptr) return std::nullopt;
  return value->action;
}

const Exact::Value* Exact::solve(const agon::State& state) {
  const std::uint64_t key = state.key();
  if (const auto known = known_.find(key); known != known_.end()) return &known->second;
  if (left_ == 0) return nullptr;
  --left_;
  Value value;
  if (const std::int32_t mover = state.to_move(); mover == AGON_OVER) {
    for (std::int32_t seat = 0; seat < seats_; ++seat) value.values.push_back(state.preference(seat));
  } else {
    const auto seat = static_cast<std::size_t>(mover);
    const agon::Actions actions = state.actions();
    agon::State next = state;
    for (std::size_t number = 0; number < actions.size(); ++number) {
      if (number > 0) next = state;
      next.act(actions[number]);
      const Value* const after = solve(next);
      if (after == nullptr) return nullptr;
      if (number > 0 && after->values[seat] <= value.values[seat]) continue;
      value = {after->values, static_cast<std::uint32_t>(number)};
    }
  }
  return &known_.emplace(key, std::move(value)).first->second;
}

}  // namespace any
