#include "host/match/play_recorded.hpp"

#include <utility>

namespace host {

Transcript play_recorded(GameState& state, std::span<Seat* const> seats, std::vector<SeatIdentity> identities,
                         const SeatLimits& limits, bool record, std::vector<Spectator*> watching, GameActivity* watch,
                         const Opening& opening) {
  if (!record) {
    Transcript played =
        summary(state, std::move(identities), play_match(state, seats, limits, watching, watch, opening));
    played.opening = opening;
    return played;
  }
  Recorder recorder(std::move(identities), opening);
  watching.push_back(&recorder);
  MatchResult result = play_match(state, seats, limits, watching, watch, opening);
  return recorder.finish(state, std::move(result));
}

}  // namespace host
