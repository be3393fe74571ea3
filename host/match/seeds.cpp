#include "host/match/seeds.hpp"

#include "host/util/digest.hpp"

namespace host {

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
