#include "openness.hpp"

#include "decay.hpp"

#include <algorithm>

namespace polyomino::champion {

namespace {

/// The size for which the weights of the parts are given.
constexpr int usual_size = 15;

/// Returns how many free places for tiles of `size` squares a square is part of, relative to one with free squares all
/// around.
std::int64_t room(const Openness::Around& around, int size) {
  // In hundredths, for the usual size.
  const int occupied = 36 * (4 - around.next) + 64 * (4 - around.diagonal) + 8 * (12 - around.two_away);
  return decay(std::int64_t{decay_steps} * occupied * size / (100 * usual_size));
}

}  // namespace

const std::array<Openness::Row, 2 * Openness::reach + 1> Openness::weights = {{
    {0, 25, 25, 25, 0},
    {25, 5, 1, 5, 25},
    {25, 1, free, 1, 25},
    {25, 5, 1, 5, 25},
    {0, 25, 25, 25, 0},
}};

template <int sign>
void Openness::change(std::span<const int> offsets, int square) {
  for (const int offset : offsets) {
    std::int16_t* row = codes_.data() + (square + offset - reach * stride_ - reach);
    for (const Row& weight : weights) {
      for (std::size_t at = 0; at < span; ++at) row[at] = static_cast<std::int16_t>(row[at] + sign * weight[at]);
      row += stride_;
    }
  }
}

Openness::Openness(const Grid& grid, int contact, int room)
    : stride_(grid.stride()),
      contact_(contact),
      room_(room),
      codes_(static_cast<std::size_t>(grid.square(0, grid.height() + reach)) + span) {
  const std::array<int, 1> itself{};
  for (int square = 0; square < grid.end(); ++square) {
    if (grid.free(square)) uncover(itself, square);
  }
  adapt(grid, usual_size);
}

void Openness::adapt(const Grid& grid, int size) {
  std::array<std::int64_t, 2 * free> rooms{};
  Around around;
  for (around.two_away = 0; around.two_away <= 12; ++around.two_away) {
    for (around.diagonal = 0; around.diagonal <= 4; ++around.diagonal) {
      for (around.next = 0; around.next <= 4; ++around.next) rooms[code(around)] = room(around, size);
    }
  }
  std::int64_t total = 0;
  for (const std::int16_t code : codes_) total += rooms[static_cast<std::size_t>(code)];
  const std::int64_t mean = std::max<std::int64_t>(1, total / std::max(1, grid.free_squares()));
  for (std::size_t code = free; code < values_.size(); ++code) {
    const std::int64_t next = static_cast<std::int64_t>(code - free) % 5;
    const std::int64_t value =
        contact_ * next * temperature * usual_size / size + room_ * rooms[code] * temperature / (mean * size);
    values_[code] = static_cast<int>(value / 100);
  }
}

std::int64_t Openness::loss(const Turn& turn, int square) {
  const std::int64_t before = value_around(turn, square);
  cover(turn.offsets, square);
  const std::int64_t after = value_around(turn, square);
  uncover(turn.offsets, square);
  return before - after;
}

void Openness::cover(std::span<const int> offsets, int square) {
  change<-1>(offsets, square);
}

void Openness::uncover(std::span<const int> offsets, int square) {
  change<1>(offsets, square);
}

std::int64_t Openness::value_around(const Turn& turn, int square) const {
  std::int64_t sum = 0;
  const int first = square - reach * stride_ - reach;
  for (int y = 0; y < turn.height + 2 * reach; ++y) {
    const int row = first + y * stride_;
    for (int x = 0; x < turn.width + 2 * reach; ++x) sum += value_at(row + x);
  }
  return sum;
}

}  // namespace polyomino::champion
