// Seeds: which ones a run plays, and what is made of one.
//
// Everything random about a match comes from its one seed. The game gets the seed itself, so that a contest's seeds
// mean what the contest meant. The draw of seats and each strategy get numbers of their own. A strategy's number is
// made in a way that can't be undone: who has the match's seed knows what the game hides.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace host {

/// The maximum number of seeds of a run.
inline constexpr std::uint64_t most_seeds = 10'000'000;

/// The seeds of a run.
struct Seeds {
  std::vector<std::uint64_t> list;
  std::string text;    // what parse_seeds() makes the same of: as it was written, with the key of random ones
  std::string secret;  // random seeds have one, for strategy_seed()
  bool drawn = false;  // whether the key was drawn, not written
};

/// Reads "7", "1-20" or "1,3,5-7": each seed once, in the order written. Reads "random:100:KEY" as well, 100 seeds of
/// 64 bits that follow from the key, 32 hexadecimal digits; without a key, as "random:100", `draw_key` gives one. The
/// first 100 of "random:1000:KEY" are those of "random:100:KEY". Throws Failure(usage) where it is not of that form, a
/// range runs backwards, or there are more than ten million.
///
/// Number i, from 0, is the first 8 bytes, the highest first, of the SHA-256 of the lines "agon seed", KEY and i. The
/// secret is the first 16 bytes, in hexadecimal digits, of that of "agon secret" and KEY: it tells nothing of the key,
/// so that it may be shown together with one of the seeds.
Seeds parse_seeds(const std::string& text, const std::function<std::string()>& draw_key);

/// One number from a seed and what it is for: the (stream + 1)-th output of SplitMix64 started at the seed (Steele,
/// Lea, Flood 2014).
std::uint64_t mix(std::uint64_t seed, std::uint64_t stream);

/// A seed for the random numbers of the strategy on `seat`. One-way: the first 8 bytes, the highest first, of the
/// SHA-256 of the lines "agon strategy", the match's seed and the seat, both in decimal, and, without a line's end, the
/// run's secret, which may be empty. With a secret not even who knows the match's seed knows this one.
std::uint64_t strategy_seed(std::uint64_t match_seed, std::int32_t seat, const std::string& secret);

}  // namespace host
