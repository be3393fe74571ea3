// The value of a position by folded weights, in their steps.
#pragma once

#include "folded.hpp"

namespace linez::champion {

/// The value of a position, worked out anew.
int value_of(const Folded& weights, const Board& board, Next next);

/// What the nearness of all colours adds to it.
int nearness_value(const Folded::Stage& stage, const Nearness& nearness, const View& view);

/// What a cell and those around it add to the value.
int around_value(const Folded::Stage& stage, const Table<Content, cells + 1>& at, int cell);

/// The value of a position, and what it becomes if one of its numbers is taken off and the seat moves again.
class Thinned {
 public:
  /// `board` holds at least one number beside that which is taken off, which has this colour.
  Thinned(const Folded& weights, const Board& board, Content colour);
  [[nodiscard]] int without(int cell) const;

 private:
  const Folded::Stage& stage_;
  Board board_;
  View view_;
  Content colour_;
  Table<const std::int16_t*, max_colours + 1> lines_{};  // of each colour
  Table<int, line_count> line_values_{};
  Nearness nearness_;
  int base_ = 0;  // without regions, threats and nearness
};

}  // namespace linez::champion
