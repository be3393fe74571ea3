// Inc straight from its statement: boards as text, every sequence of moves tried, preferences compared one by one. It
// shares nothing with the rules or the tables of the game, whose moves and boards cut_of() and board_of() translate.
#pragma once

#include "tests/support/driven_player.hpp"

#include <inc/inc.h>
#include <agon/random.hpp>
#include <inc/rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace inc::test {

// The built plugins, driven through their C tables.
using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<inc_observation, inc_action>;
using Player = support::Player<inc_observation, inc_action>;

/// As much effort as any test takes.
inline constexpr std::int64_t plenty = 1'000'000'000'000;

/// The board alone, of all that the position tells.
inline std::string board_of(const Match& match) {
  const std::string text = match.position();
  return text.substr(0, text.find(' '));
}

/// Rows joined by '/', as in "12./3.1".
using Text = std::string;

/// A move as the statement tells it.
struct Cut {
  bool horizontal = true;
  int line = 1;
  bool first = true;  // the top or left group
};

/// A move of the rules, which number their moves, and a board of theirs.
inline Cut cut_of(const rules::Board& board, int number) {
  const rules::Move move = board.move(number);
  return {move.axis == rules::Axis::horizontal, move.line, move.group == rules::Group::first};
}
inline rules::Board board_of(const Text& text) {
  return rules::Board::parse(text).value();
}

std::string name_of(const Cut& cut);

/// All moves of a board, in no special order.
std::vector<Cut> cuts_of(const Text& board);

/// The board after a move.
Text cut(const Text& board, const Cut& cut, int increment);

/// The squares that hold 1, 2 and 3.
std::array<int, 3> points_of(const Text& board);

/// Whether `seat` prefers a move that leads to `end` to another one that leads to `other_end`.
bool prefers(int seat, const Cut& cut, const Text& end, const Cut& other, const Text& other_end);

/// The first legal move in the order of preference.
Cut first_cut(const Text& board);

/// What happens from a position on.
struct Ending {
  Cut cut;     // the move that is made now
  Text board;  // in the end
};

/// Tries all sequences of moves. Seats whose bit is set in `out` make the first legal move.
Ending full_tree(const Text& board, int turns, int increment, int seat, unsigned out = 0);

/// Plain backward induction over the boards that are reached, turn by turn, remembering nothing but the final boards of
/// the turn before.
class PlainTables {
 public:
  /// For a match of this many turns, in which seat 0 begins.
  PlainTables(const Text& board, int turns, int increment);

  /// Makes the table of one turn more.
  void advance();
  [[nodiscard]] int turns_left() const { return turns_left_; }
  /// The best moves of the boards with turns_left() turns left, by board; at least one turn.
  [[nodiscard]] std::map<Text, Cut> moves() const;
  /// The final board from the first board on, as if turns_left() turns were the whole match (of this remainder by 3).
  [[nodiscard]] const Text& end() const { return boards_[ends_[0]]; }
  /// All final boards, as numbers.
  [[nodiscard]] const std::vector<std::size_t>& ends() const { return ends_; }

 private:
  std::vector<Text> boards_;
  std::vector<Cut> cuts_;
  std::vector<std::vector<std::size_t>> after_;  // by board, cut
  std::vector<std::size_t> ends_;                // by board
  std::vector<std::size_t> chosen_;              // by board: the cut
  int turns_;
  int turns_left_ = 0;
};

/// The final board of a match of any length, by the period of PlainTables.
Text end_of_long_match(const Text& board, int turns, int increment);

/// A board of squares that are empty in `empty_percent` of 100 cases.
Text random_board(agon::Random& random, int rows, int columns, std::uint64_t empty_percent);

}  // namespace inc::test
