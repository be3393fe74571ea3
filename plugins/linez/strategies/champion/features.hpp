// What a position is judged by: the weights that are active in it. Its value is their sum.
//
// Positions are judged after a move (afterstates): either the announced numbers fall next, or, after a line, the seat
// moves again. Each of the parts has its own weights for each of three stages: the seat moves again, numbers fall on a
// board that is less than 5/9 full, and on a fuller one.
//
//   lines    each whole row, column or diagonal as each colour in it sees it: empty, own or other in each cell
//   windows  five, and seven, cells of a line in the same way
//   patterns six cells in a row, or a block of 2 x 3: which are empty, equal, and of announced colours
//   threats  how many empty cells complete a line, with and without a number that can reach them, by filling
//   near     the same line and colour, by how near to a line it is and how many numbers of the colour there are
//   around   each cell with the eight around it: empty or not, and around a number also own or other
//   regions  how many regions the empty cells form, and how many cells are outside the largest
//   totals   of each colour: how many numbers there are, and whether it is announced
//   filling  how many numbers there are
//
// All lines of one length share their weights, and so do all windows: with that, learning came further in the same
// time.
#pragma once

#include "board.hpp"
#include "patterns.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace linez::champion {

/// A code of a line has one digit of base 3 for each cell: 0 empty, 1 own, 2 other. From masks of its cells:
constexpr int code_of(int taken, int own) {
  return 2 * ternary[taken] - ternary[own];
}

/// How near codes of lines are to a line of five.
inline constexpr int near_kinds = 75;

/// The lookup tables that features need. Built once.
struct Codes {
  Codes();
  /// By size of the line: the code read from the other end, and the kind of nearness.
  Table<std::vector<std::uint16_t>, side + 1> reversed;
  Table<std::vector<std::uint8_t>, side + 1> near;
  /// Whether a code of seven cells has an own one; the smaller ones come first.
  Table<bool, 2187> owned;
  /// The class, under the symmetries of the square, of what is around a number or an empty cell.
  Table<std::uint16_t, 6561> around_number;
  Table<std::uint16_t, 256> around_gap;
  int number_classes = 0;
  int gap_classes = 0;
};
const Codes& codes();

/// Which colours a line holds, and where.
struct LineContent {
  int taken = 0;    // a mask of its cells; walls included
  int present = 0;  // a mask of colours
  Table<std::uint16_t, max_colours + 1> own{};
};

/// What the features are read from.
struct View {
  View() = default;
  explicit View(const Board& board);
  /// Moves a number to an empty cell.
  void move(int from, int to, Content colour);
  Table<LineContent, line_count> line{};
  Table<int, max_colours + 1> total{};
  Table<int, max_colours + 1> falls{};      // 1: announced
  Table<Cells, max_colours + 1> numbers{};  // by colour
  Cells empty = 0;
};

struct Regions {
  int count = 0;
  int largest = 0;
  int all = 0;
};
Regions regions_of(Cells empty);

/// How many empty cells complete a line of five with one more number of its colour. A cell counts once for each line
/// and colour.
struct Threats {
  int open = 0;    // A number of the colour that is not among the other four can reach the cell.
  int closed = 0;  // None can.
};
Threats threats_of(const View& view);

// The weights of a stage, in this order. Lines come first.
inline constexpr int stages = 3;
inline constexpr int most_total = 9;
inline constexpr auto line_base = [] {
  Table<int, side + 2> base{};
  for (int size = line_length; size <= side; ++size) base[size + 1] = base[size] + power[size];
  return base;
}();
inline constexpr int near_base = line_base[side + 1];
inline constexpr int number_base = near_base + (most_total + 1) * near_kinds;
inline constexpr int gap_base = number_base + 1024;
inline constexpr int regions_base = gap_base + 64;
inline constexpr int totals_base = regions_base + 64;
inline constexpr int filling_base = totals_base + 32;
inline constexpr int long_window = 7;
inline constexpr int window_base = filling_base + 2 * (cells + 1);
inline constexpr int long_window_base = window_base + power[line_length];
inline constexpr int pattern_base = long_window_base + power[long_window];
inline constexpr int threats_base = pattern_base + pattern_kinds * pattern_classes;
inline constexpr int stage_size = threats_base + 11 * 5 * 4;
inline constexpr int weight_count = stages * stage_size;

/// 0 .. stages - 1.
int stage_of(const Board& board, bool again);

/// Where the nearness weights of a colour begin.
constexpr int near_at(int total) {
  return near_base + (total < most_total ? total : most_total) * near_kinds;
}

/// Whether a code has an own cell.
constexpr bool has_own(int code) {
  for (; code > 0; code /= 3)
    if (code % 3 == 1) return true;
  return false;
}

/// Adds to the weights of lines those of the windows in them.
void fold(const float* weights, float* folded);
int regions_at(const Regions& regions);
inline int threats_at(const Board& board, const Threats& threats) {
  const int filled = board.numbers * cells / board.room / 8;
  return threats_base + (filled * 5 + (threats.open < 4 ? threats.open : 4)) * 4 +
         (threats.closed < 3 ? threats.closed : 3);
}
/// Where the weights of a pattern's classes begin.
constexpr int pattern_at(int pattern) {
  return pattern_base + kind_of(pattern) * pattern_classes;
}
/// `numbers` on a board of 81 cells, or as much of a smaller one.
inline int filling_at(const Board& board, bool again) {
  return filling_base + (again ? cells + 1 : 0) + board.numbers * cells / board.room;
}
constexpr int totals_at(int falls, int total) {
  return totals_base + falls * 16 + (total < 15 ? total : 15);
}

/// The weights that are active in a position, each as often as it counts. Weights of codes that are mirror images are
/// equal: `mirror` is the other one, or the same.
struct Active {
  struct Weight {
    std::int32_t at = 0;
    std::int32_t mirror = 0;
  };
  int count = 0;
  Table<Weight, 3072> all;  // NOLINT(*-member-init): written before it is read
  void add(int at, int mirror) { all[count++] = {at, mirror}; }
  void add(int at) { add(at, at); }
};
void activate(const Board& board, bool again, Active& active);

}  // namespace linez::champion
