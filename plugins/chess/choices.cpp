#include "choices.hpp"

#include "observed.hpp"

#include <chess/chess.h>

#include <agon/game.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace chess {

namespace {

constexpr std::array<const char*, 4> pieces = {"n", "b", "r", "q"};
constexpr std::array<const char*, 4> names = {"knight", "bishop", "rook", "queen"};

std::int32_t row_of(Square square) {
  return 7 - square / 8;
}

std::int32_t column_of(Square square) {
  return square % 8;
}

/// Returns the text of a move's two squares.
std::string squares_of(const chess_action& action) {
  return square_name(action.from) + square_name(action.to);
}

/// Returns the choice of a move's first square, or of its second one if the first is chosen.
agon::Choice choice_of(const chess_action& action, bool first) {
  const Square square = first ? action.from : action.to;
  return {.text = first ? square_name(square) : squares_of(action),
          .whole = !first && action.promotion == CHESS_NONE,
          .row = row_of(square),
          .column = column_of(square)};
}

/// Several moves can have a square in common.
void add_once(std::vector<agon::Choice>& choices, agon::Choice choice) {
  const auto same = [&](const agon::Choice& each) { return each.text == choice.text; };
  if (std::none_of(choices.begin(), choices.end(), same)) choices.push_back(std::move(choice));
}

/// Returns why a click on a square means nothing.
std::string refusal_at(const Position& position, std::string_view begun, Square square) {
  const std::string side = position.to_move() == white ? "White" : "Black";
  const bool own = !position.is_empty(square) && position.colour(square) == position.to_move();
  if (own) return "the piece on " + square_name(square) + " has no legal move";
  if (begun.empty()) return "no piece of " + side + " is on " + square_name(square);
  return "the piece on " + std::string(begun.substr(0, 2)) + " can't go to " + square_name(square) +
         (position.in_check() ? ": " + side + " is in check" : "");
}

}  // namespace

void add_choices(const Position& position, bool chess960, std::string_view begun, std::int32_t row, std::int32_t column,
                 agon::Choices& list) {
  MoveList moves;
  position.moves(moves);
  const bool pointed = row >= 0;
  const auto square = static_cast<Square>(8 * (7 - row) + column);
  std::vector<agon::Choice> of_piece;    // its first squares, of which one is pointed at
  std::vector<agon::Choice> of_targets;  // of the piece that is chosen
  std::vector<std::int32_t> reached;     // by the piece that is pointed at
  bool known = begun.empty();
  for (const Move move : moves) {
    const chess_action action = action_of(position, move, chess960);
    if (squares_of(action) == begun && action.promotion != CHESS_NONE && !pointed) {
      known = true;
      const auto piece = static_cast<std::size_t>(action.promotion - CHESS_KNIGHT);
      list.add({.text = std::string(begun) + pieces.at(piece), .label = names.at(piece), .whole = true});
    }
    const bool chosen = square_name(action.from) == begun;
    known = known || chosen || squares_of(action) == begun;
    if (!pointed || action.from == square) {
      add_once(of_piece, choice_of(action, true));
      reached.insert(reached.end(), {row_of(action.to), column_of(action.to)});
    }
    if (chosen && (!pointed || action.to == square)) add_once(of_targets, choice_of(action, false));
  }
  if (!known) throw agon::Illegal("'" + std::string(begun) + "' begins no legal move");
  // Another piece is chosen; but a king's click on its own rook castles in Chess960.
  if (pointed && of_targets.empty() && !of_piece.empty()) {
    of_piece.front().cells = reached;
    return list.add(of_piece.front());
  }
  for (const agon::Choice& choice : begun.empty() ? of_piece : of_targets) list.add(choice);
  if (pointed && of_targets.empty())
    list.add(
        {.text = square_name(square), .refusal = refusal_at(position, begun, square), .row = row, .column = column});
}

}  // namespace chess
