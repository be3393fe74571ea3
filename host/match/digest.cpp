#include "host/match/digest.hpp"

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

}  // namespace host
