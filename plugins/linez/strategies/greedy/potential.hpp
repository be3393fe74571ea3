// The potential of a position for lines. Each window, a place where a line fits, has a higher value the more of one
// number it contains, and a lower value the more other numbers it contains.
#pragma once

#include "../../rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace linez {

/// The windows of a board's shape: `line` cells in a row, column or diagonal.
class Windows {
 public:
  Windows(int rows, int columns, int line);

  struct Window {
    int first = 0;
    int step = 0;  // distance between its adjacent cells
  };
  [[nodiscard]] const std::vector<Window>& all() const { return all_; }
  [[nodiscard]] int line() const { return line_; }
  /// Returns the windows that contain a cell, as indices into all().
  [[nodiscard]] std::span<const std::int16_t> through(int cell) const {
    return through_[static_cast<std::size_t>(cell)];
  }
  [[nodiscard]] bool contains(const Window& window, int cell) const;

 private:
  int line_;
  std::vector<Window> all_;
  std::vector<std::vector<std::int16_t>> through_;
};

/// The total value of a board's windows, and how a step would change it.
class Potential {
 public:
  /// Keeps references to both arguments.
  Potential(const Windows& windows, const Board& board);

  /// Returns the total value of a board's windows.
  static double of(const Windows& windows, const Board& board);
  [[nodiscard]] double total() const { return total_; }

  /// Returns by how much a step that makes no line would change the total.
  [[nodiscard]] double change(Step step) const;

 private:
  /// One value for each number 1 .. max_colours.
  using PerNumber = std::array<double, max_colours + 1>;

  const Windows& windows_;
  const Board& board_;
  double total_ = 0;
  // The changes of the value for one more, or one less, of a number ...
  std::vector<PerNumber> more_;  // ... in a window
  std::vector<PerNumber> less_;
  std::array<PerNumber, cell_numbers> gain_{};  // ... in all windows that contain an empty cell
  std::array<double, cell_numbers> loss_{};     // ... in all windows that contain a cell whose number is removed
};

}  // namespace linez
