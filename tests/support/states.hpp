// States as a search has them, of the tested game or another one; and whether results come equally often.
#pragma once

#include "tests/support/driven_match.hpp"

#include <agon/model.hpp>
#include <agon/random.hpp>

#include <cstdint>
#include <vector>

namespace support {

/// The model of the tested game.
inline const agon::Model& model() {
  static const agon::Model made(game());
  return made;
}

/// A state as a referee has it, with all its seats, which the model's functions take as well.
agon::State created(const agon::Model& model, std::uint64_t seed, const Values& parameters = {});

/// A state from what a seat of `state` knows.
agon::State determinised(const agon::Model& model, const agon::State& state, std::int32_t seat, std::uint64_t seed);

/// Whether the rules take an action; tried on a copy.
bool accepted(const agon::State& state, agon_bytes action);

/// Pearson's statistic of how often each of several results came, which should be equally likely.
double chi_square(const std::vector<int>& counts);

/// A bound that the statistic of so many results exceeds once in about 100,000 times, if they are equally likely.
double chi_square_bound(std::size_t results);

}  // namespace support
