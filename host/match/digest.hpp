// Tells whether two matches are the same observation: the same players, in the same game with the same parameters, were
// shown the same, did the same, and have the same scores. The seed's number does not count.
#pragma once

#include "host/util/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace host {

/// Different matches have the same digest with a probability of 2^-63 each. Digests of the two kinds are never equal.
class MatchDigest {
 public:
  /// Returns the digest with that hash of a match that this host has watched.
  static MatchDigest played(std::uint64_t hash) { return MatchDigest(hash | 1U); }
  /// Returns the digest of a match of which only the transcript is left, one line that to_line() has written. What the
  /// seats were shown counts as far as the transcript says it. Returns nothing if the line is of another kind.
  static std::optional<MatchDigest> of_line(std::string_view line);
  /// Restores a digest from its number.
  static MatchDigest restored(std::uint64_t number) { return MatchDigest(number); }

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] bool was_played() const { return (number_ & 1U) != 0; }
  bool operator==(const MatchDigest&) const = default;

 private:
  explicit MatchDigest(std::uint64_t number) : number_(number) {}

  std::uint64_t number_;
};

// Derives random numbers from a match's seed.
//
// All randomness in a match comes from its seed. The game gets the seed unchanged, so that a contest's seeds keep their
// meaning. The draw of seats and each strategy get derived numbers. The derivation of a strategy's number is one-way,
// because the match's seed would reveal what the game hides.

/// Derives a number from a seed and its purpose: the (stream + 1)-th output of SplitMix64 started at the seed (Steele,
/// Lea, Flood 2014).
std::uint64_t mix(std::uint64_t seed, std::uint64_t stream);

/// Returns the seed for the random numbers of the strategy on `seat`. One-way: the first 8 bytes, big-endian, of the
/// SHA-256 of these lines: "agon strategy", the match's seed and the seat, both in decimal, and, without a line end,
/// the run's secret, which may be empty. With a secret, knowing the match's seed is not enough to compute this seed.
std::uint64_t strategy_seed(std::uint64_t match_seed, std::int32_t seat, const std::string& secret);

}  // namespace host
