// The identity of a match: matches with the same identity have the same result, so one of them need not be played.
#pragma once

#include "host/match/transcript.hpp"

#include <agon/types.h>

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
      parameters;         // those with a value, assigned or by default; the seed determines the others
  std::string opening{};  // to_text() of an Opening
  // Limits for each seat, as in agon_limits: with other limits a strategy plays differently, or fails.
  std::int64_t cpu_ns = 0;
  std::int64_t turn_cpu_ns = 0;
  std::int64_t increment_ns = 0;
  std::int64_t wall_ns = 0;
  std::int64_t memory_bytes = 0;
  std::uint32_t threads = 1;
  auto operator<=>(const Conditions&) const = default;  // NOLINT(modernize-use-nullptr): there is no pointer
};

/// Returns the limits of each seat.
agon_limits limits_of(const Conditions& conditions);

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
