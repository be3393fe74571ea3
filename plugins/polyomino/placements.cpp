#include "placements.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <random>
#include <span>

namespace polyomino {

namespace {

using Turns = std::array<std::vector<Cell>, 4>;  // of one tile of max_size, by rotation; the first square is (0, 0)

/// Returns the same random tiles in every process. Their first k squares are a random tile of size k.
template <std::size_t count>
std::array<Turns, count> grown_samples() {
  std::array<Turns, count> samples;
  std::mt19937_64 random;
  Grower grower;
  for (Turns& turns : samples) {
    for (const Cell cell : grower.grow(max_size, [&](std::uint64_t bound) { return random() % bound; })) {
      const auto opposite = [](std::int16_t value) { return static_cast<std::int16_t>(-value); };
      turns[0].push_back(cell);
      turns[1].push_back({cell.y, opposite(cell.x)});
      turns[2].push_back({opposite(cell.x), opposite(cell.y)});
      turns[3].push_back({opposite(cell.y), cell.x});
    }
  }
  return samples;
}

}  // namespace

Placements::Placements(const Match& match) : free_(match), tiles_(match.tiles().size()) {
  for (std::size_t index = 0; index < tiles_; ++index) {
    if (!match.tiles()[index].placed) held_.push_back({static_cast<int>(index)});
  }
  look(match, 0);
}

void Placements::follow(const Match& match) {
  bool covered = false;
  std::erase_if(held_, [&](const Held& held) {
    const bool placed = cover_if_placed(match, held.index);
    covered |= placed;
    return placed;
  });
  const std::size_t before = held_.size();
  for (; tiles_ < match.tiles().size(); ++tiles_) {
    const int index = static_cast<int>(tiles_);
    if (cover_if_placed(match, index)) {
      covered = true;
    } else {
      held_.push_back({index});
    }
  }
  look(match, covered ? 0 : before);
}

void Placements::look(const Match& match, std::size_t from) {
  for (std::size_t at = from; at < held_.size(); ++at) held_[at].corners = count_corners(match, held_[at].index);
  std::erase_if(held_, [](const Held& held) { return held.corners == 0; });
  corners_ = 0;
  for (const Held& held : held_) corners_ += held.corners;
}

Placement Placements::corner(const Match& match, std::uint64_t index) const {
  assert(index < corners_);
  const auto* held = held_.data();
  for (; index >= held->corners; ++held) index -= held->corners;
  for (int rotation = 0;; ++rotation) {
    const std::vector<Cell> cells = turned_cells(match, held->index, rotation);
    BitRow above;
    for (int y = 0; y < free_.height(); ++y) {
      const BitRow fits = free_.fits(cells, y);
      BitRow columns = fits;
      columns.keep_corners(above);
      above = fits;
      const auto here = static_cast<std::uint64_t>(columns.count());
      if (index >= here) {
        index -= here;
        continue;
      }
      for (; index > 0; --index) columns.drop_first();
      return {held->index, columns.first(), y, rotation};
    }
  }
}

std::vector<Cell> Placements::turned_cells(const Match& match, int index, int rotation) {
  const TileRecord& tile = match.tiles()[static_cast<std::size_t>(index)];
  std::vector<Cell> cells;
  cells.reserve(static_cast<std::size_t>(tile.size));
  for (const Cell cell : match.cells(tile)) cells.push_back(turned(cell, tile.width, tile.height, rotation));
  return cells;
}

std::uint64_t Placements::count_corners(const Match& match, int index) const {
  const TileRecord& tile = match.tiles()[static_cast<std::size_t>(index)];
  if (tile.size > match.free_squares()) return 0;
  int count = 0;
  for (int rotation = 0; rotation < rotations; ++rotation) {
    const std::vector<Cell> cells = turned_cells(match, index, rotation);
    BitRow above;
    for (int y = 0; y < free_.height(); ++y) {
      const BitRow fits = free_.fits(cells, y);
      BitRow columns = fits;
      columns.keep_corners(above);
      above = fits;
      count += columns.count();
    }
  }
  return static_cast<std::uint64_t>(count);
}

bool Placements::sample_fits(std::size_t sample, int size) const {
  static const auto samples = grown_samples<sample_count>();
  return std::ranges::any_of(samples[sample], [&](const std::vector<Cell>& turned) {
    const auto squares = std::span(turned).first(static_cast<std::size_t>(size));
    for (int y = 0; y < free_.height(); ++y) {
      if (!free_.fits(squares, y).none()) return true;
    }
    return false;
  });
}

int Placements::largest_size(const Match& match) const {
  const int most = std::min(max_size, match.free_squares());
  int largest = most;
  for (std::size_t sample = 0; sample < sample_count; ++sample) {
    int& size = sizes_[sample];
    size = measured_ ? std::min(size, most) : most;  // squares never become free
    if (size < min_size || sample_fits(sample, size)) {
      largest = std::min(largest, size);
      continue;
    }
    int fits = 0;
    while (size - fits > 1) {
      const int middle = (fits + size) / 2;
      (sample_fits(sample, middle) ? fits : size) = middle;
    }
    size = fits;
    largest = std::min(largest, size);
  }
  measured_ = true;
  return largest;
}

bool Placements::cover_if_placed(const Match& match, int index) {
  const TileRecord& tile = match.tiles()[static_cast<std::size_t>(index)];
  if (!tile.placed) return false;
  const std::vector<Cell> cells = turned_cells(match, index, tile.rotation);
  free_.cover(cells, tile.x, tile.y);
  return true;
}

}  // namespace polyomino
