// Values moves of a position, one move ahead.
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
  /// Keeps the reference.
  explicit Scan(const Folded& weights) : weights_(weights) {}  // NOLINT(*-member-init): look() fills the tables

  /// Fills moves() with all moves that make a line or, if there is none, the best `width` others. A line costs no drop,
  /// so that it can wait for nothing. The board has a legal move.
  void look(const Board& board, int width);

  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
  [[nodiscard]] const Move& best() const;
  /// Returns the empty cells of the board.
  [[nodiscard]] Cells empty() const { return view_.empty; }

 private:
  /// A value for each colour; index 0 is unused.
  using PerColour = Table<int, max_colours + 1>;
  struct Estimate {
    int value = 0;
    std::uint8_t from = 0;
    std::uint8_t to = 0;
  };

  void find_regions();
  void find_completions();
  void make_lines();
  void read_line(int at);
  void read_around(int cell);
  void read_patterns();
  void choose(int width);
  void estimate(int most);
  [[nodiscard]] Cells reach(int from) const;
  /// What a move within a line changes in it, beyond what its two cells change on their own.
  [[nodiscard]] int correction(int line, int from, int to) const;
  /// What a move changes in patterns that contain both of its cells, beyond what these change on their own.
  [[nodiscard]] int pattern_correction(int from, int to) const;
  /// What a move changes in what is around cells, beyond what its two cells change on their own.
  [[nodiscard]] int around_correction(int from, int to);
  /// The regions after a move; the numbers that can reach a gap then make threats open.
  [[nodiscard]] int regions_and_threats(int from, int to) const;
  [[nodiscard]] int nearness_after(int from, int to) const;

  /// Moves whose estimate is worse than others by more than this before its correction are not corrected.
  static constexpr int most_correction = steps_a_point;
  static constexpr int unknown = INT32_MIN;

  const Folded& weights_;
  const Folded::Stage* stage_ = nullptr;
  const Board* board_ = nullptr;
  View view_;
  int base_ = 0;           // the value of the position itself, without regions and threats
  std::uint64_t hot_ = 0;  // lines with four of a colour
  Table<const std::int16_t*, max_colours + 1> lines_{};
  // What changes ...
  Table<int, cells> removal_;                               // ... if a number leaves a cell
  Table<PerColour, cells> arrival_;                         // ... if a colour comes to an empty cell
  Table<int, cells> filled_;                                // ... there by any colour; added to arrival_ in the end
  Table<Table<int, side>, line_count> line_removal_;        // the part of a line in removal_, by place
  Table<Table<PerColour, side>, line_count> line_arrival_;  // the part of a line in arrival_
  Table<int, line_count> line_sums_;
  Table<Table<const std::int16_t*, max_colours + 1>, line_count> line_entries_;
  const PatternTables* patterns_ = nullptr;
  Table<int, pattern_count> pattern_codes_;  // see View::pattern()
  Table<Cells, max_colours + 1> completes_;  // cells where a colour makes a line
  Table<Cells, cells> regions_;
  Table<int, cells> region_sizes_;
  Table<Content, cells + 1> at_;  // the board's, for trying
  int region_count_ = 0;
  Nearness nearness_;
  std::vector<Estimate> estimates_;
  std::vector<Move> moves_;
};

}  // namespace linez::champion
