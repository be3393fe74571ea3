// Looks one move ahead: makes a line if possible, otherwise the move with the highest potential for lines afterwards.
// It ignores where numbers will fall. It keeps the empty cells connected, so that numbers can reach their destinations.
#include "../board.hpp"
#include "chooser.hpp"

#include <linez/linez.hpp>
#include <optional>

namespace {

class Greedy : public linez::Strategy {
 public:
  linez::Move move(const linez::Position& position) override {
    if (!chooser_) chooser_.emplace(position.rows(), position.columns(), position.line());
    return linez::move_of(chooser_->best(linez::board_of(position)));
  }

 private:
  std::optional<linez::GreedyChooser> chooser_;
};

}  // namespace

AGON_STRATEGY(Greedy, .id = "greedy", .version = "1.0.0",
              .summary = "one move ahead: lines first, then whatever promises most of them")
