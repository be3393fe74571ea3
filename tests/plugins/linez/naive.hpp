// Linez once more, in the plainest way, to hold the rules against: boards as rows of characters, paths by spreading a
// flood until nothing changes, lines by trying every start, direction and length.
#pragma once

#include "tests/support/driven_player.hpp"

#include <linez/linez.h>
#include <linez/rules.hpp>

#include <agon/random.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace linez::test {

// The built plugins, driven through their C tables.
using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<linez_observation, linez_action>;
using Player = support::Player<linez_observation, linez_action>;

/// Rows of '.' and digits.
using Rows = std::vector<std::string>;

inline std::size_t index(int number) {
  return static_cast<std::size_t>(number);
}

inline char& at(Rows& rows, int row, int column) {
  return rows[index(row)][index(column)];
}
inline char at(const Rows& rows, int row, int column) {
  return rows[index(row)][index(column)];
}
inline int height(const Rows& rows) {
  return static_cast<int>(rows.size());
}
inline int width(const Rows& rows) {
  return static_cast<int>(rows[0].size());
}

/// `text` with its rows joined by '/'.
Rows rows_of(const std::string& text);
Rows rows_of(const Board& board);
Board board_of(const Rows& rows);

/// Rows of random numbers, each cell taken with a chance of `density` in 100.
Rows random_rows(int rows, int columns, int colours, std::uint64_t density, agon::Random& random);

/// Which cells a flood from the neighbours of (row, column) over empty cells reaches.
std::vector<std::vector<bool>> flood(const Rows& rows, int row, int column);

/// All cells of all lines on the board.
std::vector<std::pair<int, int>> line_cells(const Rows& rows, int line);

/// Removes them; how many they were.
int remove_lines(Rows& rows, int line);

/// The points for a number of cells, as the statement's examples would have it: 10 for five cells, 13 for six, 17 for
/// seven, 22 for eight, ...; below five one and two less, three less, ...
int points(int cells);

/// Chance for matches, from a generator.
inline Below below(agon::Random& random) {
  return [&random](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
}

/// Chance that says what it is told, and checks that each answer is possible.
Below told(std::vector<int>& answers);

}  // namespace linez::test
