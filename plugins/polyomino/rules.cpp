#include "rules.hpp"

#include <algorithm>
#include <cassert>

namespace polyomino {

Shape boxed(std::span<const Cell> cells) {
  assert(!cells.empty());
  const auto [left, right] = std::ranges::minmax(cells, {}, &Cell::x);
  const auto [top, bottom] = std::ranges::minmax(cells, {}, &Cell::y);
  Shape shape{right.x - left.x + 1, bottom.y - top.y + 1, {cells.begin(), cells.end()}};
  for (Cell& cell : shape.cells) {
    cell.x = static_cast<std::int16_t>(cell.x - left.x);
    cell.y = static_cast<std::int16_t>(cell.y - top.y);
  }
  std::ranges::sort(shape.cells, [](Cell a, Cell b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  return shape;
}

void Grower::begin(int size) {
  assert(size >= 1 && size <= max_size);
  if (size > reach_) {  // the shape extends at most size - 1 squares from its first, and its border size
    reach_ = size;
    known_.assign(static_cast<std::size_t>(2 * reach_ + 1) * static_cast<std::size_t>(2 * reach_ + 1), 0);
  }
  cells_.clear();
  border_.clear();
  known(0, 0) = 1;
  add({0, 0});
}

void Grower::end() {
  for (const Cell cell : cells_) known(cell.x, cell.y) = 0;
  for (const Cell cell : border_) known(cell.x, cell.y) = 0;
}

void Grower::add(Cell cell) {
  cells_.push_back(cell);
  const auto meet = [&](int x, int y) {
    std::uint8_t& met = known(x, y);
    if (met != 0) return;
    met = 1;
    border_.push_back({static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)});
  };
  meet(cell.x, cell.y - 1);
  meet(cell.x - 1, cell.y);
  meet(cell.x + 1, cell.y);
  meet(cell.x, cell.y + 1);
}

Match::Match(int width, int height, const std::vector<bool>& covered) : width_(width), height_(height) {
  assert(width >= 1 && width <= max_side && height >= 1 && height <= max_side);
  assert(covered.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  squares_.reserve(covered.size());
  for (const bool is_covered : covered) squares_.push_back(is_covered ? covered_square : free_square);
  free_ = static_cast<int>(std::ranges::count(squares_, free_square));
}

Verdict Match::check_request(int size) const {
  if (size < min_size || size > max_size) return Verdict::bad_size;
  return tiles_.size() < max_tiles ? Verdict::legal : Verdict::no_more_tiles;
}

void Match::request(const Shape& shape) {
  const int size = static_cast<int>(shape.cells.size());
  assert(check_request(size) == Verdict::legal);
  tiles_.push_back({.size = size, .width = shape.width, .height = shape.height, .first_cell = cells_.size()});
  cells_.insert(cells_.end(), shape.cells.begin(), shape.cells.end());
  held_cost_ += std::int64_t{size} * size;
}

Verdict Match::check_placement(int index, int x, int y, int rotation) const {
  if (index < 0 || index >= static_cast<int>(tiles_.size())) return Verdict::bad_index;
  const TileRecord& tile = tiles_[static_cast<std::size_t>(index)];
  if (tile.placed) return Verdict::placed_already;
  if (rotation < 0 || rotation > 3) return Verdict::bad_rotation;
  const int columns = rotation % 2 == 0 ? tile.width : tile.height;
  const int rows = rotation % 2 == 0 ? tile.height : tile.width;
  if (x < 0 || y < 0 || x > width_ - columns || y > height_ - rows) return Verdict::off_board;
  const auto is_free = [&](Cell cell) {
    const Cell there = turned(cell, tile.width, tile.height, rotation);
    return at(x + there.x, y + there.y) == free_square;
  };
  return std::ranges::all_of(cells(tile), is_free) ? Verdict::legal : Verdict::overlap;
}

Verdict Match::place(int index, int x, int y, int rotation) {
  const Verdict verdict = check_placement(index, x, y, rotation);
  if (verdict != Verdict::legal) return verdict;
  TileRecord& tile = tiles_[static_cast<std::size_t>(index)];
  for (const Cell cell : cells(tile)) {
    const Cell there = turned(cell, tile.width, tile.height, rotation);
    squares_[static_cast<std::size_t>((y + there.y) * width_ + x + there.x)] = static_cast<std::int16_t>(index);
  }
  tile.placed = true;
  tile.x = x;
  tile.y = y;
  tile.rotation = rotation;
  const std::int64_t worth = std::int64_t{tile.size} * tile.size;
  points_ += worth;
  held_cost_ -= worth;
  free_ -= tile.size;
  return Verdict::legal;
}

}  // namespace polyomino
