#include "naive.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>

namespace polyomino::test {

namespace {

using Point = std::pair<int, int>;  // y, x
using Plane = std::set<Point>;

std::vector<Point> beside(Point point) {
  const auto [y, x] = point;
  return {{y - 1, x}, {y + 1, x}, {y, x - 1}, {y, x + 1}};
}

Picture picture_of(const Plane& shape) {
  int top = shape.begin()->first;
  int bottom = top;
  int left = shape.begin()->second;
  int right = left;
  for (const auto& [y, x] : shape) {
    top = std::min(top, y);
    bottom = std::max(bottom, y);
    left = std::min(left, x);
    right = std::max(right, x);
  }
  Picture picture;
  for (int y = top; y <= bottom; ++y) {
    picture.emplace_back();
    for (int x = left; x <= right; ++x) picture.back() += shape.contains({y, x}) ? 'X' : '.';
  }
  return picture;
}

void grow(const Plane& shape, int size, double probability, std::map<std::string, double>& found) {
  if (static_cast<int>(shape.size()) == size) {
    found[joined(picture_of(shape))] += probability;
    return;
  }
  Plane border;
  for (const Point& point : shape) {
    for (const Point& next : beside(point)) {
      if (!shape.contains(next)) border.insert(next);
    }
  }
  for (const Point& next : border) {
    Plane larger = shape;
    larger.insert(next);
    grow(larger, size, probability / static_cast<double>(border.size()), found);
  }
}

}  // namespace

std::string joined(const Picture& picture) {
  std::string text;
  for (const std::string& row : picture) text += (text.empty() ? "" : "/") + row;
  return text;
}

Picture parted(const std::string& rows) {
  Picture picture(1);
  for (const char c : rows) {
    if (c == '/') {
      picture.emplace_back();
    } else {
      picture.back() += c;
    }
  }
  return picture;
}

Picture turned_once(const Picture& picture) {
  // Read down the last column first, then the one before it.
  Picture turned;
  for (std::size_t column = picture[0].size(); column-- > 0;) {
    turned.emplace_back();
    for (const std::string& row : picture) turned.back() += row[column];
  }
  return turned;
}

int size_of(const Picture& picture) {
  int size = 0;
  for (const std::string& row : picture) size += static_cast<int>(std::count(row.begin(), row.end(), 'X'));
  return size;
}

bool is_tile(const Picture& picture) {
  Plane left;
  for (std::size_t y = 0; y < picture.size(); ++y) {
    for (std::size_t x = 0; x < picture[y].size(); ++x) {
      if (picture[y][x] == 'X') left.insert({static_cast<int>(y), static_cast<int>(x)});
    }
  }
  if (left.empty() || picture_of(left) != picture) return false;
  std::vector<Point> reached = {*left.begin()};
  left.erase(left.begin());
  while (!reached.empty()) {
    const Point point = reached.back();
    reached.pop_back();
    for (const Point& next : beside(point)) {
      if (left.erase(next) > 0) reached.push_back(next);
    }
  }
  return left.empty();
}

std::map<std::string, double> probabilities(int size) {
  std::map<std::string, double> found;
  grow({{0, 0}}, size, 1, found);
  return found;
}

double chi_square(const std::map<std::string, int>& counts, const std::map<std::string, double>& expected) {
  double all = 0;
  for (const auto& [key, count] : counts) {
    if (!expected.contains(key)) return std::numeric_limits<double>::infinity();
    all += count;
  }
  double statistic = 0;
  for (const auto& [key, probability] : expected) {
    const auto found = counts.find(key);
    const double off = (found == counts.end() ? 0 : found->second) - all * probability;
    statistic += off * off / (all * probability);
  }
  return statistic;
}

bool NaiveMatch::place(int index, int x, int y, int rotation) {
  if (index < 0 || index >= static_cast<int>(tiles.size()) || placed[static_cast<std::size_t>(index)]) return false;
  if (rotation < 0 || rotation > 3) return false;
  Picture tile = tiles[static_cast<std::size_t>(index)];
  for (int quarter = 0; quarter < rotation; ++quarter) tile = turned_once(tile);
  Picture after = board;
  for (std::size_t row = 0; row < tile.size(); ++row) {
    for (std::size_t column = 0; column < tile[row].size(); ++column) {
      const std::int64_t there_x = std::int64_t{x} + static_cast<std::int64_t>(column);
      const std::int64_t there_y = std::int64_t{y} + static_cast<std::int64_t>(row);
      // The whole bounding box lies on the board, as its outermost squares do.
      if (there_x < 0 || there_y < 0 || there_y >= static_cast<std::int64_t>(board.size()) ||
          there_x >= static_cast<std::int64_t>(board[0].size()))
        return false;
      if (tile[row][column] != 'X') continue;
      char& square = after[static_cast<std::size_t>(there_y)][static_cast<std::size_t>(there_x)];
      if (square != '.') return false;
      square = '#';
    }
  }
  board = after;
  placed[static_cast<std::size_t>(index)] = true;
  return true;
}

std::int64_t NaiveMatch::sum(bool of_placed) const {
  std::int64_t sum = 0;
  for (std::size_t index = 0; index < tiles.size(); ++index) {
    const std::int64_t size = size_of(tiles[index]);
    if (placed[index] == of_placed) sum += size * size;
  }
  return sum;
}

}  // namespace polyomino::test
