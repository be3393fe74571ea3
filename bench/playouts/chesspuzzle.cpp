#include "playouts.hpp"

#include "plugins/chesspuzzle/contest_board.hpp"

#include <agon/random.hpp>

std::uint64_t bench::chesspuzzle_playout(std::uint64_t seed) {
  chesspuzzle::JavaRandom java(seed);
  const chesspuzzle::Sizes sizes = chesspuzzle::draw_sizes(java);
  chesspuzzle::Board board(chesspuzzle::draw_stacks(java, sizes));
  agon::Random random(seed);
  while (!board.over()) board.click(board.legal()[random.below(board.legal().size())]);
  return static_cast<std::uint64_t>(board.clicks());
}
