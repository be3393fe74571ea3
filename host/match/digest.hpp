// Tells which matches are equal, and which began alike, without what their seeds' numbers are.
#pragma once

#include <cstdint>

namespace host {

/// Equal for equal things, and for different ones with a probability of about 2^-64. 0: unknown.
struct MatchDigests {
  /// What a match begins from: game, parameters, opening, all that the seats may know before the first action, and who
  /// sits where with which options.
  std::uint64_t start = 0;
  /// The same, and all that the seats were shown and did until the end, with the scores.
  std::uint64_t match = 0;
  /// The line of the file of openings or, if actions were drawn, the position after them. 0 also: there is no opening.
  std::uint64_t opening = 0;

  bool operator==(const MatchDigests&) const = default;
};

}  // namespace host
