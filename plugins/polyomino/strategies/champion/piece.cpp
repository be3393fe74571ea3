#include "piece.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>

namespace polyomino::champion {

namespace {

/// How many squares of a tile are put in the best order for tests.
constexpr std::size_t most_spread = 32;

/// Returns the indices of the squares: the first ones each the farthest from all before it, then the others.
std::vector<std::size_t> spread(const std::vector<Square>& squares) {
  std::vector<std::size_t> order;
  std::vector<int> distances(squares.size(), std::numeric_limits<int>::max());  // from the nearest one in the order
  for (std::size_t next = 0; order.size() < std::min(most_spread, squares.size());) {
    order.push_back(next);
    for (std::size_t at = 0; at < squares.size(); ++at) {
      const int distance = std::abs(squares[at].x - squares[next].x) + std::abs(squares[at].y - squares[next].y);
      distances[at] = std::min(distances[at], distance);
    }
    next = static_cast<std::size_t>(std::ranges::max_element(distances) - distances.begin());
  }
  for (std::size_t at = 0; at < squares.size(); ++at) {
    if (distances[at] > 0) order.push_back(at);
  }
  return order;
}

bool same_squares(const Turn& one, const Turn& other) {
  std::vector<int> left = one.offsets;
  std::vector<int> right = other.offsets;
  std::ranges::sort(left);
  std::ranges::sort(right);
  return left == right;
}

}  // namespace

Piece::Piece(const Tile& tile, int stride) : index(tile.index()) {
  const std::vector<std::size_t> order = spread(tile.squares());
  for (int rotation = 0; rotation < 4; ++rotation) {
    const Tile rotated = tile.turned(rotation);
    Turn turn{rotation, rotated.width(), rotated.height()};
    for (const std::size_t at : order)
      turn.offsets.push_back(rotated.squares()[at].y * stride + rotated.squares()[at].x);
    if (std::ranges::none_of(turns, [&](const Turn& other) { return same_squares(turn, other); }))
      turns.push_back(turn);
  }
}

}  // namespace polyomino::champion
