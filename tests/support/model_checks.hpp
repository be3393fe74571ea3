// What holds for the model of every game (agon/ext/model.h), checked on states of random matches.
#pragma once

#include "tests/support/driven_match.hpp"

#include <agon/model.hpp>
#include <agon/random.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace support {

/// A state as a referee has it, with all its seats, which the model's functions take as well.
agon::State created(const agon::Model& model, std::uint64_t seed, const Values& parameters = {});

/// A state from what a seat of `state` knows.
agon::State determinised(const agon::Model& model, const agon::State& state, std::int32_t seat, std::uint64_t seed);

/// The bytes of what all seats observe.
std::vector<std::vector<std::byte>> observations(const agon::Model& model, const agon::State& state);

/// Follows a match of random actions, `most` of them at most, and checks every `stride`-th position on the way.
void check_model(const agon::Model& model, std::uint64_t seed, const Values& parameters,
                 std::uint64_t most = UINT64_MAX, std::uint64_t stride = 1);

/// The bytes of each legal action, as the model lists them.
std::vector<std::string> listed(const agon::State& state);

/// Whether the rules take an action; tried on a copy.
bool accepted(const agon::State& state, agon_bytes action);

/// The legal actions are exactly those of `candidates` that act() accepts, which hold every action that can be.
void check_listed(const agon::State& state, const std::vector<std::string>& candidates);

/// The bytes of a struct.
template <class Struct>
std::string bytes_as_text(const Struct& action) {
  return {reinterpret_cast<const char*>(&action), sizeof action};
}

/// Pearson's statistic of how often each of several results came, which should be equally likely.
double chi_square(const std::vector<int>& counts);

/// A bound that the statistic of so many results exceeds once in about 100,000 times, if they are equally likely.
double chi_square_bound(std::size_t results);

}  // namespace support
