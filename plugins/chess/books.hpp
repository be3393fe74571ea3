// Files of chess: games in PGN, positions in EPD. Read as starts, and written.
//
// PGN: "Portable Game Notation Specification and Implementation Guide" (Edwards, 1994), section 8; EPD: section 16.2.
#pragma once

#include "rules.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace chess {

/// A position, and the moves from there.
struct Start {
  std::size_t line = 1;  // of the text, from 1, where it begins
  Position position;
  bool chess960 = false;                // whether it takes the rules of Chess960
  std::vector<std::string> moves = {};  // as UCI has them
};

/// Read all games of a PGN, and all positions of an EPD or of a list of FENs. Throw std::invalid_argument with a
/// sentence that begins with the line: "line 7: ...".
std::vector<Start> read_pgn(std::string_view text);
std::vector<Start> read_epd(std::string_view text);

/// Writes one game in PGN.
class PgnWriter {
 public:
  /// Adds [NAME "VALUE"]. Tags come first.
  void tag(std::string_view name, std::string_view value);

  /// Adds a legal move of the position.
  void move(const Position& position, Move move);
  void comment(std::string_view text);

  /// Ends the game. Returns all of it.
  std::string finish(std::string_view result);

 private:
  /// Adds a word, on a new line if this one would be too long.
  void word(std::string_view text);

  std::string text_;
  std::size_t line_ = 0;   // letters in the last line of the moves
  bool numbered_ = false;  // whether the next move needs no number
};

}  // namespace chess
