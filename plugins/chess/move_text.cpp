// Moves as text: UCI's and standard algebraic notation.
#include "rules.hpp"
#include "squares.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace chess {

std::string square_name(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

Square king_arrives(const Position& position, Move move) {
  return position.is_castling(move) ? at(move.to > move.from ? 6 : 2, rank_of(move.from)) : move.to;
}

namespace {

/// What a move in standard algebraic notation says.
struct Said {
  Kind kind = pawn;
  int from_file = -1;
  int from_rank = -1;
  Square to = no_square;
  Kind promotion = none;
  int castling = 0;  // 1: to the king's side, 2: to the queen's

  [[nodiscard]] bool means(const Position& position, Move move) const {
    if (castling != 0) return position.is_castling(move) && (move.to > move.from) == (castling == 1);
    return !position.is_castling(move) && position.kind(move.from) == kind && move.to == to &&
           move.promotion == promotion && (from_file < 0 || from_file == file_of(move.from)) &&
           (from_rank < 0 || from_rank == rank_of(move.from));
  }
};

bool is_file(char letter) {
  return letter >= 'a' && letter <= 'h';
}

bool is_rank(char letter) {
  return letter >= '1' && letter <= '8';
}

/// Returns nothing sensible (to is no_square) for what is no move.
Said read_san(std::string_view text) {
  Said said;
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  if (text == "O-O" || text == "0-0") said.castling = 1;
  if (text == "O-O-O" || text == "0-0-0") said.castling = 2;
  if (said.castling != 0 || text.size() < 2) return said;
  constexpr std::string_view pieces = "PNBRQK";
  const auto kind_of = [&](char letter) { return static_cast<Kind>(pieces.find(letter)); };
  if (pieces.find(text.front()) != std::string_view::npos) {
    said.kind = kind_of(text.front());
    text.remove_prefix(1);
  }
  if (const std::size_t found = pieces.find(text.back()); said.kind == pawn && found != std::string_view::npos) {
    said.promotion = kind_of(text.back());
    text.remove_suffix(1);
    if (!text.empty() && text.back() == '=') text.remove_suffix(1);
  }
  if (text.size() < 2 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) return said;
  const Square to = at(text[text.size() - 2] - 'a', text.back() - '1');
  text.remove_suffix(2);
  if (!text.empty() && text.back() == 'x') text.remove_suffix(1);
  if (!text.empty() && is_file(text.front())) {
    said.from_file = text.front() - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && is_rank(text.front())) {
    said.from_rank = text.front() - '1';
    text.remove_prefix(1);
  }
  if (text.empty()) said.to = to;
  return said;
}

}  // namespace

std::string uci(const Position& position, Move move, bool chess960) {
  std::string text = square_name(move.from) + square_name(chess960 ? move.to : king_arrives(position, move));
  if (move.promotion != none) text += letters[static_cast<std::size_t>(move.promotion)];
  return text;
}

std::string san(const Position& position, Move move) {
  std::string text;
  MoveList moves;
  position.moves(moves);
  const Kind kind = position.kind(move.from);
  if (position.is_castling(move)) {
    text = move.to > move.from ? "O-O" : "O-O-O";
  } else {
    if (kind != pawn) text += static_cast<char>(letters[kind] & ~0x20);
    bool ambiguous = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move each : moves) {
      if (each.to != move.to || each.from == move.from || position.kind(each.from) != kind || kind == pawn ||
          position.is_castling(each))
        continue;
      ambiguous = true;
      same_file = same_file || file_of(each.from) == file_of(move.from);
      same_rank = same_rank || rank_of(each.from) == rank_of(move.from);
    }
    const bool capture = position.is_capture(move);
    const std::string from = square_name(move.from);
    if (kind == pawn ? capture : ambiguous && (!same_file || same_rank)) text += from[0];
    if (ambiguous && same_file) text += from[1];
    if (capture) text += 'x';
    text += square_name(move.to);
    if (move.promotion != none)
      text.append("=") += static_cast<char>(letters[static_cast<std::size_t>(move.promotion)] & ~0x20);
  }
  Position after = position;
  after.play(move);
  if (after.in_check()) text += after.count_moves() == 0 ? '#' : '+';
  return text;
}

Move parse_move(const Position& position, std::string_view text) {
  MoveList moves;
  position.moves(moves);
  for (const bool chess960 : {true, false}) {
    for (const Move move : moves) {
      if (uci(position, move, chess960) == text) return move;
    }
  }
  const Said said = read_san(text);
  std::vector<Move> meant;
  for (const Move move : moves) {
    if (said.means(position, move)) meant.push_back(move);
  }
  if (meant.size() == 1) return meant.front();
  if (meant.empty())
    refuse(std::string("'").append(text) + "' is no legal move: write it as in 'e2e4', 'e7e8q', 'Nf3' or 'O-O'");
  refuse(std::string("'").append(text) + "' may be " + san(position, meant[0]) + " or " + san(position, meant[1]));
}

}  // namespace chess
