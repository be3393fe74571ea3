// What a position promises: every place where a line fits, a window, is worth the more, the more of one number it holds
// and the less of others.
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
    int step = 0;  // from each of its cells to the next
  };
  [[nodiscard]] const std::vector<Window>& all() const { return all_; }
  [[nodiscard]] int line() const { return line_; }
  /// The windows that a cell is part of, as places in all().
  [[nodiscard]] std::span<const std::int16_t> through(int cell) const {
    return through_[static_cast<std::size_t>(cell)];
  }
  [[nodiscard]] bool contains(const Window& window, int cell) const;

 private:
  int line_;
  std::vector<Window> all_;
  std::vector<std::vector<std::int16_t>> through_;
};

/// What the windows of a board are worth together, and what a step would make of it.
class Potential {
 public:
  /// Keeps a reference to both.
  Potential(const Windows& windows, const Board& board);

  /// The worth of a board's windows together.
  static double of(const Windows& windows, const Board& board);
  [[nodiscard]] double total() const { return total_; }

  /// By how much a step that makes no line would change the total.
  [[nodiscard]] double change(Step step) const;

 private:
  /// One value for each number 1 .. max_colours.
  using PerNumber = std::array<double, max_colours + 1>;

  const Windows& windows_;
  const Board& board_;
  double total_ = 0;
  // By how much one more, or one less, of a number would change the worth ...
  std::vector<PerNumber> more_;  // ... of a window
  std::vector<PerNumber> less_;
  std::array<PerNumber, cell_numbers> gain_{};  // ... of all windows through an empty cell
  std::array<double, cell_numbers> loss_{};     // ... of all windows through a cell whose number goes
};

}  // namespace linez
