// Positions as text: FEN, with the rights to castle of Chess960, and the start positions of Chess960.
#include "rules.hpp"
#include "squares.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace chess {

namespace {

int number_in(std::string_view text, int least, int most, const char* what) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || number < least || number > most)
    refuse(std::string(what) + " in a FEN is " + std::to_string(least) + " to " + std::to_string(most) + ", not '" +
           std::string(text) + "'");
  return number;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
  return words;
}

void Position::add_castling(Colour colour, Square from) {
  const Square home = king_of(colour);
  if (rank_of(home) != home_rank(colour) || from == no_square || rank_of(from) != home_rank(colour) ||
      (of(colour, rook) & bit(from)) == 0)
    refuse("a FEN has a right to castle without king and rook on their first rank");
  castling_[static_cast<std::size_t>(2 * colour + (from > home ? 0 : 1))] = static_cast<std::int8_t>(from);
}

void Position::check() const {
  for (const Colour colour : {white, black}) {
    const char* const side = colour == white ? "White" : "Black";
    if (std::popcount(of(colour, king)) != 1) refuse(std::string("a FEN has one king of ") + side);
    const int pawns = std::popcount(of(colour, pawn));
    int promoted = std::max(0, std::popcount(of(colour, queen)) - 1);
    for (const Kind kind : {knight, bishop, rook}) promoted += std::max(0, std::popcount(of(colour, kind)) - 2);
    if (pawns + promoted > 8) refuse(std::string(side) + " has more pieces than a match can give");
  }
  if ((kinds_[pawn] & (rank_bits(0) | rank_bits(7))) != 0) refuse("a FEN has no pawn on the first or the last rank");
  if (attackers(king_of(other(to_move_)), to_move_, occupied()) != 0)
    refuse("the side that is not to move is in check");
}

Position Position::from_fen(std::string_view fen) {
  const std::vector<std::string_view> words = words_of(fen);
  if (words.size() != 4 && words.size() != 6)
    refuse("a FEN has six parts: board, side to move, rights to castle, en passant, two numbers (or the first four)");
  Position made{Empty{}};
  int rank = 7;
  int file = 0;
  for (const char letter : words[0]) {
    if (letter == '/') {
      if (file != 8 || rank == 0) refuse("the board of a FEN has eight ranks of eight squares, joined by '/'");
      --rank;
      file = 0;
    } else if (letter >= '1' && letter <= '8') {
      file += letter - '0';
    } else {
      const Colour colour = letter >= 'a' ? black : white;
      const std::size_t kind = letters.find(static_cast<char>(letter | 0x20));
      if (kind == std::string_view::npos) refuse(std::string("a FEN has no piece ") + letter);
      if (file < 8) made.put(at(file, rank), colour, static_cast<Kind>(kind));
      ++file;
    }
    if (file > 8) refuse("the board of a FEN has eight ranks of eight squares, joined by '/'");
  }
  if (rank != 0 || file != 8) refuse("the board of a FEN has eight ranks of eight squares, joined by '/'");
  if (words[1] != "w" && words[1] != "b") refuse("the side to move in a FEN is w or b");
  made.to_move_ = words[1] == "w" ? white : black;
  made.check();
  for (const char letter : words[2] == "-" ? std::string_view() : words[2]) {
    const Colour colour = letter >= 'a' ? black : white;
    const char small = static_cast<char>(letter | 0x20);
    const Bits rooks = made.of(colour, rook) & rank_bits(home_rank(colour));
    const Square home = made.king_of(colour);
    if (small == 'k') {  // the outermost rook
      const Square outermost = rooks == 0 ? no_square : 63 - std::countl_zero(rooks);
      made.add_castling(colour, outermost > home ? outermost : no_square);
    } else if (small == 'q') {
      const Square outermost = rooks == 0 ? no_square : first(rooks);
      made.add_castling(colour, outermost < home ? outermost : no_square);
    } else if (small >= 'a' && small <= 'h') {
      made.add_castling(colour, at(small - 'a', home_rank(colour)));
    } else {
      refuse("the rights to castle in a FEN are some of KQkq, or -");
    }
  }
  if (words[3] != "-") {
    const std::string_view name = words[3];
    const int from_rank = made.to_move_ == white ? 5 : 2;
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] - '1' != from_rank)
      refuse("en passant in a FEN is a square behind a pawn that has just moved by two, or -");
    const Square target = at(name[0] - 'a', from_rank);
    const int up = made.to_move_ == white ? 8 : -8;
    if ((made.of(other(made.to_move_), pawn) & bit(target - up)) == 0 || !made.is_empty(target) ||
        !made.is_empty(target + up))
      refuse("en passant in a FEN is a square behind a pawn that has just moved by two, or -");
    if (made.can_capture_en_passant(target)) made.en_passant_ = static_cast<std::int8_t>(target);
  }
  if (words.size() == 6) {  // other programs write '-' for a count that they do not know, and count moves from 0
    if (words[4] != "-") made.quiet_plies_ = number_in(words[4], 0, 100, "the number of quiet plies");
    if (words[5] != "-") made.move_number_ = std::max(1, number_in(words[5], 0, 100'000, "the number of the move"));
  }
  return made;
}

Position Position::chess960(int number) {
  std::array<Kind, 8> rank;
  rank.fill(none);
  const auto put_free = [&](int nth, Kind kind) {  // on the nth free file, from 0
    for (Kind& place : rank) {
      if (place == none && nth-- == 0) {
        place = kind;
        return;
      }
    }
  };
  rank[static_cast<std::size_t>(2 * (number % 4) + 1)] = bishop;
  rank[static_cast<std::size_t>(2 * (number / 4 % 4))] = bishop;
  put_free(number / 16 % 6, queen);
  constexpr std::array<std::array<int, 2>, 10> knights = {
      {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}};
  const std::array<int, 2> pair = knights[static_cast<std::size_t>(number / 96)];
  put_free(pair[0], knight);
  put_free(pair[1], knight);  // the first one has taken a file
  for (const Kind kind : {rook, king, rook}) put_free(0, kind);
  std::string text;
  for (const Kind kind : rank) text += letters[kind];
  std::string capitals = text;
  for (char& letter : capitals) letter = static_cast<char>(letter & ~0x20);
  return from_fen(text + "/pppppppp/8/8/8/8/PPPPPPPP/" + capitals + " w KQkq - 0 1");
}

std::string Position::castling_text() const {
  std::string text;
  for (const Colour colour : {white, black}) {
    for (const bool kings_side : {true, false}) {
      const Square from = castling_rook(colour, kings_side);
      if (from == no_square) continue;
      const Bits rooks = of(colour, rook) & rank_bits(home_rank(colour));
      const Square outermost = kings_side ? 63 - std::countl_zero(rooks) : first(rooks);
      const char letter = from != outermost ? static_cast<char>('a' + file_of(from)) : kings_side ? 'k' : 'q';
      text += colour == white ? static_cast<char>(letter & ~0x20) : letter;
    }
  }
  return text.empty() ? "-" : text;
}

std::string Position::fen() const {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int gap = 0;
    for (int file = 0; file < 8; ++file) {
      const Square square = at(file, rank);
      if (is_empty(square)) {
        ++gap;
        continue;
      }
      if (gap > 0) text += static_cast<char>('0' + gap);
      gap = 0;
      const char letter = letters[kind(square)];
      text += colour(square) == white ? static_cast<char>(letter & ~0x20) : letter;
    }
    if (gap > 0) text += static_cast<char>('0' + gap);
    if (rank > 0) text += '/';
  }
  text += to_move_ == white ? " w " : " b ";
  return text + castling_text() + " " + (en_passant_ == no_square ? "-" : square_name(en_passant_)) + " " +
         std::to_string(quiet_plies_) + " " + std::to_string(move_number_);
}

bool castles_classically(const Position& position) {
  constexpr int a_file = 0;
  constexpr int e_file = 4;
  constexpr int h_file = 7;
  for (const Colour colour : {white, black}) {
    for (const bool kings_side : {true, false}) {
      const Square rook = position.castling_rook(colour, kings_side);
      if (rook == no_square) continue;
      if (file_of(position.king_of(colour)) != e_file || file_of(rook) != (kings_side ? h_file : a_file)) return false;
    }
  }
  return true;
}

}  // namespace chess
