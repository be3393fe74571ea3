#include "host/library/played.hpp"

#include <utility>

namespace host::library {

Transcript play_recorded(GameState& state, std::span<Seat* const> seats, std::vector<SeatIdentity> identities,
                         const SeatLimits& limits, bool record, std::vector<Spectator*> watching, GameWatch* watch) {
  if (!record) return summary(state, std::move(identities), play_match(state, seats, limits, watching, watch));
  Recorder recorder(std::move(identities));
  watching.push_back(&recorder);
  MatchResult result = play_match(state, seats, limits, watching, watch);
  return recorder.finish(state, std::move(result));
}

}  // namespace host::library
