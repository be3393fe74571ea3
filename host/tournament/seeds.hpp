// The seeds that a run plays.
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

}  // namespace host
