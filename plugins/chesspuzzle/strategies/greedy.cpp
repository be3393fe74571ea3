// Clicks high stacks to which few other cells lead, as long as possible.
//
// The value of a legal cell is 3 * its tiles left - its indegree: the number of cells whose visible tile leads to it.
// High stacks come first, so that all shrink evenly and the board stays connected. Between stacks of equal height, it
// prefers the one that will be harder to reach again. A cell whose tile leads nowhere ends the match, so it is chosen
// only if there is no other. Ties are broken at random.
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
  static constexpr int dead_end = 1000;  // more than the difference of any two values

  /// Returns for each cell how many cells' visible tiles lead to it.
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
