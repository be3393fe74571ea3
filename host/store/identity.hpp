// Which match a match is: two with the same identity are the same match, and the second need not be played.
#pragma once

#include "host/match/transcript.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// All that a match is played under, but its seed and who sits where.
struct Conditions {
  std::string game;      // its id
  std::string version;   // the game's; another version may have other rules
  std::string protocol;  // not in the key: the library decides it
  std::string sha256;    // of the game's library file: while a game is being written, rules change before versions do
  std::vector<std::pair<std::string, std::string>>
      parameters;  // those with a value, given or by default; the seed decides the others
  // Limits for each seat, as in agon_limits: a strategy plays otherwise, or fails, under others.
  std::int64_t cpu_ns = 0;
  std::int64_t turn_cpu_ns = 0;
  std::int64_t increment_ns = 0;
  std::int64_t wall_ns = 0;
  std::int64_t memory_bytes = 0;
  std::uint32_t threads = 1;
  auto operator<=>(const Conditions&) const = default;  // NOLINT(modernize-use-nullptr): there is no pointer
};

/// What decides how a match goes. The seats' display names don't, nor does the level of isolation: a match has one
/// result at all levels.
struct MatchIdentity {
  Conditions conditions;
  std::uint64_t seed = 0;
  std::string secret{};             // the run's; it decides the strategies' random numbers
  std::vector<SeatIdentity> seats;  // in the order of the seats: who moves first matters
};

/// 24 bytes, not text: 16 of the SHA-256 over all of the identity but the seed, then the seed. The seed stands apart so
/// that matches of one pairing lie side by side in the database's index, which makes adding and finding them quick.
std::string key(const MatchIdentity& identity);

}  // namespace host
