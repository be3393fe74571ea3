// Tells whether two matches are the same observation: the same players, in the same game with the same parameters, were
// shown the same, did the same, and have the same scores. The seed's number does not count.
#pragma once

#include "host/util/digest.hpp"

#include <cstdint>
#include <optional>
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

}  // namespace host
