// Plays any legal move, drawn uniformly.
#include <chess/chess.hpp>

#include <agon/random.hpp>
#include <cstdint>

namespace {

class Random : public chess::Strategy {
 public:
  explicit Random(const agon::Session& session) : random_(session.seed()) {}

  chess_action move(const chess::View& view) override {
    const auto count = static_cast<std::uint64_t>(view.observation().move_count);
    const std::int8_t* const move = view.observation().moves + 3 * random_.below(count);
    return {move[0], move[1], move[2]};
  }

 private:
  agon::Random random_;
};

}  // namespace

AGON_STRATEGY(Random, .id = "random", .version = "1.0.0", .summary = "any legal move, drawn uniformly")
