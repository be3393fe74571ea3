// What a position is worth if every seat plays as well as it can: for small games and the ends of larger ones.
#pragma once

#include <agon/model.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace any {

/// Whether exact play can be found: nothing is drawn or hidden, and positions can be told apart.
[[nodiscard]] inline bool solvable(const agon::Model& model) {
  return !model.has_chance() && !model.has_hidden() && model.has_keys() && model.lists_actions() &&
         !model.has_many_actions();
}

/// Exact up to the model's keys of 64 bits, by which alone positions are told apart: some two of 10^6 positions share a
/// key with a probability of 3e-8.
///
/// Plays every line to its end and keeps what each position leads to (max^n: Luckhardt, Irani 1986). A seat takes the
/// first of its best actions.
class Exact {
 public:
  /// The game is solvable().
  Exact(const agon::Model& model, std::int32_t seats) : model_(model), seats_(seats) {}

  /// What the end is worth to each seat (agon_model.preference); nothing if that takes more than `most` further
  /// positions.
  std::optional<std::vector<double>> values(const agon::State& state, std::size_t most);

  /// The number of the best action in `state`, in the order in which the model lists them; nothing likewise.
  std::optional<std::size_t> best(const agon::State& state, std::size_t most);

  /// How many positions it knows.
  [[nodiscard]] std::size_t positions() const { return known_.size(); }

 private:
  struct Value {
    std::vector<double> values;  // by seat
    std::uint32_t action = 0;    // the best one's number
  };

  /// NULL: too many.
  const Value* solve(const agon::State& state);

  agon::Model model_;
  std::int32_t seats_;
  std::size_t left_ = 0;  // positions that may still be looked at
  std::unordered_map<std::uint64_t, Value> known_;
};

}  // namespace any
