// Matches and openings in the format of a game's own world (agon.exchange/1), such as PGN.
#pragma once

#include "host/match/game_state.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/spec.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// A start as a file tells it.
struct BookOpening {
  std::size_t line = 0;  // of the file, from 1
  Assignments parameters;
  std::vector<std::string> actions;  // in the game's notation
};

/// Returns the endings of the names of such files, ".pgn" and so on; nothing if the game has no such format.
std::vector<std::string> exchange_endings(const Game& game);

/// Reads the openings of a file with one of the endings. Throws Failure(usage) if the game refuses the text, with a
/// sentence that begins with "line N", and Failure(game) if it fails.
std::vector<BookOpening> read_book(const Game& game, std::string_view text, const std::string& ending);

/// Returns the transcript in the format of the first ending. `start` was created from its setup, and has no action yet.
/// Throws Failure(game) if the game fails. The game has agon.exchange/1.
std::string exchange_text(const GameState& start, const Transcript& transcript);

}  // namespace host
