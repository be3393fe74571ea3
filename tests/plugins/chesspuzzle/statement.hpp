// The statement of ChessPuzzle read word by word, slowly and without a line of the code under test: a model of the game
// that every test compares with.
#pragma once

#include <agon/random.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chesspuzzle::test {

/// Row and column.
using Place = std::pair<int, int>;
using Places = std::vector<Place>;

/// The tiles that there are.
inline constexpr std::string_view letters = "1234KBRQ";

inline std::string random_tiles(int count, agon::Random& random) {
  std::string tiles;
  for (int tile = 0; tile < count; ++tile) tiles += letters[random.below(letters.size())];
  return tiles;
}

/// Whether a removed tile ('1' .. '4', K, B, R or Q) leads from one place of a rows x columns board to another.
bool leads(char tile, Place from, Place to, int rows, int columns);

/// A board in play; each stack is a text, bottom first.
struct Model {
  int rows = 0;
  int columns = 0;
  std::vector<std::string> stacks;  // row by row
  std::vector<Place> clicks;        // so far
  char removed = '-';

  [[nodiscard]] std::string& stack(Place place) {
    return stacks[static_cast<std::size_t>(place.first * columns + place.second)];
  }
  [[nodiscard]] const std::string& stack(Place place) const {
    return stacks[static_cast<std::size_t>(place.first * columns + place.second)];
  }
  [[nodiscard]] char top(Place place) const { return stack(place).empty() ? '-' : stack(place).back(); }

  [[nodiscard]] Places places() const;
  /// The places with tiles to which `tile`, removed at `from`, leads: in ascending order.
  [[nodiscard]] Places reach(char tile, Place from) const;
  [[nodiscard]] Places legal() const;
  void click(Place place);
};

/// One of the contest's examples, as Java drew it and played it by always clicking the first legal cell, row by row
/// (see OfficialBoards.java).
struct Official {
  int seed = 0;
  int depth = 0;
  std::string tiles;  // in the order in which they were drawn
  Model model;        // before the first click
  int clicks = 0;
  Place last;
};

/// Seeds 1 to 10.
const std::vector<Official>& official_boards();

/// A model from tiles in the order of drawing.
Model model_of(int rows, int columns, int depth, const std::string& tiles);

}  // namespace chesspuzzle::test
