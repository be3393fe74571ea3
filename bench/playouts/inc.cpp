#include "playouts.hpp"

#include "plugins/inc/rules.hpp"

#include <agon/random.hpp>

std::uint64_t bench::inc_playout(std::uint64_t seed) {
  agon::Random random(seed);
  const auto between = [&](int least, int most) {
    return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  };
  inc::rules::Board board(between(2, 5), between(2, 5));
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) board.set(row, column, between(0, 3));
  }
  inc::rules::Match match(board, between(3, 30), 1);
  std::uint64_t turns = 0;
  for (; !match.over(); ++turns) match.play(match.board().move(between(0, match.board().moves() - 1)));
  return turns;
}
