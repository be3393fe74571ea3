#include "host/match/digest.hpp"

#include "host/util/digest.hpp"

#include <cstddef>

namespace host {

std::optional<MatchDigest> MatchDigest::of_line(std::string_view line) {
  constexpr std::string_view seed = "\"setup\":{\"seed\":";
  constexpr std::string_view result = ",\"result\":{\"scores\":[";
  // Quotation marks are escaped in texts, so both are found only where they belong.
  const std::size_t before = line.find(seed);
  const std::size_t scores = line.rfind(result);
  if (before == std::string_view::npos || scores == std::string_view::npos || scores < before) return std::nullopt;
  const std::size_t after = line.find(',', before + seed.size());
  const std::size_t end = line.find(']', scores);
  if (after == std::string_view::npos || after > scores || end == std::string_view::npos) return std::nullopt;
  QuickHash hash;
  hash.add(line.substr(0, before));
  hash.add(line.substr(after, end - after));
  return MatchDigest(hash.value() & ~std::uint64_t{1});
}

std::uint64_t mix(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t z = seed + (stream + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

std::uint64_t strategy_seed(std::uint64_t match_seed, std::int32_t seat, const std::string& secret) {
  return first_number(
      sha256_of("agon strategy\n" + std::to_string(match_seed) + "\n" + std::to_string(seat) + "\n" + secret));
}

}  // namespace host
