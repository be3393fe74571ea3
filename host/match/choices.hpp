// An action that a person chooses step by step (agon/ext/steps.h): on the board, by buttons, or word by word.
#pragma once

#include "host/match/game_state.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Something that may be chosen, or that somebody has pointed at.
struct Choice {
  std::string text;     // if `whole`, the action's; else the next `begun`
  std::string label;    // for people; empty: the text
  std::string refusal;  // empty: it may be chosen
  bool whole = false;
  std::optional<std::size_t> cell = {};    // the cell of the drawing to click; nothing: a button
  std::vector<std::size_t> cells = {};     // of the drawing: those that it would touch
  std::vector<std::int32_t> picture = {};  // of a button: row and column of each cell
};

/// Returns what the seat to move may choose after `begun`, at first "". With a cell of its drawing, returns what a
/// click on it means: at most one choice, which may be refused. A game that does not say so is asked for its legal
/// actions, whose texts the tokens of cells make up, with or without blanks. Throws Failure(usage) for a `begun` that
/// the game refuses, Failure(game).
std::vector<Choice> choices(const GameState& state, std::string_view begun, std::optional<std::size_t> cell = {});

/// Returns them as docs/playing.md describes. Throws the same.
nlohmann::ordered_json choices_json(const GameState& state, std::string_view begun, std::optional<std::size_t> cell);

/// Returns the cells of the drawing that an action touches; none if the game has no model or does not draw itself.
std::vector<std::size_t> touched(const GameState& state, std::string_view action);

}  // namespace host
