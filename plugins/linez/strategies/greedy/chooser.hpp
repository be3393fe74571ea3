// The move that promises most, one move ahead: a line where there is one, else what windows and regions are worth.
#pragma once

#include "potential.hpp"

namespace linez {

class GreedyChooser {
 public:
  GreedyChooser(int rows, int columns, int line) : windows_(rows, columns, line) {}

  /// The best move of a board that has a legal one.
  [[nodiscard]] Step best(const Board& board) const;

 private:
  Windows windows_;
};

}  // namespace linez
