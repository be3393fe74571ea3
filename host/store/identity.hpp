// The identity of a match: matches with the same identity have the same result, so one of them need not be played.
#pragma once

#include "host/match/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace host {

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
