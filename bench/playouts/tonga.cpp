#include "playouts.hpp"

#include "plugins/tonga/rules.hpp"

#include <agon/random.hpp>

#include <array>
#include <cstddef>
#include <numeric>

std::uint64_t bench::tonga_playout(std::uint64_t seed) {
  agon::Random random(seed);
  tonga::Board board(tonga::min_size + 2 * static_cast<int>(random.below(6)));
  std::array<int, tonga::max_cells> empty{};
  std::iota(empty.begin(), empty.end(), 0);
  for (auto left = static_cast<std::size_t>(board.cells()); left > 0; --left) {
    const std::size_t drawn = random.below(left);
    board.place(empty[drawn], board.to_move());
    empty[drawn] = empty[left - 1];
  }
  return static_cast<std::uint64_t>(board.stones());
}
