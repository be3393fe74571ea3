// Looks one move ahead: makes a line if possible, otherwise the move with the highest potential for lines afterwards.
// It ignores where numbers will fall. It keeps the empty cells connected, so that numbers can reach their destinations.
#include "../board.hpp"
#include "potential.hpp"

#include <linez/linez.hpp>
#include <optional>

namespace {

using linez::Board;
using linez::Potential;
using linez::Step;
using linez::Steps;
using linez::Windows;

/// Larger than any other value: a line scores points and avoids a drop.
constexpr double line_worth = 1e9;

/// The cost of each region of empty cells. Without it, a match scores one seventh less.
constexpr double region_cost = 40;

class Greedy : public linez::Strategy {
 public:
  linez::Move move(const linez::Position& position) override {
    if (!windows_) windows_.emplace(position.rows(), position.columns(), position.line());
    return linez::move_of(best(linez::board_of(position)));
  }

 private:
  [[nodiscard]] Step best(const Board& board) const {
    const Potential potential(*windows_, board);
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
        const linez::CellSet line = after.lines({&to, 1}, windows_->line());
        if (line.any()) {
          Board cleared = after;
          cleared.remove(line);
          worth = line_worth + Potential::of(*windows_, cleared) - potential.total();
        } else {
          worth = potential.change(step);
        }
        // Counting regions takes most of the time, and can only reduce the value.
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

  std::optional<Windows> windows_;
};

}  // namespace

AGON_STRATEGY(Greedy, .id = "greedy", .version = "1.0.0",
              .summary = "one move ahead: lines first, then whatever promises most of them")
