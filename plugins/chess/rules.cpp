#include "rules.hpp"

#include "squares.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace chess {

namespace {

struct Step {
  int file;
  int rank;
};

constexpr std::array<Step, 8> knight_steps = {{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
// The first four lead to higher squares. Directions i and i + 4 are opposite.
constexpr std::array<Step, 8> directions = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}}};
constexpr std::array<std::size_t, 4> straight = {0, 1, 4, 5};
constexpr std::array<std::size_t, 4> diagonal = {2, 3, 6, 7};

struct Tables {
  std::array<std::array<Bits, squares>, 8> rays{};  // for each direction, without the square itself
  std::array<Bits, squares> knights{};
  std::array<Bits, squares> kings{};
  std::array<std::array<Bits, squares>, 2> pawns{};          // the squares that a pawn of the colour attacks
  std::array<std::array<Bits, squares>, squares> between{};  // without both ends; empty if not on one line
  std::array<std::array<Bits, squares>, squares> through{};  // the line through both, to the edges; likewise
};

constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

constexpr Tables make_tables() {
  Tables made;
  for (Square from = 0; from < squares; ++from) {
    const auto index = static_cast<std::size_t>(from);
    const auto add = [&](Bits& set, Step step) {
      const int file = file_of(from) + step.file;
      const int rank = rank_of(from) + step.rank;
      if (on_board(file, rank)) set |= bit(at(file, rank));
    };
    for (const Step step : knight_steps) add(made.knights[index], step);
    for (const Step step : directions) add(made.kings[index], step);
    for (const int side : {-1, 1}) {
      add(made.pawns[white][index], {side, 1});
      add(made.pawns[black][index], {side, -1});
    }
    for (std::size_t direction = 0; direction < directions.size(); ++direction) {
      const Step step = directions[direction];
      Bits ray = 0;
      for (int file = file_of(from) + step.file, rank = rank_of(from) + step.rank; on_board(file, rank);
           file += step.file, rank += step.rank) {
        made.between[index][static_cast<std::size_t>(at(file, rank))] = ray;
        ray |= bit(at(file, rank));
      }
      made.rays[direction][index] = ray;
    }
  }
  for (std::size_t from = 0; from < squares; ++from) {
    for (std::size_t direction = 0; direction < directions.size(); ++direction) {
      const Bits line =
          made.rays[direction][from] | made.rays[(direction + 4) % 8][from] | bit(static_cast<Square>(from));
      for (std::size_t to = 0; to < squares; ++to) {
        if ((made.rays[direction][from] >> to & 1) != 0) made.through[from][to] = line;
      }
    }
  }
  return made;
}

constexpr Tables tables = make_tables();

constexpr std::uint64_t scrambled(std::uint64_t number) {  // SplitMix64
  number += 0x9E3779B97F4A7C15U;
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9U;
  number = (number ^ number >> 27) * 0x94D049BB133111EBU;
  return number ^ number >> 31;
}

struct Keys {
  std::array<std::array<std::array<std::uint64_t, squares>, 6>, 2> pieces{};
  std::array<std::uint64_t, squares> castling{};
  std::array<std::uint64_t, 8> en_passant{};  // by file
  std::uint64_t black_moves = 0;
};

constexpr Keys make_keys() {
  Keys made;
  std::uint64_t next = 0;
  for (auto& colour : made.pieces)
    for (auto& kind : colour)
      for (std::uint64_t& key : kind) key = scrambled(++next);
  for (std::uint64_t& key : made.castling) key = scrambled(++next);
  for (std::uint64_t& key : made.en_passant) key = scrambled(++next);
  made.black_moves = scrambled(++next);
  return made;
}

constexpr Keys keys = make_keys();

constexpr std::size_t index(Square square) {
  return static_cast<std::size_t>(square);
}

Bits ray(std::size_t direction, Square from, Bits occupied) {
  const Bits all = tables.rays[direction][index(from)];
  const Bits met = all & occupied;
  if (met == 0) return all;
  const Square nearest = direction < 4 ? std::countr_zero(met) : 63 - std::countl_zero(met);
  return all ^ tables.rays[direction][index(nearest)];
}

Bits slides(const std::array<std::size_t, 4>& along, Square from, Bits occupied) {
  return ray(along[0], from, occupied) | ray(along[1], from, occupied) | ray(along[2], from, occupied) |
         ray(along[3], from, occupied);
}

}  // namespace

Bits attacks(Kind kind, Square from, Bits occupied) {
  switch (kind) {
    case knight:
      return tables.knights[index(from)];
    case bishop:
      return slides(diagonal, from, occupied);
    case rook:
      return slides(straight, from, occupied);
    case queen:
      return slides(straight, from, occupied) | slides(diagonal, from, occupied);
    default:
      return tables.kings[index(from)];
  }
}

Bits pawn_attacks(Colour colour, Square from) {
  return tables.pawns[colour][index(from)];
}

Position::Position() : Position(from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")) {}

void Position::put(Square square, Colour colour, Kind kind) {
  of_[colour] |= bit(square);
  kinds_[kind] |= bit(square);
  board_[index(square)] = kind;
  hash_ ^= keys.pieces[colour][kind][index(square)];
}

void Position::remove(Square square) {
  const Colour was = colour(square);
  const Kind piece = kind(square);
  of_[was] ^= bit(square);
  kinds_[piece] ^= bit(square);
  board_[index(square)] = none;
  hash_ ^= keys.pieces[was][piece][index(square)];
}

Square Position::king_of(Colour colour) const {
  return first(of(colour, king));
}

Bits Position::attackers(Square square, Colour by, Bits occupied) const {
  const Bits queens = kinds_[queen];
  return of_[by] & ((tables.pawns[other(by)][index(square)] & kinds_[pawn]) |
                    (tables.knights[index(square)] & kinds_[knight]) | (tables.kings[index(square)] & kinds_[king]) |
                    (slides(straight, square, occupied) & (kinds_[rook] | queens)) |
                    (slides(diagonal, square, occupied) & (kinds_[bishop] | queens)));
}

bool Position::in_check() const {
  return attackers(king_of(to_move_), other(to_move_), occupied()) != 0;
}

/// Calls take(from, targets, promotes) for sets of moves from one square.
template <class Take>
void Position::generate(Take&& take) const {
  const Colour us = to_move_;
  const Colour them = other(us);
  const Bits all = occupied();
  const Bits own = of_[us];
  const Square home = king_of(us);
  const Bits checkers = attackers(home, them, all);

  Bits steps = 0;
  for_each(tables.kings[index(home)] & ~own, [&](Square to) {
    if (attackers(to, them, all ^ bit(home)) == 0) steps |= bit(to);
  });
  if (steps != 0) take(home, steps, false);
  if ((checkers & (checkers - 1)) != 0) return;
  const Bits allowed = checkers == 0 ? ~own : tables.between[index(home)][index(first(checkers))] | checkers;

  Bits pinned = 0;
  const Bits queens = of(them, queen);
  for_each((slides(straight, home, of_[them]) & (of(them, rook) | queens)) |
               (slides(diagonal, home, of_[them]) & (of(them, bishop) | queens)),
           [&](Square from) {
             const Bits shield = tables.between[index(home)][index(from)] & all;
             if ((shield & (shield - 1)) == 0) pinned |= shield & own;
           });
  const auto bound = [&](Square from) {
    return (pinned & bit(from)) == 0 ? ~Bits{0} : tables.through[index(home)][index(from)];
  };

  for (const Kind kind : {knight, bishop, rook, queen}) {
    for_each(of(us, kind), [&](Square from) {
      const Bits targets = attacks(kind, from, all) & allowed & ~own & bound(from);
      if (targets != 0) take(from, targets, false);
    });
  }

  const int up = us == white ? 8 : -8;
  const int second = us == white ? 1 : 6;
  for_each(of(us, pawn), [&](Square from) {
    Bits targets = tables.pawns[us][index(from)] & of_[them];
    if ((all & bit(from + up)) == 0) {
      targets |= bit(from + up);
      if (rank_of(from) == second && (all & bit(from + 2 * up)) == 0) targets |= bit(from + 2 * up);
    }
    targets &= allowed & bound(from);
    if (targets != 0) take(from, targets, rank_of(from) == 7 - second);
  });
  if (en_passant_ != no_square) {
    const Bits captured = bit(en_passant_ - up);
    for_each(tables.pawns[them][index(en_passant_)] & of(us, pawn), [&](Square from) {
      const Bits after = (all ^ bit(from) ^ captured) | bit(en_passant_);
      if ((attackers(home, them, after) & ~captured) == 0) take(from, bit(en_passant_), false);
    });
  }

  if (checkers != 0) return;
  for (const bool kings_side : {true, false}) {
    const Square from = castling_rook(us, kings_side);
    if (from == no_square) continue;
    const Square king_to = at(kings_side ? 6 : 2, home_rank(us));
    const Square rook_to = at(kings_side ? 5 : 3, home_rank(us));
    const Bits path = tables.between[index(home)][index(king_to)] | bit(king_to);
    const Bits free = path | tables.between[index(from)][index(rook_to)] | bit(rook_to);
    const Bits others = all ^ bit(home) ^ bit(from);
    if ((free & others) != 0) continue;
    bool safe = attackers(king_to, them, others | bit(king_to) | bit(rook_to)) == 0;
    for_each(path, [&](Square square) { safe = safe && attackers(square, them, all ^ bit(home)) == 0; });
    if (safe) take(home, bit(from), false);
  }
}

void Position::moves(MoveList& list) const {
  generate([&](Square from, Bits targets, bool promotes) {
    for_each(targets, [&](Square to) {
      const auto add = [&](Kind promotion) {
        list.add({static_cast<std::int8_t>(from), static_cast<std::int8_t>(to), static_cast<std::int8_t>(promotion)});
      };
      if (!promotes) return add(none);
      for (const Kind promotion : {queen, rook, bishop, knight}) add(promotion);
    });
  });
}

std::size_t Position::count_moves() const {
  std::size_t count = 0;
  generate([&](Square /*from*/, Bits targets, bool promotes) {
    count += static_cast<std::size_t>(std::popcount(targets)) * (promotes ? 4 : 1);
  });
  return count;
}

bool Position::can_capture_en_passant(Square target) const {
  const Colour them = other(to_move_);
  const Bits captured = bit(target - (to_move_ == white ? 8 : -8));
  bool can = false;
  for_each(tables.pawns[them][index(target)] & of(to_move_, pawn), [&](Square from) {
    const Bits after = (occupied() ^ bit(from) ^ captured) | bit(target);
    can = can || (attackers(king_of(to_move_), them, after) & ~captured) == 0;
  });
  return can;
}

bool Position::is_irreversible(Move move) const {
  if (kind(move.from) == pawn || !is_empty(move.to)) return true;  // castling meets its rook
  return std::any_of(castling_.begin(), castling_.end(), [&](Square rook) {
    return rook != no_square && (rook == move.from || (kind(move.from) == king && colour(rook) == to_move_));
  });
}

void Position::play(Move move) {
  const Colour us = to_move_;
  const Kind piece = kind(move.from);
  const int up = us == white ? 8 : -8;
  quiet_plies_ = piece == pawn || is_capture(move) ? 0 : quiet_plies_ + 1;
  if (us == black) ++move_number_;
  if (is_castling(move)) {
    const bool kings_side = move.to > move.from;
    remove(move.from);
    remove(move.to);
    put(at(kings_side ? 6 : 2, home_rank(us)), us, king);
    put(at(kings_side ? 5 : 3, home_rank(us)), us, rook);
  } else {
    if (piece == pawn && move.to == en_passant_) remove(move.to - up);
    if (!is_empty(move.to)) remove(move.to);
    remove(move.from);
    put(move.to, us, move.promotion == none ? piece : static_cast<Kind>(move.promotion));
  }
  for (std::size_t side = 0; side < castling_.size(); ++side) {
    const bool own = side / 2 == us;
    if (castling_[side] == move.to || castling_[side] == move.from || (own && piece == king))
      castling_[side] = no_square;
  }
  to_move_ = other(us);
  en_passant_ = no_square;
  if (piece == pawn && move.to - move.from == 2 * up && can_capture_en_passant(move.from + up))
    en_passant_ = static_cast<std::int8_t>(move.from + up);
}

void Position::pass() {
  ++quiet_plies_;
  if (to_move_ == black) ++move_number_;
  to_move_ = other(to_move_);
  en_passant_ = no_square;
}

std::uint64_t Position::key() const {
  std::uint64_t key = hash_;
  if (to_move_ == black) key ^= keys.black_moves;
  if (en_passant_ != no_square) key ^= keys.en_passant[static_cast<std::size_t>(file_of(en_passant_))];
  for (const Square rook : castling_) {
    if (rook != no_square) key ^= keys.castling[index(rook)];
  }
  return key;
}

bool Position::is_dead() const {
  if ((kinds_[pawn] | kinds_[rook] | kinds_[queen]) != 0) return false;
  const int knights = std::popcount(kinds_[knight]);
  const Bits bishops = kinds_[bishop];
  if (knights + std::popcount(bishops) <= 1) return true;
  constexpr Bits light = 0x55AA55AA55AA55AAU;
  return knights == 0 && ((bishops & light) == 0 || (bishops & ~light) == 0);
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return position.count_moves();
  MoveList moves;
  position.moves(moves);
  std::uint64_t count = 0;
  for (const Move move : moves) {
    Position after = position;
    after.play(move);
    count += perft(after, depth - 1);
  }
  return count;
}

// Matches.

Game::Game(const Position& start) : base_(start), position_(start) {
  keys_[0] = start.key();
}

int Game::occurrences() const {
  int count = 1;
  for (std::size_t before = 2; before <= count_; before += 2) count += keys_[count_ - before] == keys_[count_] ? 1 : 0;
  return count;
}

End Game::end() const {
  if (position_.count_moves() == 0) return position_.in_check() ? End::checkmate : End::stalemate;
  if (position_.is_dead()) return End::material;
  if (occurrences() >= 3) return End::repetition;
  return position_.quiet_plies() >= static_cast<int>(most_quiet) ? End::fifty_moves : End::none;
}

std::uint64_t Game::key() const {
  std::uint64_t before = 0;  // the order of the earlier positions does not matter
  for (std::size_t i = 0; i < count_; ++i) before += scrambled(keys_[i]);
  return scrambled(position_.key() ^ before ^ static_cast<std::uint64_t>(position_.quiet_plies()));
}

void Game::play(Move move) {
  const bool irreversible = position_.is_irreversible(move);
  position_.play(move);
  if (irreversible) {
    base_ = position_;
    count_ = 0;
  } else {
    moves_[count_++] = move;
  }
  keys_[count_] = position_.key();
}

}  // namespace chess
