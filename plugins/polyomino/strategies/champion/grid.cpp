#include "grid.hpp"

namespace polyomino::champion {

Grid::Grid(const Position& position) : width_(position.width()), height_(position.height()) {
  // Beyond the board: what the last words of a test read.
  const auto bytes = static_cast<std::size_t>(square(0, height_ + margin)) / 8 + 64;
  for (std::vector<std::uint8_t>& copy : copies_) copy.assign(bytes, 0);
  const std::array<int, 1> itself{};
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      if (position.free(x, y)) flip(itself, square(x, y));
    }
  }
}

void Grid::flip(std::span<const int> offsets, int square) {
  const bool was_free = free(square + offsets.front());
  for (const int offset : offsets) {
    for (std::size_t copy = 0; copy < copies_.size(); ++copy) {
      const std::size_t bit = static_cast<std::size_t>(square + offset) - copy;
      copies_[copy][bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
  }
  const int count = static_cast<int>(offsets.size());
  free_squares_ += was_free ? -count : count;
}

}  // namespace polyomino::champion
