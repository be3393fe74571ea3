#include "placements.hpp"

#include <algorithm>
#include <cassert>

namespace polyomino {

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
  for (std::size_t at = from; at < held_.size(); ++at) held_[at].fits = fits(match, held_[at].index);
  std::erase_if(held_, [](const Held& held) { return held.fits == 0; });
  count_ = 0;
  for (const Held& held : held_) count_ += held.fits;
}

Placement Placements::at(const Match& match, std::uint64_t index) const {
  assert(index < count_);
  const auto* held = held_.data();
  for (; index >= held->fits; ++held) index -= held->fits;
  for (int rotation = 0;; ++rotation) {
    const std::vector<Cell> cells = turned_cells(match, held->index, rotation);
    for (int y = 0; y < free_.height(); ++y) {
      BitRow columns = free_.fits(cells, y);
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

std::uint64_t Placements::fits(const Match& match, int index) const {
  const TileRecord& tile = match.tiles()[static_cast<std::size_t>(index)];
  if (tile.size > match.free_squares()) return 0;
  int count = 0;
  for (int rotation = 0; rotation < rotations; ++rotation) {
    const std::vector<Cell> cells = turned_cells(match, index, rotation);
    for (int y = 0; y < free_.height(); ++y) count += free_.fits(cells, y).count();
  }
  return static_cast<std::uint64_t>(count);
}

bool Placements::cover_if_placed(const Match& match, int index) {
  const TileRecord& tile = match.tiles()[static_cast<std::size_t>(index)];
  if (!tile.placed) return false;
  const std::vector<Cell> cells = turned_cells(match, index, tile.rotation);
  free_.cover(cells, tile.x, tile.y);
  return true;
}

}  // namespace polyomino
