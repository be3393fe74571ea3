// Warnsdorff's rule for knight's tours: moves to the cell with the fewest exits, because such cells become unreachable
// soonest. A cell without any exit ends the match and comes last. Ties are broken at random.
//
// The rule looks one click ahead, and a cell with few exits is not necessarily hard to reach again. It works for
// knights on an open board, but here it is no better than clicking at random. It is an example of a rule to improve on.
#include <agon/random.hpp>
#include <chesspuzzle/chesspuzzle.hpp>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

class Warnsdorff : public chesspuzzle::Strategy {
 public:
  explicit Warnsdorff(const agon::Session& session) : random_(session.seed()) {}

  chesspuzzle::Cell click(const chesspuzzle::Position& position) override {
    std::vector<chesspuzzle::Cell> best;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const chesspuzzle::Cell cell : position.legal()) {
      const std::size_t exits = position.reach(cell, position.top(cell)).size();
      const std::size_t rank = exits > 0 ? exits : dead_end;
      if (rank < fewest) {
        fewest = rank;
        best.clear();
      }
      if (rank == fewest) best.push_back(cell);
    }
    return best[random_.below(best.size())];
  }

 private:
  static constexpr std::size_t dead_end = 9;  // more than the maximum of 8 exits of a cell

  agon::Random random_;
};

}  // namespace

AGON_STRATEGY(Warnsdorff, .id = "warnsdorff", .version = "1.0.0",
              .summary = "the legal cell with the fewest exits, dead ends last; ties are drawn")
