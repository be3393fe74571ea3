// A board as text: rows of 'X' (covered) and '.' (free), in a parameter or in a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polyomino {

/// A board before the first tile.
struct Board {
  int width = 0;
  int height = 0;
  std::vector<bool> covered = {};  // height rows of `width` squares

  /// Returns the number of covered squares.
  [[nodiscard]] int covered_squares() const;
};

/// Returns the rows, joined by '/'.
[[nodiscard]] std::string text_of(const Board& board);

/// Parses rows joined by '/'. Throws agon::BadSetting with the number of the row, from 1.
[[nodiscard]] Board parse_board(std::string_view rows);

/// Reads a file with one row per line. Lines may end in "\r\n", and empty lines may follow the last row. Throws
/// agon::BadSetting with the file's name and the number of the line, from 1.
[[nodiscard]] Board read_board(const std::string& path);

}  // namespace polyomino
