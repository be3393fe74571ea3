// The contest's own opponent: three-ply minimax on area^2 * perimeter of the isles. Ties are broken at random. On an
// empty board, it takes one of the four middle squares. It has no state between moves except its random generator.
#include "../board.hpp"
#include "search.hpp"

#include <agon/random.hpp>
#include <agon/settings.hpp>
#include <array>
#include <cmath>
#include <cstddef>
#include <tonga/tonga.hpp>
#include <utility>
#include <vector>

namespace {

std::vector<int> middle_squares(int size) {
  const int upper = (size / 2 - 1) * size + size / 2 - 1;
  return {upper, upper + 1, upper + size, upper + size + 1};
}

constexpr int plies = 3;

/// Whether the lead says who will win. An isle counts by its empty neighbours, and these vanish as the board fills: in
/// matches of this strategy against itself the error of chance() falls until six tenths of the board are taken, and
/// rises from seven tenths on, up to that of a guess.
bool tells(const tonga::Board& board) {
  return 10 * board.stones() <= 7 * board.cells();
}

/// Returns the chance to win with this lead after three plies. The scale is fitted to 240 matches of this strategy
/// against itself on 6 x 6, 8 x 8 and 12 x 12.
double chance(tonga::Worth lead, int cells) {
  return 1 / (1 + std::exp(-lead / (0.1 * cells * cells)));
}

class Server : public tonga::Strategy {
 public:
  explicit Server(const agon::Session& session)
      : perimeter_(tonga::perimeter_from(session.options().text("perimeter"))), random_(session.seed()) {}

  tonga::Cell move(const tonga::Position& position) override {
    const tonga::Board board = tonga::board_of(position);
    const auto mover = static_cast<tonga::Colour>(position.mine());
    std::vector<int> best = middle_squares(board.size());
    if (board.stones() > 0) {
      tonga::Verdict verdict = tonga::best_squares(board, mover, perimeter_);
      if (tells(board)) session().report(chance(verdict.value, board.cells()), AGON_VALUE_CONTEST, plies);
      best = std::move(verdict.squares);
    }
    const int square = best[static_cast<std::size_t>(random_.below(best.size()))];
    return {square / board.size(), square % board.size()};
  }

 private:
  tonga::Perimeter perimeter_;
  agon::Random random_;
};

constexpr std::array server_options = {
    agon::choice("perimeter",
                 "of an isle: its distinct empty neighbours, its pairs of stone and empty square, or its outline",
                 "squares", "squares|edges|outline"),
};

}  // namespace

AGON_STRATEGY(Server, .id = "server", .version = "1.0.0",
              .summary = "the contest's own opponent: three plies ahead by area^2 * perimeter of the isles",
              .options = server_options)
