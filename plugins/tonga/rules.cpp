#include "rules.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tonga {

namespace {

using Table = std::array<Board::Neighbours, max_cells>;

constexpr Table make_table(int size) {
  Table table{};
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      Board::Neighbours& entry = table[static_cast<std::size_t>(row * size + column)];
      const auto add = [&](int r, int c) {
        if (r < 0 || c < 0 || r >= size || c >= size) return;
        entry.squares[static_cast<std::size_t>(entry.count++)] = static_cast<std::int16_t>(r * size + c);
      };
      add(row - 1, column);
      add(row, column - 1);
      add(row, column + 1);
      add(row + 1, column);
    }
  }
  return table;
}

constexpr std::array<Table, max_size + 1> tables = [] {
  std::array<Table, max_size + 1> all{};
  for (int size = 1; size <= max_size; ++size) all[static_cast<std::size_t>(size)] = make_table(size);
  return all;
}();

}  // namespace

const Board::NeighbourTable& Board::neighbour_table(int size) {
  return tables[static_cast<std::size_t>(size)];
}

Board::Board(int size) : size_(size), neighbours_(&neighbour_table(size)) {
  assert(size >= 1 && size <= max_size);
}

std::size_t Board::root(int square) const {
  auto at = static_cast<std::size_t>(square);
  while (parent_[at] != static_cast<std::int16_t>(at)) {
    parent_[at] = parent_[static_cast<std::size_t>(parent_[at])];
    at = static_cast<std::size_t>(parent_[at]);
  }
  return at;
}

void Board::place(int square, Colour colour) {
  const auto cell = static_cast<std::size_t>(square);
  assert(colour != Colour::none && colours_[cell] == Colour::none);
  colours_[cell] = colour;
  parent_[cell] = static_cast<std::int16_t>(square);
  area_[cell] = 1;
  ++stones_;
  int gained = 1;
  std::size_t isle = cell;
  for (const int next : neighbours(square)) {
    if (at(next) != colour) continue;
    std::size_t joined = root(next);
    if (joined == isle) continue;
    gained += 2 * area_[isle] * area_[joined];  // (a + b)^2 - a^2 - b^2
    if (area_[joined] > area_[isle]) std::swap(joined, isle);
    parent_[joined] = static_cast<std::int16_t>(isle);
    area_[isle] = static_cast<std::int16_t>(area_[isle] + area_[joined]);
  }
  points_[static_cast<std::size_t>(colour)] += gained;
}

int Board::points_after(int square, Colour colour) const {
  std::array<std::size_t, 4> isles{};
  std::size_t count = 0;
  int area = 1;
  int before = 0;
  for (const int next : neighbours(square)) {
    if (at(next) != colour) continue;
    const std::size_t isle = root(next);
    const auto end = isles.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::find(isles.begin(), end, isle) != end) continue;
    isles[count++] = isle;
    area += area_[isle];
    before += area_[isle] * area_[isle];
  }
  return points(colour) - before + area * area;
}

}  // namespace tonga
