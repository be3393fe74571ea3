// The opening of a match: actions that no player has chosen, before the first turn.
//
// Statistics need different matches, and many games with deterministic players have few starts. Openings depend on the
// match's seed alone, so all seatings of a seed have the same one. They use random numbers of their own: the game's and
// the strategies' stay as they are.
#pragma once

#include "host/match/game_state.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace host {

class Spectator;

/// The opening of one match: given actions, then random ones.
struct Opening {
  std::vector<std::string> given{};  // in the game's notation
  std::size_t plies = 0;             // the number of random actions

  /// Returns the number of its actions.
  [[nodiscard]] std::size_t size() const { return given.size() + plies; }
  bool operator==(const Opening&) const = default;
};

/// The openings of all matches of a run.
struct Openings {
  /// A line of a file of openings.
  struct Line {
    std::vector<std::optional<std::string>> parameters;  // as in Setup
    std::vector<std::string> actions;
  };

  std::vector<Line> lines{};  // seed 1 has the first one, and so on in a circle; seed 0 has the last one
  std::size_t plies = 0;

  /// Returns NULL if there are no lines.
  [[nodiscard]] const Line* line(std::uint64_t seed) const;
  [[nodiscard]] Opening opening(std::uint64_t seed) const;
};

/// Returns JSON that only equal openings share; "" for an opening without actions.
std::string to_text(const Opening& opening);
/// Returns the opening that to_text() has written; nothing for any other text.
std::optional<Opening> opening_from(std::string_view text);

/// Plays the opening in a new state; the spectators see its actions. Throws SetupRefused if the game refuses an
/// action, if the match ends in the opening, or if the game has no model (agon.model/1) from which to draw actions.
/// Throws Failure(game) if the game fails.
void play_opening(const Opening& opening, GameState& state, std::span<Spectator* const> spectators);

}  // namespace host
