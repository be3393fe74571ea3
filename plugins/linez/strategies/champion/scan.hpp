// Values all moves of a position, one move ahead.
//
// A move takes a number from one cell and puts it into another. What either changes is worked out once for each cell;
// the value of a move is estimated as the sum of both, corrected where one line holds both cells. The best estimates,
// and all moves that make a line, are then valued exactly.
#pragma once

#include "value.hpp"

#include <vector>

namespace linez::champion {

struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint8_t removed = 0;  // cells of the line that it makes
  float value = 0;           // of the position after it, and the bonus of its line
};

class Scan {
 public:
  /// Keeps the pointer. Windows are folded into lines: see fold().
  explicit Scan(const float* folded) : weights_(folded) {}  // NOLINT(*-member-init): look() fills the tables

  /// Fills moves() with all moves that make a line or, if there is none, the best `width` others. A line costs no drop,
  /// so that it can wait for nothing. The board has a legal move.
  void look(const Board& board, int width);

  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
  [[nodiscard]] const Move& best() const;

 private:
  /// A value for each colour; index 0 and 8 are unused.
  using PerColour = Table<float, 8>;
  /// A colour in a line, and its weights there.
  struct Present {
    int colour = 0;
    int own = 0;  // its cells, as ternary digits
    const float* codes = nullptr;
    const Table<PerColour, near_kinds>* near = nullptr;
    const std::uint8_t* kinds = nullptr;
    [[nodiscard]] float operator[](int code) const { return codes[code] + (*near)[kinds[code]][colour]; }
  };
  struct LineValues {
    Table<Present, max_colours> present;
    int count = 0;
    int taken = 0;  // as ternary digits 2
    float sum = 0;
  };
  [[nodiscard]] LineValues line_values(int line) const;

  void read_near();
  void read_line(int at);
  void read_around(int cell);
  void read_patterns();
  /// Returns the weight of a pattern with this code.
  [[nodiscard]] float pattern_value(int pattern, int code) const {
    return stage_[pattern_at(pattern) + pattern_classes_[kind_of(pattern)][code]];
  }
  void find_completions();
  void find_regions();
  void make_lines();
  void choose(int width);
  /// What a move within a line changes in it, beyond what its two cells change on their own.
  [[nodiscard]] float correction(int line, int from, int to) const;
  [[nodiscard]] Cells reach(int from) const;
  /// What a move changes in patterns that hold both of its cells, beyond what these change on their own.
  [[nodiscard]] float pattern_correction(int from, int to) const;
  void add_exact(const Move& estimated);

  /// Moves whose estimate is worse than others by more than this before its correction are not corrected.
  static constexpr float most_correction = 1;

  const float* weights_;
  const float* stage_ = nullptr;
  const Board* board_ = nullptr;
  View view_;
  float base_ = 0;                     // the value of the position itself, without regions and threats
  Table<PerColour, near_kinds> near_;  // weights of nearness
  // What changes ...
  Table<float, cells> removal_;                             // ... if a number leaves a cell
  Table<PerColour, cells> arrival_;                         // ... if a colour comes to an empty cell
  Table<Table<float, side>, line_count> line_removal_;      // the part of a line in removal_, by place
  Table<Table<PerColour, side>, line_count> line_arrival_;  // the part of a line in arrival_
  Table<LineValues, line_count> lines_;
  Table<const std::uint16_t*, pattern_kinds> pattern_classes_{};  // of all codes
  Table<std::int32_t, pattern_count> pattern_codes_;              // see PatternCodes
  Table<float, pattern_count> pattern_values_;                    // their weights
  Table<std::uint8_t, max_colours + 1> labels_;                   // by colour
  Table<Cells, max_colours + 1> completes_;                       // cells where a colour makes a line
  Table<Cells, cells> regions_;
  int region_count_ = 0;
  std::vector<Move> moves_;
};

}  // namespace linez::champion
