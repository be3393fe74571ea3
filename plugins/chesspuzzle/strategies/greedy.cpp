// Clicks high stacks that few others lead to, while it can.
//
// A legal cell is worth 3 * its tiles left - its indegree, the number of cells whose visible tile leads to it. High
// stacks first, so that all go down evenly and the board stays connected; of two as high, the one that will be harder
// to come back to. A cell whose tile leads nowhere ends the match: it is taken only if all others do so, too. Ties are
// drawn.
#include <agon/random.hpp>
#include <chesspuzzle/chesspuzzle.hpp>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

using chesspuzzle::Cell;
using chesspuzzle::Position;

class Greedy : public chesspuzzle::Strategy {
 public:
  explicit Greedy(const agon::Session& session) : random_(session.seed()) {}

  Cell click(const Position& position) override {
    const std::vector<int> indegrees = indegrees_of(position);
    std::vector<Cell> best;
    int most = std::numeric_limits<int>::min();
    for (const Cell cell : position.legal()) {
      int worth = 3 * position.left(cell) - indegrees[position.index(cell)];
      if (position.reach(cell, position.top(cell)).empty()) worth -= dead_end;
      if (worth > most) {
        most = worth;
        best.clear();
      }
      if (worth == most) best.push_back(cell);
    }
    return best[random_.below(best.size())];
  }

 private:
  static constexpr int dead_end = 1000;  // more than any two worths differ by

  /// For each cell, how many cells' visible tiles lead to it.
  static std::vector<int> indegrees_of(const Position& position) {
    std::vector<int> indegrees(static_cast<std::size_t>(position.rows() * position.columns()));
    for (const Cell from : position.stocked()) {
      for (const Cell to : position.reach(from, position.top(from))) ++indegrees[position.index(to)];
    }
    return indegrees;
  }

  agon::Random random_;
};

}  // namespace

AGON_STRATEGY(Greedy, .id = "greedy", .version = "1.0.0",
              .summary = "3 * tiles left - cells that lead there, dead ends last; ties are drawn")
