// Makes a random move, with uniform probability: the weakest opponent that plays legal moves.
#include <agon/random.hpp>
#include <cstdint>
#include <inc/inc.hpp>

namespace {

class RandomPlayer : public inc::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  inc::Move move(const inc::Position& position) override {
    return position.move_at(static_cast<int>(random_.below(static_cast<std::uint64_t>(position.move_count()))));
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0", .summary = "any move, drawn uniformly")
