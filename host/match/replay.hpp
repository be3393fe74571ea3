// Plays a recorded match again through its game.
#pragma once

#include "host/match/transcript.hpp"

#include <optional>
#include <span>
#include <string>

namespace host {

/// Where a match first plays differently than recorded.
struct Difference {
  std::size_t event = 0;  // number of the event, from 1; 0: before the first; events + 1: at the end
  std::string what;       // a sentence
};

/// The setup that a transcript names. Throws Failure(transcript), beginning with `where`, if the game refuses it.
Setup setup_of(const Transcript& transcript, const Game& game, const std::string& where);

/// Applies the recorded events to `state`, made of setup_of(); the spectators see each. Stops at the first difference:
/// the start position, who is to move, an action that is illegal, what it reveals, how the match ends, the scores.
std::optional<Difference> replay(const Transcript& transcript, GameState& state,
                                 std::span<Spectator* const> spectators);

}  // namespace host
