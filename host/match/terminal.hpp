// Drawings, positions and matches as text, for a terminal or a file.
#pragma once

#include "host/match/drawing.hpp"
#include "host/match/game_state.hpp"
#include "host/match/match.hpp"
#include "host/match/transcript.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace host {

/// Returns whether output to `stream` should be in colour: it is a terminal that supports colours, and NO_COLOR is not
/// set (no-color.org).
bool wants_colour(std::FILE* stream);

/// Returns the drawing as lines that end with '\n'. Without colour, only a cell's glyph identifies it, and the last
/// action is in brackets.
std::string render(const Drawing& drawing, bool colour);

// A position as text.

/// Returns the board as `seat` may know it, as lines that end with '\n'. If the game does not draw itself, returns its
/// position; empty: it has no notation either. With `colour`, contains control sequences of terminals; all other parts
/// are printable().
std::string board_text(const GameState& state, bool colour, std::int32_t seat = AGON_ALL_SEATS);

/// Draws the board at the start and after each action or forfeit, below a heading and what its player has reported.
class MoveBoards final : public Spectator {
 public:
  /// Passes each text to `show`: lines that are printable(), but for the control sequences of `colour`.
  /// `reports`, of a recorded match in the order of its events, must exist as long.
  MoveBoards(std::function<void(const std::string& text)> show, bool colour, std::span<const Evaluation> reports = {})
      : show_(std::move(show)), colour_(colour), reports_(reports) {}
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

 private:
  void show(const GameState& state, const std::string& heading);

  std::function<void(const std::string& text)> show_;
  bool colour_;
  std::span<const Evaluation> reports_;  // those that are still to come
  std::size_t number_ = 0;
};

}  // namespace host
