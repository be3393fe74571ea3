// Replays a recorded match with its game.
#pragma once

#include "host/match/transcript.hpp"

#include <optional>
#include <span>
#include <string>

namespace host {

/// The first difference between a match and its record.
struct Difference {
  std::size_t event = 0;  // number of the event, from 1; 0: before the first event; events + 1: at the end
  std::string what;       // a sentence
};

/// Returns the setup of a transcript. Throws Failure(transcript), beginning with `where`, if the game refuses it.
Setup setup_of(const Transcript& transcript, const Game& game, const std::string& where);

/// Applies the first `count` recorded events to `state`, which was created from setup_of(). The spectators see the
/// start and each event. Returns the first difference: the start position, the seat to move, an illegal action, what an
/// action reveals.
std::optional<Difference> replay_events(const Transcript& transcript, std::size_t count, GameState& state,
                                        std::span<Spectator* const> spectators);

/// Does this for all events, and also compares the opening, takeovers, the end of the match and the scores. An
/// unfinished match has neither end nor scores.
std::optional<Difference> replay(const Transcript& transcript, GameState& state,
                                 std::span<Spectator* const> spectators);

}  // namespace host
