#include "search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace chess::champion {

namespace {

constexpr int infinite = mate_value + 1;
constexpr std::array<int, 7> worth = {100, 320, 330, 500, 950, 0, 0};  // of the kinds, for orders and exchanges

/// A value in the middle game and in the endgame.
struct Pair {
  int middle = 0;
  int end = 0;
  Pair& operator+=(Pair more) {
    middle += more.middle;
    end += more.end;
    return *this;
  }
};

constexpr std::array<Pair, 6> material = {{{90, 115}, {320, 300}, {335, 320}, {480, 530}, {960, 980}, {0, 0}}};
constexpr std::array<Pair, 6> per_reachable = {{{0, 0}, {4, 4}, {5, 5}, {2, 4}, {1, 3}, {0, 0}}};  // squares, mobility
constexpr std::array<int, 6> phase_of = {0, 1, 1, 2, 4, 0};                                        // 24 for all pieces
constexpr int full_phase = 24;

constexpr Bits file_bits(int file) {
  return Bits{0x0101010101010101} << file;
}

/// Returns the distance to the centre: 0 for d4, 3 for a1.
int from_centre(Square square) {
  const auto off = [](int line) { return line < 4 ? 3 - line : line - 4; };
  return std::max(off(square % 8), off(square / 8));
}

/// Returns the squares before a pawn on which an enemy's pawn could stop it.
Bits front_span(Colour colour, Square square) {
  const int file = square % 8;
  Bits files = file_bits(file);
  if (file > 0) files |= file_bits(file - 1);
  if (file < 7) files |= file_bits(file + 1);
  const int rank = square / 8;
  if (colour == white) return rank == 7 ? 0 : files & (~Bits{0} << 8 * (rank + 1));
  return rank == 0 ? 0 : files & (~Bits{0} >> 8 * (8 - rank));
}

Pair pawn_value(const Position& position, Colour colour, Square square) {
  const int rank = colour == white ? square / 8 : 7 - square / 8;
  const Bits own = position.of(colour, pawn);
  const int file = square % 8;
  Pair value = {rank * 3 - 2 * from_centre(square) + (rank == 3 && from_centre(square) == 0 ? 12 : 0), rank * 4};
  if (std::popcount(own & file_bits(file)) > 1) value += {-8, -16};
  const Bits beside = (file > 0 ? file_bits(file - 1) : 0) | (file < 7 ? file_bits(file + 1) : 0);
  if ((own & beside) == 0) value += {-12, -14};
  if ((position.of(other(colour), pawn) & front_span(colour, square)) == 0) value += {rank * rank * 2, rank * rank * 4};
  return value;
}

Pair king_value(const Position& position, Colour colour, Square square) {
  const Bits shield = attacks(king, square, 0) & position.of(colour, pawn);
  const int rank = colour == white ? square / 8 : 7 - square / 8;
  const int file = square % 8;
  Pair value = {-14 * rank + 9 * std::min(3, std::popcount(shield)), -10 * from_centre(square)};
  if (file >= 2 && file <= 5) value.middle -= 16;
  if ((position.of(colour, pawn) & file_bits(file)) == 0) value.middle -= 18;
  return value;
}

Pair value_of(const Position& position, Colour colour, int& phase) {
  Pair sum;
  const Bits all = position.occupied();
  const Bits own_pawns = position.of(colour, pawn);
  Bits guarded = 0;  // by the other side's pawns
  for (Bits set = position.of(other(colour), pawn); set != 0; set &= set - 1)
    guarded |= pawn_attacks(other(colour), std::countr_zero(set));
  const Bits near_king = attacks(king, position.king_of(other(colour)), 0);
  int attack = 0;
  for (Bits set = position.of(colour); set != 0; set &= set - 1) {
    const Square square = std::countr_zero(set);
    const Kind kind = position.kind(square);
    sum += material[kind];
    phase += phase_of[kind];
    if (kind == pawn) {
      sum += pawn_value(position, colour, square);
      continue;
    }
    if (kind == king) {
      sum += king_value(position, colour, square);
      continue;
    }
    const Bits reached = attacks(kind, square, all);
    const int free = std::popcount(reached & ~position.of(colour) & ~guarded);
    sum += {per_reachable[kind].middle * free, per_reachable[kind].end * free};
    if (const Bits hits = reached & near_king; hits != 0) attack += (2 + phase_of[kind]) * std::popcount(hits);
    if (kind == knight || kind == bishop) sum += {-6 * from_centre(square), -4 * from_centre(square)};
    if (kind == rook) {
      const Bits file = file_bits(square % 8);
      if ((own_pawns & file) == 0) sum += (position.of(other(colour), pawn) & file) == 0 ? Pair{22, 12} : Pair{10, 6};
    }
  }
  if (std::popcount(position.of(colour, bishop)) >= 2) sum += {28, 45};
  sum.middle += attack * attack / 12;
  return sum;
}

/// Returns an order for captures: the most valuable victim first, then the least valuable attacker.
int gain(const Position& position, Move move) {
  const Kind victim = position.is_castling(move) ? none : position.kind(move.to);
  const int promoted = move.promotion == none ? 0 : worth[static_cast<std::size_t>(move.promotion)] - worth[pawn];
  const int taken = victim == none && position.is_capture(move) ? worth[pawn] : worth[victim];
  return 16 * (taken + promoted) - worth[position.kind(move.from)] / 8;
}

/// Returns whether the piece is lost for less on its new square, by the simplest exchange.
bool loses_piece(const Position& position, Move move) {
  const int mine = worth[position.kind(move.from)];
  const int taken = position.is_empty(move.to) ? worth[pawn] : worth[position.kind(move.to)];
  if (taken >= mine || move.promotion != none) return false;
  const Bits after = position.occupied() & ~(Bits{1} << move.from);
  return position.attackers(move.to, other(position.to_move()), after) != 0;
}

}  // namespace

int evaluate(const Position& position) {
  int phase = 0;
  Pair sum = value_of(position, white, phase);
  const Pair less = value_of(position, black, phase);
  sum += {-less.middle, -less.end};
  phase = std::min(phase, full_phase);
  const int value = (sum.middle * phase + sum.end * (full_phase - phase)) / full_phase;
  constexpr int tempo = 12;
  return (position.to_move() == white ? value : -value) + tempo;
}

Search::Search() : table_(std::size_t{1} << 20) {}

void Search::count_node() {
  constexpr std::int64_t between_questions = 1024;
  if (++nodes_ % between_questions == 0 && limits_->out_of_time && limits_->out_of_time()) throw Stop{};
  if (limits_->nodes > 0 && nodes_ >= limits_->nodes) throw Stop{};
}

bool Search::is_repeated(const Position& position) const {
  const std::uint64_t key = position.key();
  const std::size_t most = std::min(path_.size(), static_cast<std::size_t>(position.quiet_plies()));
  for (std::size_t before = 2; before <= most; before += 2) {
    if (path_[path_.size() - before] == key) return true;
  }
  return false;
}

std::vector<Move> Search::ordered(const Position& position, Move first, int ply) const {
  MoveList list;
  position.moves(list);
  std::vector<std::pair<int, Move>> scored;
  scored.reserve(list.size());
  const auto& killers = killers_[static_cast<std::size_t>(ply)];
  for (const Move move : list) {
    int order = history_[static_cast<std::size_t>(move.from)][static_cast<std::size_t>(move.to)];
    if (move == first) {
      order = 1 << 30;
    } else if (position.is_capture(move) || move.promotion != none) {
      order = gain(position, move) + (loses_piece(position, move) ? 0 : 1 << 28);
    } else if (move == killers[0] || move == killers[1]) {
      order = 1 << 27;
    }
    scored.emplace_back(order, move);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Move> moves;
  moves.reserve(scored.size());
  for (const auto& each : scored) moves.push_back(each.second);
  return moves;
}

int Search::quiesce(const Position& position, int ply, int alpha, int beta) {
  count_node();
  const int still = evaluate(position);
  if (still >= beta || ply >= most_plies - 1) return still;
  int best = still;
  alpha = std::max(alpha, still);
  MoveList list;
  position.moves(list);
  if (list.empty()) return position.in_check() ? ply - mate_value : 0;
  std::array<std::pair<int, Move>, most_moves> forcing;
  std::size_t count = 0;
  for (const Move move : list) {
    if ((position.is_capture(move) || move.promotion == queen) && !loses_piece(position, move))
      forcing[count++] = {gain(position, move), move};
  }
  std::stable_sort(forcing.begin(), forcing.begin() + static_cast<std::ptrdiff_t>(count),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; i < count; ++i) {
    constexpr int margin = 200;
    if (still + forcing[i].first / 16 + margin < alpha) continue;
    Position after = position;
    after.play(forcing[i].second);
    const int value = -quiesce(after, ply + 1, -beta, -alpha);
    best = std::max(best, value);
    alpha = std::max(alpha, value);
    if (alpha >= beta) break;
  }
  return best;
}

int Search::search(const Position& position, int depth, int ply, int alpha, int beta, bool may_pass) {
  const bool is_root = ply == 0;
  if (!is_root && (position.is_dead() || position.quiet_plies() >= 100 || is_repeated(position))) {
    const bool is_mate = position.quiet_plies() >= 100 && position.in_check() && position.count_moves() == 0;
    return is_mate ? ply - mate_value : 0;
  }
  const bool checked = position.in_check();
  if (checked) ++depth;
  if (depth <= 0 || ply >= most_plies - 1) return quiesce(position, ply, alpha, beta);
  count_node();

  const std::uint64_t key = position.key();
  const bool is_wide = beta - alpha > 1;
  Move known{};
  if (const Entry& entry = entry_of(key); entry.key == key) {
    known = entry.move;
    const int value = entry.value > mate_value - 500   ? entry.value - ply
                      : entry.value < 500 - mate_value ? entry.value + ply
                                                       : entry.value;
    if (!is_wide && entry.depth >= depth && ((entry.bound & 1) != 0 ? value >= beta : false)) return value;
    if (!is_wide && entry.depth >= depth && ((entry.bound & 2) != 0 ? value <= alpha : false)) return value;
  }
  const Bits pieces = position.of(position.to_move()) & ~position.of(position.to_move(), pawn);
  const int still = checked ? -infinite : evaluate(position);
  if (!is_wide && !checked && depth <= 3 && still - 110 * depth >= beta && still < mate_value / 2) return still;
  path_.push_back(key);
  if (may_pass && !is_wide && !checked && depth >= 3 && still >= beta && std::popcount(pieces) > 1) {
    Position after = position;
    after.pass();
    const int value = -search(after, depth - 3 - depth / 4, ply + 1, -beta, 1 - beta, false);
    if (value >= beta) {
      path_.pop_back();
      return std::min(value, mate_value / 2);
    }
  }

  const std::vector<Move> moves = ordered(position, known, ply);
  int best = -infinite;
  Move best_move{};
  const int begin = alpha;
  int tried = 0;
  for (const Move move : moves) {
    const bool quiet = !position.is_capture(move) && move.promotion == none;
    if (!is_root && quiet && !checked && best > 500 - mate_value && depth <= 4 &&
        (tried > 4 + 3 * depth * depth || still + 90 * depth + 60 < alpha))
      continue;
    Position after = position;
    after.play(move);
    int value = 0;
    if (tried == 0) {
      value = -search(after, depth - 1, ply + 1, -beta, -alpha, true);
    } else {
      int less = 0;
      if (depth >= 3 && tried >= 3 && quiet && !checked)
        less = 1 + (tried > 10 ? 1 : 0) + (depth > 6 ? 1 : 0) - (is_wide ? 1 : 0);
      value = -search(after, depth - 1 - less, ply + 1, -alpha - 1, -alpha, true);
      if (value > alpha && (less > 0 || value < beta)) value = -search(after, depth - 1, ply + 1, -beta, -alpha, true);
    }
    ++tried;
    if (value > best) {
      best = value;
      best_move = move;
      if (is_root) root_move_ = move;
    }
    alpha = std::max(alpha, value);
    if (alpha >= beta) {
      if (quiet) {
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != move) killers = {move, killers[0]};
        std::int32_t& known_good = history_[static_cast<std::size_t>(move.from)][static_cast<std::size_t>(move.to)];
        known_good = std::min(known_good + depth * depth, 1 << 24);
      }
      break;
    }
  }
  path_.pop_back();
  if (moves.empty()) return checked ? ply - mate_value : 0;

  Entry& entry = entry_of(key);
  entry.key = key;
  entry.move = best_move;
  entry.depth = static_cast<std::int8_t>(std::min(depth, 120));
  entry.value = static_cast<std::int16_t>(best > mate_value - 500   ? best + ply
                                          : best < 500 - mate_value ? best - ply
                                                                    : best);
  entry.bound = static_cast<std::uint8_t>((best > begin ? 1 : 0) | (best < beta ? 2 : 0));
  return best;
}

std::vector<Move> Search::line_from(Position position, Move move) {
  constexpr std::size_t most = 8;
  std::vector<Move> line;
  while (line.size() < most) {
    line.push_back(move);
    position.play(move);
    const Entry& entry = entry_of(position.key());
    MoveList legal;
    position.moves(legal);
    // Another position may have the same key.
    if (entry.key != position.key() || std::find(legal.begin(), legal.end(), entry.move) == legal.end()) break;
    move = entry.move;
  }
  return line;
}

Found Search::best(const Game& game, const Limits& limits) {
  limits_ = &limits;
  nodes_ = 0;
  killers_ = {};
  for (auto& from : history_)
    for (std::int32_t& value : from) value /= 8;
  path_.clear();
  Game replayed(game.base());
  for (const Move move : game.moves_since()) {
    path_.push_back(replayed.position().key());
    replayed.play(move);
  }
  MoveList all;
  game.position().moves(all);
  Found found{.move = all[0]};
  try {
    for (int depth = 1; depth <= limits.depth; ++depth) {
      const std::size_t length = path_.size();
      root_move_ = found.move;
      try {
        found.value = search(game.position(), depth, 0, -infinite, infinite, false);
      } catch (const Stop&) {
        path_.resize(length);
        found.move = root_move_;
        throw;
      }
      found.move = root_move_;
      found.depth = depth;
      if (all.size() == 1 || std::abs(found.value) > mate_value - depth) break;
      if (limits.enough && limits.enough()) break;
    }
  } catch (const Stop&) {
    // What the last, unfinished depth has found is at least as good: it looks at the best move first.
  }
  found.nodes = nodes_;
  found.line = line_from(game.position(), found.move);
  return found;
}

}  // namespace chess::champion
