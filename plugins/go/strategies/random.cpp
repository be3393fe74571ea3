// Plays any legal move, drawn uniformly.
#include <go/go.hpp>

#include <agon/random.hpp>
#include <vector>

namespace {

class Random : public go::Strategy {
 public:
  explicit Random(const agon::Session& session) : random_(session.seed()) {}

  int move(const go::View& view) override {
    const std::vector<int> moves = view.moves();
    return moves[random_.below(moves.size())];
  }

 private:
  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(Random, .id = "random", .version = "1.0.0", .summary = "any legal move, drawn uniformly")
