// The rules of chess: positions, legal moves, draws, and the notations FEN, UCI and SAN. Chess960 included. No I/O.
//
// Rules: FIDE Laws of Chess (2023), articles 3, 5.2, 9.2, 9.3 and guideline II for Chess960. A draw needs no claim
// here: a match ends at the third repetition, after 50 moves of each side without a capture or a pawn's move, in
// stalemate, and where the material left on the board can't give mate.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chess {

/// Squares are 0 (a1) to 63 (h8): 8 * rank + file.
using Square = int;
constexpr Square no_square = -1;
constexpr int squares = 64;

/// A set of squares: bit number i is square i.
using Bits = std::uint64_t;

enum Colour : std::uint8_t { white = 0, black = 1 };
enum Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };

constexpr Colour other(Colour colour) {
  return colour == white ? black : white;
}

/// A move. Castling is the move of the king to the square of its own rook, also outside of Chess960.
struct Move {
  std::int8_t from = 0;
  std::int8_t to = 0;
  std::int8_t promotion = none;  // knight to queen; none for all other moves
  friend bool operator==(const Move&, const Move&) = default;
};

/// No position has more legal moves: the most that is known is 218.
constexpr std::size_t most_moves = 256;

/// A list of moves on the stack.
class MoveList {
 public:
  void add(Move move) { moves_[count_++] = move; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] Move operator[](std::size_t index) const { return moves_[index]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + count_; }

 private:
  std::array<Move, most_moves> moves_;
  std::size_t count_ = 0;
};

/// Why a match is over.
enum class End : std::uint8_t { none, checkmate, stalemate, repetition, fifty_moves, material };

/// A position with one king on each side, where the side that is not to move is not in check.
class Position {
 public:
  /// The start position.
  Position();

  /// Reads a FEN. Castling rights may be KQkq or files (Shredder-FEN). Throws std::invalid_argument with a sentence if
  /// it is no such position.
  static Position from_fen(std::string_view fen);

  /// Returns the start position number 0 to 959 of Chess960, in Scharnagl's numbering: 518 is that of classical chess.
  static Position chess960(int number);

  /// Returns the position as FEN. The square behind a pawn that has moved by two is given only where it can be
  /// captured. Castling rights are KQkq, and files where an outer rook would be meant by mistake (X-FEN).
  [[nodiscard]] std::string fen() const;

  [[nodiscard]] Colour to_move() const { return to_move_; }
  [[nodiscard]] Kind kind(Square square) const { return static_cast<Kind>(board_[static_cast<std::size_t>(square)]); }
  [[nodiscard]] Colour colour(Square square) const { return (of_[black] >> square & 1) != 0 ? black : white; }
  [[nodiscard]] bool is_empty(Square square) const { return kind(square) == none; }
  [[nodiscard]] Bits of(Colour colour) const { return of_[colour]; }
  [[nodiscard]] Bits of(Colour colour, Kind kind) const { return of_[colour] & kinds_[kind]; }
  [[nodiscard]] Bits occupied() const { return of_[white] | of_[black]; }
  [[nodiscard]] Square king_of(Colour colour) const;
  /// Returns the square behind a pawn that may be captured en passant now; no_square otherwise.
  [[nodiscard]] Square en_passant() const { return en_passant_; }
  /// Returns the square of the rook with which that colour may castle, to the king's side or the queen's; no_square if
  /// it may not.
  [[nodiscard]] Square castling_rook(Colour colour, bool kings_side) const {
    return castling_[static_cast<std::size_t>(2 * colour + (kings_side ? 0 : 1))];
  }
  /// Returns the plies since the last capture or pawn's move, and the number of the move, from 1.
  [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
  [[nodiscard]] int move_number() const { return move_number_; }

  /// Lists the legal moves, in an order that depends on the position alone. It ignores draws.
  void moves(MoveList& list) const;
  /// Returns their number.
  [[nodiscard]] std::size_t count_moves() const;
  [[nodiscard]] bool in_check() const;
  [[nodiscard]] bool is_capture(Move move) const {
    return (!is_empty(move.to) && !is_castling(move)) || (kind(move.from) == pawn && move.to == en_passant_);
  }
  [[nodiscard]] bool is_castling(Move move) const {
    return kind(move.from) == king && (of(to_move_, rook) >> move.to & 1) != 0;
  }
  /// Returns whether the position before the move can never occur again.
  [[nodiscard]] bool is_irreversible(Move move) const;

  /// Plays a legal move.
  void play(Move move);
  /// Lets the other side move. The side to move is not in check.
  void pass();

  /// Returns a hash of what counts for a repetition: board, side to move, castling rights, capture en passant.
  [[nodiscard]] std::uint64_t key() const;

  /// Returns whether no sequence of moves leads to mate, as far as the material tells: bare kings, one knight, or
  /// bishops on squares of one colour.
  [[nodiscard]] bool is_dead() const;

  /// Returns the squares of `by` that attack `square`, if `occupied` were occupied.
  [[nodiscard]] Bits attackers(Square square, Colour by, Bits occupied) const;

 private:
  struct Empty {};
  explicit Position(Empty /*board*/) { board_.fill(none); }
  template <class Take>
  void generate(Take&& take) const;
  void put(Square square, Colour colour, Kind kind);
  void remove(Square square);
  void add_castling(Colour colour, Square rook);
  [[nodiscard]] bool can_capture_en_passant(Square target) const;
  void check() const;
  [[nodiscard]] std::string castling_text() const;

  std::array<Bits, 2> of_{};
  std::array<Bits, 6> kinds_{};
  std::array<std::uint8_t, squares> board_;  // Kind
  Bits hash_ = 0;                            // of the board
  std::array<std::int8_t, 4> castling_{no_square, no_square, no_square, no_square};
  Colour to_move_ = white;
  std::int8_t en_passant_ = no_square;
  int quiet_plies_ = 0;
  int move_number_ = 1;
};

/// Returns whether kings and rooks that may castle stand where they do in classical chess.
bool castles_classically(const Position& position);

/// A position with the moves that led to it, as far as the rules ask for them.
class Game {
 public:
  Game() : Game(Position()) {}
  explicit Game(const Position& start);

  [[nodiscard]] const Position& position() const { return position_; }
  /// Returns the last position that can't occur again, and the moves since.
  [[nodiscard]] const Position& base() const { return base_; }
  [[nodiscard]] std::span<const Move> moves_since() const { return {moves_.data(), count_}; }

  /// Returns how often the position has occurred, this time included: 1, 2 or 3.
  [[nodiscard]] int occurrences() const;
  [[nodiscard]] End end() const;

  /// Returns a hash of the position and of all that decides on draws: what may still repeat, and the quiet plies.
  [[nodiscard]] std::uint64_t key() const;

  /// Plays a legal move; the match is not over.
  void play(Move move);

 private:
  static constexpr std::size_t most_quiet = 100;
  Position base_;
  Position position_;
  std::array<Move, most_quiet> moves_{};
  std::array<std::uint64_t, most_quiet + 1> keys_{};  // of base(), and after each move
  std::size_t count_ = 0;
};

/// Returns the squares that a piece other than a pawn attacks.
Bits attacks(Kind kind, Square from, Bits occupied);
/// Returns the squares that a pawn attacks.
Bits pawn_attacks(Colour colour, Square from);

/// Returns the square's name, "e4".
std::string square_name(Square square);

/// Returns the square on which the piece arrives: that of the move, or the king's when it castles.
Square king_arrives(const Position& position, Move move);

/// Returns the move as UCI has it: "e2e4", "e7e8q". Castling is "e1g1", in Chess960 "e1h1".
std::string uci(const Position& position, Move move, bool chess960);

/// Returns the move in standard algebraic notation: "Nbd7", "exd6", "O-O", "e8=Q#".
std::string san(const Position& position, Move move);

/// Reads a legal move in UCI's or in standard algebraic notation. Castling may be written in each way. Throws
/// std::invalid_argument with a sentence.
Move parse_move(const Position& position, std::string_view text);

/// Returns the number of sequences of `depth` legal moves.
std::uint64_t perft(const Position& position, int depth);

}  // namespace chess
