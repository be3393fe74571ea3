// Derives random numbers from a match's seed.
//
// All randomness in a match comes from its seed. The game gets the seed unchanged, so that a contest's seeds keep their
// meaning. The draw of seats and each strategy get derived numbers. The derivation of a strategy's number is one-way,
// because the match's seed would reveal what the game hides.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// Derives a number from a seed and its purpose: the (stream + 1)-th output of SplitMix64 started at the seed (Steele,
/// Lea, Flood 2014).
std::uint64_t mix(std::uint64_t seed, std::uint64_t stream);

/// Returns the seed for the random numbers of the strategy on `seat`. One-way: the first 8 bytes, big-endian, of the
/// SHA-256 of these lines: "agon strategy", the match's seed and the seat, both in decimal, and, without a line end,
/// the run's secret, which may be empty. With a secret, knowing the match's seed is not enough to compute this seed.
std::uint64_t strategy_seed(std::uint64_t match_seed, std::int32_t seat, const std::string& secret);

}  // namespace host
