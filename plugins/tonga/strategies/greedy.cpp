// Takes the square that gives the largest immediate lead in points; ties are broken at random.
#include "board.hpp"

#include <agon/random.hpp>
#include <tonga/tonga.hpp>
#include <vector>

namespace {

class Greedy : public tonga::Strategy {
 public:
  explicit Greedy(const agon::Session& session) : random_(session.seed()) {}

  // A stone of its own never changes the other seat's points. So the largest lead is the maximum of its own points.
  tonga::Cell move(const tonga::Position& position) override {
    const tonga::Board board = tonga::board_of(position);
    std::vector<tonga::Cell> best;
    int most = -1;
    for (const tonga::Cell cell : position.empty()) {
      const int points = board.points_after(tonga::square_of(position, cell), board.to_move());
      if (points > most) {
        most = points;
        best.clear();
      }
      if (points == most) best.push_back(cell);
    }
    return best[random_.below(best.size())];
  }

 private:
  agon::Random random_;
};

}  // namespace

AGON_STRATEGY(Greedy, .id = "greedy", .version = "1.0.0",
              .summary = "the square that adds most points at once; ties are drawn")
