#include "openness.hpp"

#include <algorithm>
#include <cmath>

namespace polyomino::champion {

int Openness::weight(int dx, int dy) {
  const int square = dx * dx + dy * dy;
  constexpr double deviation = 2;
  if (square > radius * radius) return 0;
  return static_cast<int>(std::lround(64 * std::exp(-square / (2 * deviation * deviation))));
}

int Openness::total_weight() {
  int sum = 0;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) sum += weight(dx, dy);
  }
  return sum;
}

std::int64_t Openness::potential(int free_weight) {
  const double share = static_cast<double>(free_weight) / total_weight();
  return std::llround((1 << 24) * std::exp(sharpness * (share - 1)));
}

Openness::Openness(const Position& position) : width_(position.width()), height_(position.height()) {
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      if (weight(dx, dy) > 0) neighbours_.push_back({dx, dy, weight(dx, dy)});
    }
  }
  for (int sum = 0; sum <= total_weight(); ++sum) table_.push_back(potential(sum));
  const auto squares = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  free_.resize(squares);
  free_weights_.resize(squares);
  potentials_.resize(squares);
  losses_.resize(squares);
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      if (!position.free(x, y)) continue;
      free_[index(x, y)] = true;
      for (const Neighbour near : neighbours_) {
        if (on_board(x + near.dx, y + near.dy)) free_weights_[index(x + near.dx, y + near.dy)] += near.weight;
      }
    }
  }
  update(0, 0, width_ - 1, height_ - 1);
}

std::int64_t Openness::loss(std::span<const Square> squares, int x, int y) const {
  std::int64_t sum = 0;
  for (const Square square : squares) sum += losses_[index(x + square.x, y + square.y)];
  return sum;
}

void Openness::cover(std::span<const Square> squares, int x, int y) {
  int x0 = width_;
  int y0 = height_;
  int x1 = 0;
  int y1 = 0;
  for (const Square square : squares) {
    const int column = x + square.x;
    const int row = y + square.y;
    free_[index(column, row)] = false;
    for (const Neighbour near : neighbours_) {
      if (on_board(column + near.dx, row + near.dy))
        free_weights_[index(column + near.dx, row + near.dy)] -= near.weight;
    }
    x0 = std::min(x0, column);
    y0 = std::min(y0, row);
    x1 = std::max(x1, column);
    y1 = std::max(y1, row);
  }
  update(x0 - radius, y0 - radius, x1 + radius, y1 + radius);
}

void Openness::update(int x0, int y0, int x1, int y1) {
  const auto each = [&](int margin, auto&& visit) {
    for (int y = std::max(0, y0 - margin); y <= std::min(height_ - 1, y1 + margin); ++y) {
      for (int x = std::max(0, x0 - margin); x <= std::min(width_ - 1, x1 + margin); ++x) visit(x, y, index(x, y));
    }
  };
  each(0, [&](int, int, std::size_t at) {
    potentials_[at] = free_[at] ? table_[static_cast<std::size_t>(free_weights_[at])] : 0;
  });
  each(radius, [&](int x, int y, std::size_t at) { losses_[at] = free_[at] ? computed_loss(x, y) : 0; });
}

std::int64_t Openness::computed_loss(int x, int y) const {
  // Times the total weight: its own potential, and the derivative of each potential around by the share of free
  // squares.
  std::int64_t sum = potentials_[index(x, y)] * (static_cast<std::int64_t>(table_.size()) - 1);
  for (const Neighbour near : neighbours_) {
    if (on_board(x + near.dx, y + near.dy))
      sum += sharpness * near.weight * potentials_[index(x + near.dx, y + near.dy)];
  }
  return sum;
}

}  // namespace polyomino::champion
