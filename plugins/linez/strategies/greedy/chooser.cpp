#include "chooser.hpp"

#include <optional>

namespace linez {

namespace {

/// A line comes before everything else: it brings points and saves a drop.
constexpr double line_worth = 1e9;

/// Each region of empty cells costs so much. Without it a match brings a seventh less.
constexpr double region_cost = 40;

}  // namespace

Step GreedyChooser::best(const Board& board) const {
  const Potential potential(windows_, board);
  const Steps steps(board);
  Board after = board;
  Step best;
  std::optional<double> most;
  for (int from = 0; from < linez::cell_numbers; ++from) {
    const int number = board.at(from);
    if (number <= 0) continue;
    after.take(from);
    for (int to = 0; to < linez::cell_numbers; ++to) {
      const Step step = {from, to};
      if (board.at(to) != 0 || !steps.legal(step)) continue;
      after.put(to, number);
      double worth = 0;
      const linez::CellSet line = after.lines({&to, 1}, windows_.line());
      if (line.any()) {
        Board cleared = after;
        cleared.remove(line);
        worth = line_worth + Potential::of(windows_, cleared) - potential.total();
      } else {
        worth = potential.change(step);
      }
      // Regions take the longest to count, and can only lessen the worth.
      if (!most || worth > *most) worth -= region_cost * Steps(after).regions();
      if (!most || worth > *most) {
        most = worth;
        best = step;
      }
      after.take(to);
    }
    after.put(from, number);
  }
  return best;
}

}  // namespace linez
