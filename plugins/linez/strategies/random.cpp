// Makes a random legal move, with uniform probability: the weakest player that plays legal moves.
#include "board.hpp"

#include <agon/random.hpp>
#include <cstdint>
#include <linez/linez.hpp>

namespace {

class RandomPlayer : public linez::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  linez::Move move(const linez::Position& position) override {
    const linez::Board board = linez::board_of(position);
    const linez::Steps steps(board);
    return linez::move_of(steps.at(static_cast<int>(random_.below(static_cast<std::uint64_t>(steps.count())))));
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any legal move, drawn uniformly")
