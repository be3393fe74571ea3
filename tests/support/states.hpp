// States as a search has them, of the tested game or another one; and whether results come equally often.
#pragma once

#include "tests/support/driven_match.hpp"

#include <agon/model.hpp>
#include <agon/random.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
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

/// What a seat knows, as the struct of its protocol.
template <class Observation>
Observation seen_in(const agon::State& state, std::int32_t seat = 0) {
  const std::vector<std::byte> bytes = state.observation(seat);
  Observation seen{};
  REQUIRE(bytes.size() == sizeof seen);
  std::memcpy(&seen, bytes.data(), sizeof seen);
  return seen;
}

/// Whether each of several results came about as often as the others. If they are equally likely, this is false once in
/// about 100,000 times.
bool equally_often(const std::vector<int>& counts);

template <class Result>
bool equally_often(const std::map<Result, int>& counts) {
  std::vector<int> all;
  for (const auto& [result, count] : counts) all.push_back(count);
  return equally_often(all);
}

}  // namespace support
