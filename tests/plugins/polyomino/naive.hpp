// Tiles and boards written down as pictures, and handled as slowly as the statement reads.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace polyomino::test {

/// Rows of 'X' and '.', all equally long.
using Picture = std::vector<std::string>;

std::string joined(const Picture& picture);
Picture parted(const std::string& rows);

/// Turned by 90 degrees counter-clockwise.
Picture turned_once(const Picture& picture);

/// How many 'X' there are.
int size_of(const Picture& picture);

/// Whether its squares hang together, and touch all four sides of the picture.
bool is_tile(const Picture& picture);

/// Every tile of `size` squares, as joined() writes it, with its exact probability: all ways to grow it, one by one.
std::map<std::string, double> probabilities(int size);

/// Pearson's statistic of how often each key came up, against its probability. Keys that can't come up make it
/// infinite.
double chi_square(const std::map<std::string, int>& counts, const std::map<std::string, double>& expected);

/// A match as the statement tells it.
struct NaiveMatch {
  explicit NaiveMatch(Picture start) : board(std::move(start)) {}

  /// '.' free, 'X' covered, '#' under a tile
  Picture board;
  std::vector<Picture> tiles = {};
  std::vector<bool> placed = {};

  bool place(int index, int x, int y, int rotation);
  [[nodiscard]] std::int64_t points() const { return sum(true); }
  [[nodiscard]] std::int64_t held_cost() const { return sum(false); }

 private:
  [[nodiscard]] std::int64_t sum(bool of_placed) const;
};

}  // namespace polyomino::test
