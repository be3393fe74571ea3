// The seeds of a run.
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
  std::string text;    // parse_seeds() accepts it: the text as written, with the key of random seeds
  std::string secret;  // for strategy_seed(); only for random seeds
  bool drawn = false;  // whether the key was drawn rather than written
};

/// Parses "7", "1-20" or "1,3,5-7": each seed once, in the order written. Also parses "random:100:KEY": 100 seeds of 64
/// bits, derived from the key of 32 hexadecimal digits. If the key is missing, as in "random:100", calls `draw_key`.
/// The first 100 seeds of "random:1000:KEY" are those of "random:100:KEY". Throws Failure(usage) if the text is
/// malformed, a range is descending, or there are more than ten million seeds.
///
/// The secret is the first 16 bytes, in hexadecimal digits, of the SHA-256 of "agon secret" and KEY. It reveals nothing
/// about the key, so it may be published together with one of the seeds.
Seeds parse_seeds(const std::string& text, const std::function<std::string()>& draw_key);

/// Returns seed number `index`, from 0, of a key: the first 8 bytes, big-endian, of the SHA-256 of the lines "agon
/// seed", KEY and the index.
std::uint64_t random_seed(const std::string& key, std::uint64_t index);

}  // namespace host
