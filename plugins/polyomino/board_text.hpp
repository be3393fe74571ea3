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

  /// How many squares are covered.
  [[nodiscard]] int covered_squares() const;
};

/// The rows, joined by '/'.
[[nodiscard]] std::string text_of(const Board& board);

/// Reads the rows joined by '/'. Throws agon::BadSetting, naming the row, from 1.
[[nodiscard]] Board parse_board(std::string_view rows);

/// Reads a file of one row a line; lines may end in "\r\n", and empty ones may follow the last. Throws
/// agon::BadSetting, naming the file and the line, from 1.
[[nodiscard]] Board read_board(const std::string& path);

}  // namespace polyomino
