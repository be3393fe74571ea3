// What is made of a match's seed.
//
// Everything random about a match comes from its one seed. The game gets the seed itself, so that a contest's seeds
// mean what the contest meant. The draw of seats and each strategy get numbers of their own. A strategy's number is
// made in a way that can't be undone: who has the match's seed knows what the game hides.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// One number from a seed and what it is for: the (stream + 1)-th output of SplitMix64 started at the seed (Steele,
/// Lea, Flood 2014).
std::uint64_t mix(std::uint64_t seed, std::uint64_t stream);

/// A seed for the random numbers of the strategy on `seat`. One-way: the first 8 bytes, the highest first, of the
/// SHA-256 of the lines "agon strategy", the match's seed and the seat, both in decimal, and, without a line's end, the
/// run's secret, which may be empty. With a secret not even who knows the match's seed knows this one.
std::uint64_t strategy_seed(std::uint64_t match_seed, std::int32_t seat, const std::string& secret);

}  // namespace host
