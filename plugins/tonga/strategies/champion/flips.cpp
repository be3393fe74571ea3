#include "flips.hpp"

#include <algorithm>

namespace tonga::champion {

Flips::Flips(int size) : size_(size) {
  colours_.fill(2);
}

void Flips::measure(const Rows& black) {
  numbers_.fill(0);
  const auto place = [](int row, int column) { return (row + 1) * width + column + 1; };
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column)
      colours_[at(place(row, column))] = search::contains(black, row * max_size + column) ? 0 : 1;
  }
  lead_ = 0;
  visited_ = 0;
  std::size_t isles = 0;
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column) {
      const int square = place(row, column);
      if (numbers_[at(square)] != 0) continue;
      isle_ = static_cast<std::uint8_t>(isles);
      visit(square, 0);
      const int area = subtrees_[at(square)];
      areas_[isles++] = area;
      lead_ += colours_[at(square)] == 0 ? area * area : -area * area;
    }
  }
  const float root = search::signed_root(lead_);
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column) {
      const int square = place(row, column);
      const int change = worth_to_owner(square);
      worth_[at(row * max_size + column)] = colours_[at(square)] == 0 ? root - search::signed_root(lead_ - change)
                                                                      : search::signed_root(lead_ + change) - root;
    }
  }
}

int Flips::visit(int square, int from) {
  const int number = ++visited_;
  numbers_[at(square)] = static_cast<std::int16_t>(number);
  isles_[at(square)] = isle_;
  int lowest = number;
  int subtree = 1;
  int cut_off = 0;
  int cut_squares = 0;
  for (const int step : beside) {
    const int next = square + step;
    if (next == from || colours_[at(next)] != colours_[at(square)]) continue;
    if (numbers_[at(next)] != 0) {
      lowest = std::min(lowest, int{numbers_[at(next)]});
      continue;
    }
    const int reached = visit(next, square);
    const int part = subtrees_[at(next)];
    subtree += part;
    if (reached >= number) {
      cut_off += part;
      cut_squares += part * part;
    }
    lowest = std::min(lowest, reached);
  }
  subtrees_[at(square)] = static_cast<std::int16_t>(subtree);
  cut_off_[at(square)] = static_cast<std::int16_t>(cut_off);
  cut_squares_[at(square)] = cut_squares;
  return lowest;
}

int Flips::worth_to_owner(int square) const {
  const int area = area_at(square);
  const int rest = area - 1 - cut_off_[at(square)];
  const int lost = area * area - cut_squares_[at(square)] - rest * rest;
  int joined = 1;
  int before = 0;
  std::array<std::uint8_t, 4> isles{};
  std::ptrdiff_t count = 0;
  for (const int step : beside) {
    const int next = square + step;
    if (colours_[at(next)] != 1 - colours_[at(square)]) continue;
    if (std::find(isles.begin(), isles.begin() + count, isles_[at(next)]) != isles.begin() + count) continue;
    isles[at(static_cast<int>(count++))] = isles_[at(next)];
    joined += area_at(next);
    before += area_at(next) * area_at(next);
  }
  return lost + joined * joined - before;
}

}  // namespace tonga::champion
