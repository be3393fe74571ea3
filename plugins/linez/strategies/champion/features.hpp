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
//   nearest  of each colour, over all lines: the most of it in a window without others, and in how many windows
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

// The weights of a stage, in this order. Lines come first.
inline constexpr int stages = 3;
inline constexpr int most_total = 9;
inline constexpr auto line_base = [] {
  Table<int, side + 2> base{};
  for (int size = line_length; size <= side; ++size) base[size + 1] = base[size] + power[size];
  return base;
}();
inline constexpr int near_base = line_base[side + 1];
inline constexpr int number_base = near_base + 2 * (most_total + 1) * near_kinds;
inline constexpr int gap_base = number_base + 1024;
inline constexpr int regions_base = gap_base + 64;
inline constexpr int totals_base = regions_base + 64;
inline constexpr int filling_base = totals_base + 32;
inline constexpr int long_window = 7;
inline constexpr int window_base = filling_base + 2 * (cells + 1);
inline constexpr int long_window_base = window_base + 2 * power[line_length];
inline constexpr int pattern_base = long_window_base + power[long_window];
inline constexpr int threats_base = pattern_base + pattern_kinds * pattern_classes;
inline constexpr int nearest_base = threats_base + 11 * 5 * 4;
inline constexpr int nearest_kinds = 60;
inline constexpr int stage_size = nearest_base + 2 * (most_total + 1) * nearest_kinds;
inline constexpr int weight_count = stages * stage_size;

/// The lookup tables that features need. Built once.
struct Codes {
  Codes();
  /// By size of the line: the code read from the other end, and the kind of nearness.
  Table<std::vector<std::uint16_t>, side + 1> reversed;
  Table<std::vector<std::uint8_t>, side + 1> near;
  /// What a line adds to Nearness, by line_base and its code.
  Table<std::uint8_t, near_base> nearness;
  /// Whether a code has an own cell; those of fewer cells come first.
  Table<bool, 19683> owned;
  /// The class, under the symmetries of the square, of what is around a number or an empty cell.
  Table<std::uint16_t, 6561> around_number;
  Table<std::uint16_t, 256> around_gap;
  int number_classes = 0;
  int gap_classes = 0;
};
const Codes& codes();

/// Which colours a line holds, and where.
struct LineContent {
  int taken = 0;             // a mask of its cells; walls included
  int present = 0;           // a mask of colours
  std::uint32_t labels = 0;  // three bits for each cell: see Patterns
  Table<std::uint16_t, max_colours + 1> own{};
};

/// What the features are read from.
struct View {
  View() = default;
  explicit View(const Board& board);
  /// Takes a number off. `total` stays.
  void remove(int cell, Content colour);
  /// Returns the code of a pattern, or -1 if it contains a wall.
  [[nodiscard]] int pattern(int at) const {
    const PatternPlace place = patterns().place[at];
    if (walled && holds_wall(at)) return -1;
    const std::uint32_t labels = line[place.line].labels >> place.shift;
    if (place.line == place.other) return static_cast<int>(labels & 0x3FFFF);
    return static_cast<int>((labels & 0x1FF) | (line[place.other].labels >> place.shift & 0x1FF) << 9);
  }
  /// Returns the class of each code of a kind.
  [[nodiscard]] const std::uint16_t* classes(int kind) const { return patterns().classes[announced][kind].data(); }

  Table<LineContent, line_count> line{};
  Table<int, max_colours + 1> total{};
  Table<int, max_colours + 1> falls{};           // 1: announced
  Table<std::uint8_t, max_colours + 1> label{};  // in patterns
  Table<Cells, max_colours + 1> numbers{};       // by colour
  int announced = 0;                             // colours that labels tell
  Cells empty = 0;
  Cells walls = 0;
  bool walled = false;

 private:
  [[nodiscard]] bool holds_wall(int pattern) const;
};

/// How near each colour is to a line of five, over all lines.
class Nearness {
 public:
  Nearness() = default;
  explicit Nearness(const View& view);
  /// Counts a line's content in or, with a `sign` of -1, out.
  void count_line(int line, const LineContent& held, int sign);
  /// The active weight of a colour.
  [[nodiscard]] int at(int colour, int falls, int total) const {
    const std::uint32_t windows = windows_[colour];
    int kind = 0;
    if (windows != 0) {
      const int best = (31 - __builtin_clz(windows)) / 8;
      const auto most = static_cast<int>(windows >> 8 * best);
      const int less = best == 0 ? 0 : static_cast<int>(windows >> 8 * (best - 1) & 0xFF);
      kind = (4 * best + 4 + (most < 4 ? most - 1 : 3)) * 3 + (less == 0 ? 0 : less < 3 ? 1 : 2);
    }
    return nearest_base + (falls * (most_total + 1) + (total < most_total ? total : most_total)) * nearest_kinds + kind;
  }

 private:
  /// By colour: how many windows have one, two, three and four of its numbers, a byte each.
  Table<std::uint32_t, max_colours + 1> windows_{};
};

struct Regions {
  int count = 0;
  int largest = 0;
  int all = 0;
};
Regions regions_of(Cells empty);

/// How many pieces the cells around a cell form, joined by their sides, by a mask of those that are empty: see
/// around_rows. Only pieces beside the cell count: if there is one, filling the cell splits no region.
extern const Table<std::uint8_t, 256> pieces_around;

/// How many empty cells complete a line of five with one more number of its colour. A cell counts once for each line
/// and colour.
struct Threats {
  int open = 0;    // A number of the colour that is not among the other four can reach the cell.
  int closed = 0;  // None can.
};
Threats threats_of(const View& view);

/// Adds those of a colour in a line, by the masks of its own and of other numbers there. `reaches` says whether a
/// number that is none of a set of cells can reach a gap.
template <class Reaches>
void add_threats(const Line& line, int own, int others, Threats& found, Reaches reaches) {
  int open = 0;
  int closed = 0;
  for (int first = 0; first + line_length <= line.size; ++first) {
    const int window = 31 << first;
    const int gap = window & ~own;
    if ((window & others) != 0 || bit_counts[gap] != 1) continue;
    Cells members = 0;
    for (int place = first; place < first + line_length; ++place) members |= bit(line.cells[place]);
    (reaches(line.cells[__builtin_ctz(static_cast<unsigned>(gap))], members) ? open : closed) |= gap;
  }
  found.open += bit_counts[open];
  found.closed += bit_counts[closed & ~open];
}

/// What comes next in a position.
enum class Next {
  again,  // The seat has made a line, and moves again.
  drop,   // It has moved, and the announced numbers fall.
};

/// 0 .. stages - 1.
int stage_of(const Board& board, Next next);

/// Where the nearness weights of a colour begin.
constexpr int near_at(int falls, int total) {
  return near_base + (falls * (most_total + 1) + (total < most_total ? total : most_total)) * near_kinds;
}
/// Where those of windows of five begin.
constexpr int window_at(int falls) {
  return window_base + falls * power[line_length];
}

/// Whether a code has an own cell.
constexpr bool has_own(int code) {
  for (; code > 0; code /= 3)
    if (code % 3 == 1) return true;
  return false;
}

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
inline int filling_at(const Board& board, Next next) {
  return filling_base + (next == Next::again ? cells + 1 : 0) + board.numbers * cells / board.room;
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
void activate(const Board& board, Next next, Active& active);

}  // namespace linez::champion
