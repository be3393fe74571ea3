#include "rules.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace chesspuzzle {

namespace {

struct Step {
  int down;
  int right;
};

// Clockwise from the top: straight directions are even, diagonal ones odd.
constexpr std::array<Step, 8> directions = {{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};

constexpr std::array<Step, 8> knight_moves = {{{-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}}};

/// Returns how many steps of `step` (-1, 0 or 1) fit between `at` and the end of a side of `size` cells.
constexpr int room(int at, int step, int size) {
  if (step == 0) return max_side;  // larger than any other: the other axis decides
  return step < 0 ? at : size - 1 - at;
}

}  // namespace

Board::Board(Stacks stacks) : stacks_(std::move(stacks)), legal_count_(stacks_.rows * stacks_.columns) {
  assert(stacks_.rows >= 1 && stacks_.rows <= max_side && stacks_.columns >= 1 && stacks_.columns <= max_side);
  assert(stacks_.depth >= 1 && stacks_.depth <= max_depth);
  assert(stacks_.tiles.size() == static_cast<std::size_t>(tiles()));
  for (int cell = 0; cell < cells(); ++cell) {
    legal_[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(cell);
    left_[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(stacks_.depth);
  }
}

Board::Board(Stacks stacks, const Progress& progress) : Board(std::move(stacks)) {
  left_ = progress.left;
  clicks_ = progress.clicks;
  last_ = progress.last;
  removed_ = progress.removed;
  if (last_ >= 0) find_legal();
}

Kind Board::top(int cell) const {
  const int height = left(cell);
  if (height == 0) return Kind::none;
  return stacks_.tiles[static_cast<std::size_t>(cell * depth() + height - 1)];
}

bool Board::legal(int cell) const {
  return std::ranges::find(legal(), cell) != legal().end();
}

void Board::click(int cell) {
  assert(legal(cell));
  removed_ = top(cell);
  last_ = cell;
  ++clicks_;
  --left_[static_cast<std::size_t>(cell)];
  find_legal();
}

void Board::add_if_legal(int row, int column) {
  if (row < 0 || column < 0 || row >= rows() || column >= columns()) return;
  const int cell = row * columns() + column;
  if (left(cell) > 0) legal_[static_cast<std::size_t>(legal_count_++)] = static_cast<std::int16_t>(cell);
}

void Board::find_legal() {
  legal_count_ = 0;
  const int row = last_ / columns();
  const int column = last_ % columns();
  if (removed_ == Kind::knight) {
    for (const Step& move : knight_moves) add_if_legal(row + move.down, column + move.right);
    return;
  }
  const bool rider = removed_ > Kind::knight;
  const std::size_t first = removed_ == Kind::bishop ? 1 : 0;
  const std::size_t stride = removed_ == Kind::bishop || removed_ == Kind::rook ? 2 : 1;
  for (std::size_t at = first; at < directions.size(); at += stride) {
    const Step& step = directions[at];
    const int farthest = std::min(room(row, step.down, rows()), room(column, step.right, columns()));
    const int distance = rider ? farthest : static_cast<int>(removed_);
    // At the edge, a rider reaches nothing: distance 0 would be the cell itself.
    if (distance > 0) add_if_legal(row + distance * step.down, column + distance * step.right);
  }
}

}  // namespace chesspuzzle
