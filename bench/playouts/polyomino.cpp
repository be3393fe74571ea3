#include "playouts.hpp"

#include "plugins/polyomino/rules.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace {

/// Tries the squares from number `from` on, row by row, in all four rotations. Returns the square used, or the number
/// of squares if none fits.
int place_first(polyomino::Match& match, int index, int from) {
  const int squares = match.width() * match.height();
  for (int square = from; square < squares; ++square) {
    for (int rotation = 0; rotation < 4; ++rotation) {
      const int x = square % match.width();
      const int y = square / match.width();
      if (match.place(index, x, y, rotation) == polyomino::Verdict::legal) return square;
    }
  }
  return squares;
}

}  // namespace

std::uint64_t bench::polyomino_playout(std::uint64_t seed) {
  agon::Random random(seed);
  const auto between = [&](int least, int most) {
    return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  };
  const int width = between(20, 200);
  const int height = between(20, 200);
  std::vector<bool> covered(static_cast<std::size_t>(width * height));
  const int share = between(10, 70);  // percent
  for (auto&& square : covered) square = between(1, 100) <= share;
  polyomino::Match match(width, height, covered);
  polyomino::Grower grower;
  std::uint64_t actions = 0;
  constexpr int most_tiles = 10'000;
  constexpr int size = 3;
  for (int from[2] = {0, 0}, index = 0; index < most_tiles; ++index) {
    const polyomino::Shape shape =
        polyomino::boxed(grower.grow(size, [&](std::uint64_t bound) { return random.below(bound); }));
    match.request(shape);
    // Cells never become free. So no later piece of this kind fits before the last one.
    int& kind = from[shape.width == shape.height ? 1 : 0];
    kind = place_first(match, index, kind);
    actions += 2;
    if (kind == width * height) break;
  }
  return actions;
}
