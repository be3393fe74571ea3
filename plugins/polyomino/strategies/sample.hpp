// Tiles that a strategy grows itself, by the same rule as the game: from them it learns which sizes still fit.
#pragma once

#include "../bit_rows.hpp"
#include "../rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <polyomino/polyomino.hpp>
#include <span>
#include <vector>

namespace polyomino {

/// A tile grown by the strategy. One order of growth is a sample of every size: its first k squares are a tile of size
/// k.
class Sample {
 public:
  explicit Sample(std::span<const polyomino::Cell> growth) {
    for (const polyomino::Cell cell : growth) {
      turns_[0].push_back({cell.x, cell.y});
      turns_[1].push_back({cell.y, -cell.x});
      turns_[2].push_back({-cell.x, -cell.y});
      turns_[3].push_back({-cell.y, cell.x});
    }
  }

  /// Returns the largest size, at most `limit`, with which this sample fits on the board. Between calls, the board
  /// fills and the limit decreases, so the previous position is tried first.
  int reach(const BitRows& free, int limit) {
    limit = std::min(limit, reach_);
    const auto size = static_cast<std::size_t>(limit);
    if (fitted_ && free.free(std::span(turns_[fitted_->turn]).first(size), fitted_->x, fitted_->y)) {
      reach_ = limit;
      return reach_;
    }
    reach_ = 0;
    fitted_.reset();
    for (std::size_t turn = 0; turn < turns_.size() && reach_ < limit; ++turn) {
      for (int y = 0; y < free.height() && reach_ < limit; ++y) try_row(free, turn, y, limit);
    }
    return reach_;
  }

 private:
  struct Place {
    std::size_t turn;
    int x;
    int y;
  };

  /// Places the sample square by square, with its first one on all squares of row y at once, until it fits nowhere.
  void try_row(const BitRows& free, std::size_t turn, int y, int limit) {
    BitRow columns = free.row(y);
    if (columns.none()) return;
    int size = 1;
    for (; size < limit; ++size) {
      const Square next = turns_[turn][static_cast<std::size_t>(size)];
      const BitRow still = columns & free.row(y + next.y, next.x);
      if (still.none()) break;
      columns = still;
    }
    if (size <= reach_) return;
    reach_ = size;
    fitted_ = {turn, columns.first(), y};
  }

  std::array<std::vector<Square>, 4> turns_;
  int reach_ = POLYOMINO_MAX_SIZE;
  std::optional<Place> fitted_;
};

/// Returns `count` samples of `size` squares. `random` has below(bound).
template <class Random>
std::vector<Sample> grow_samples(std::size_t count, int size, Random& random) {
  Grower grower;
  std::vector<Sample> samples;
  while (samples.size() < count)
    samples.emplace_back(grower.grow(size, [&](std::uint64_t bound) { return random.below(bound); }));
  return samples;
}

}  // namespace polyomino
