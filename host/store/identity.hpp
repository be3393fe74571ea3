// The identity of a match: matches with the same identity have the same result, so one of them need not be played.
#pragma once

#include "host/match/transcript.hpp"

#include <agon/types.h>
#include <agon/limits.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// All conditions of a match, except its seed and its seats.
struct Conditions {
  std::string game;      // its id
  std::string version;   // of the game; another version may have other rules
  std::string protocol;  // not in the key: the library determines it
  std::string sha256;    // of the game's library file: during development, rules may change without a new version
  std::vector<std::pair<std::string, std::string>>
      parameters;                       // those with a value, assigned or by default; the seed determines the others
  std::string opening{};                // to_text() of an Opening
  agon_limits limits = agon::Limits{};  // of each seat: with other limits a strategy plays differently, or fails
  auto operator<=>(const Conditions&) const = default;  // NOLINT(modernize-use-nullptr): there is no pointer
};

/// Everything that determines a match. Display names and the level of isolation are not included: a match has the same
/// result at all levels.
struct MatchIdentity {
  Conditions conditions;
  std::uint64_t seed = 0;
  std::string secret{};             // of the run; determines the strategies' random numbers
  std::vector<SeatIdentity> seats;  // in the order of the seats: the order matters
};

/// Returns 24 bytes, not text: 16 bytes of the SHA-256 over the identity without the seed, followed by the seed.
/// Because the seed is separate, matches of one pairing are adjacent in the database's index, which makes adding and
/// finding them fast.
std::string key(const MatchIdentity& identity);

}  // namespace host
