#include "statement.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace chesspuzzle::test {

bool leads(char tile, Place from, Place to, int rows, int columns) {
  const int down = to.first - from.first;
  const int right = to.second - from.second;
  if (down == 0 && right == 0) return false;
  const int height = std::abs(down);
  const int width = std::abs(right);
  if (tile == 'K') return (height == 1 && width == 2) || (height == 2 && width == 1);
  const bool straight = height == 0 || width == 0;
  const bool diagonal = height == width;
  if (tile >= '1' && tile <= '4') return (straight || diagonal) && std::max(height, width) == tile - '0';
  // The farthest cell: one step more in the same direction is off the board.
  const int longest = std::max(height, width);
  const int next_row = to.first + down / longest;
  const int next_column = to.second + right / longest;
  const bool farthest = next_row < 0 || next_row >= rows || next_column < 0 || next_column >= columns;
  const bool direction = (straight && tile != 'B') || (diagonal && tile != 'R');
  return direction && farthest;
}

Places Model::places() const {
  Places all;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) all.emplace_back(row, column);
  }
  return all;
}

Places Model::reach(char tile, Place from) const {
  Places found;
  for (const Place& place : places()) {
    if (!stack(place).empty() && leads(tile, from, place, rows, columns)) found.push_back(place);
  }
  return found;
}

Places Model::legal() const {
  return clicks.empty() ? places() : reach(removed, clicks.back());
}

void Model::click(Place place) {
  removed = stack(place).back();
  stack(place).pop_back();
  clicks.push_back(place);
}

Model model_of(int rows, int columns, int depth, const std::string& tiles) {
  Model model{rows, columns, {}, {}, '-'};
  for (std::size_t at = 0; at < tiles.size(); at += static_cast<std::size_t>(depth)) {
    model.stacks.push_back(tiles.substr(at, static_cast<std::size_t>(depth)));
  }
  return model;
}

const std::vector<Official>& official_boards() {
  static const std::vector<Official> boards = [] {
    std::ifstream file(CHESSPUZZLE_OFFICIAL_BOARDS);
    std::vector<Official> found;
    Official read;
    int rows = 0;
    int columns = 0;
    while (file >> read.seed >> rows >> columns >> read.depth >> read.tiles >> read.clicks >> read.last.first >>
           read.last.second) {
      read.model = model_of(rows, columns, read.depth, read.tiles);
      found.push_back(read);
    }
    if (found.size() != 10) throw std::runtime_error("official_boards.txt does not hold ten boards");
    return found;
  }();
  return boards;
}

}  // namespace chesspuzzle::test
