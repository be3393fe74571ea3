// Alpha-beta search for chess: iterative deepening with a table of positions, and a small evaluation.
#pragma once

#include "../../rules.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace chess::champion {

/// Values are in hundredths of a pawn. Mate in n plies is mate_value - n.
constexpr int mate_value = 30'000;

/// Returns the value of a position for the side to move, without search.
int evaluate(const Position& position);

/// What a search has found.
struct Found {
  Move move{};
  int value = 0;
  int depth = 0;
  std::int64_t nodes = 0;
  std::vector<Move> line{};  // the expected moves, its own first
};

/// When a search ends.
struct Limits {
  int depth = 1;                        // plies; at least 1
  std::int64_t nodes = 0;               // 0: no limit
  std::function<bool()> out_of_time{};  // asked every 1,024 nodes
  std::function<bool()> enough{};       // asked after each depth: whether another one would be too long
};

/// Keeps what it has learned from move to move. Not thread-safe.
class Search {
 public:
  Search();

  /// Returns the best move that was found. The match is not over.
  Found best(const Game& game, const Limits& limits);

 private:
  static constexpr int most_plies = 96;

  /// What the table knows of a position.
  struct Entry {
    std::uint64_t key = 0;
    Move move{};
    std::int16_t value = 0;
    std::int8_t depth = 0;
    std::uint8_t bound = 0;  // bit 0: at least, bit 1: at most
  };

  struct Stop {};

  int search(const Position& position, int depth, int ply, int alpha, int beta, bool may_pass);
  int quiesce(const Position& position, int ply, int alpha, int beta);
  void count_node();
  /// Returns a move and those that are expected after it, as far as the table knows them.
  std::vector<Move> line_from(Position position, Move move);
  [[nodiscard]] bool is_repeated(const Position& position) const;
  [[nodiscard]] std::vector<Move> ordered(const Position& position, Move first, int ply) const;
  Entry& entry_of(std::uint64_t key) { return table_[key & (table_.size() - 1)]; }

  std::vector<Entry> table_;
  std::vector<std::uint64_t> path_;  // keys of the positions that led here
  std::array<std::array<Move, 2>, most_plies> killers_{};
  std::array<std::array<std::int32_t, squares>, squares> history_{};
  const Limits* limits_ = nullptr;
  std::int64_t nodes_ = 0;
  Move root_move_{};
};

}  // namespace chess::champion
