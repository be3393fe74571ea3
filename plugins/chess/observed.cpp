#include "observed.hpp"

#include <agon/failure.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace chess {

static_assert(pawn + 1 == CHESS_PAWN && king + 1 == CHESS_KING && none + 1 > CHESS_KING);

Move move_of(const Position& position, const chess_action& action, bool chess960) {
  Move move = {action.from, action.to,
               static_cast<std::int8_t>(action.promotion == CHESS_NONE ? none : action.promotion - 1)};
  const int files = move.to - move.from;
  if (!chess960 && std::abs(files) == 2 && move.from == position.king_of(position.to_move())) {
    const Square rook = position.castling_rook(position.to_move(), files > 0);
    if (rook != no_square) move.to = static_cast<std::int8_t>(rook);
  }
  return move;
}

chess_action action_of(const Position& position, Move move, bool chess960) {
  const Square to = chess960 ? move.to : king_arrives(position, move);
  return {move.from, static_cast<std::int8_t>(to),
          static_cast<std::int8_t>(move.promotion == none ? CHESS_NONE : move.promotion + 1)};
}

namespace {

/// Sets up the position before the moves in the history, and plays these. All of it is checked.
Game replayed(const chess_observation& seen) {
  const auto is_square = [](int square) { return square >= 0 && square < squares; };
  if (seen.history_count < 0 || seen.history_count > CHESS_MAX_QUIET || seen.quiet_plies < seen.history_count ||
      seen.quiet_plies > CHESS_MAX_QUIET || seen.seat < 0 || seen.seat > 1)
    throw std::invalid_argument("its counts contradict each other");
  std::array<std::int8_t, squares> board{};
  std::copy(std::begin(seen.board), std::end(seen.board), board.begin());
  for (int move = seen.history_count - 1; move >= 0; --move) {
    const int from = seen.history[2 * move];
    const int to = seen.history[2 * move + 1];
    if (!is_square(from) || !is_square(to)) throw std::invalid_argument("its history leaves the board");
    std::swap(board[static_cast<std::size_t>(from)], board[static_cast<std::size_t>(to)]);
  }
  std::string fen;
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) {
      const int piece = board[static_cast<std::size_t>(8 * rank + file)];
      if (piece < -CHESS_KING || piece > CHESS_KING) throw std::invalid_argument("its board has unknown pieces");
      fen += piece == 0 ? '1' : (piece > 0 ? " PNBRQK" : " pnbrqk")[std::abs(piece)];
    }
    if (rank > 0) fen += '/';
  }
  const bool white_began = (seen.seat == 0) == (seen.history_count % 2 == 0);
  std::string rights;
  for (std::size_t right = 0; right < std::size(seen.castling); ++right) {
    const int file = seen.castling[right];
    if (file >= 8) throw std::invalid_argument("its rights to castle have no file");
    if (file >= 0) rights += static_cast<char>((right < 2 ? 'A' : 'a') + file);
  }
  const int earlier = (seen.history_count + (white_began ? 0 : 1)) / 2;  // moves of Black in the history
  fen += white_began ? " w " : " b ";
  fen += rights.empty() ? "-" : rights;
  fen.append(" ").append(is_square(seen.base_en_passant) ? square_name(seen.base_en_passant) : "-");
  fen.append(" ").append(std::to_string(seen.quiet_plies - seen.history_count));
  fen.append(" ").append(std::to_string(seen.move_number - earlier));
  Game made(Position::from_fen(fen));
  for (int i = 0; i < seen.history_count; ++i) {
    const Move move = {seen.history[2 * i], seen.history[2 * i + 1]};  // castling takes a right: it is never here
    MoveList moves;
    made.position().moves(moves);
    if (std::find(moves.begin(), moves.end(), move) == moves.end())
      throw std::invalid_argument("its history has an illegal move");
    made.play(move);
  }
  return made;
}

}  // namespace

Game game_seen(const chess_observation& seen) {
  try {
    return replayed(seen);
  } catch (const std::invalid_argument& wrong) {
    throw agon::Failure(AGON_FAILED, std::string("no observation of chess: ") + wrong.what());
  }
}

}  // namespace chess
