// A match and its record.
#pragma once

#include "host/match/match.hpp"
#include "host/match/transcript.hpp"

#include <span>
#include <vector>

namespace host {

/// Plays `state` to its end as play_match() does, and returns the transcript; without `record`, a summary(). Throws
/// Failure(game) if the game breaks its contract.
Transcript play_recorded(GameState& state, std::span<Seat* const> seats, std::vector<SeatIdentity> identities,
                         const SeatLimits& limits, bool record, std::vector<Spectator*> watching = {},
                         GameActivity* watch = nullptr, const Opening& opening = {});

}  // namespace host
