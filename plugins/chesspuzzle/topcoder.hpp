// agon/topcoder/chesspuzzle.hpp - a class written for ChessPuzzle (TopCoder, NSA marathon event 2) as a plugin; see
// agon/topcoder.hpp.
//
//     class ChessPuzzle {
//      public:
//       string start(int K, vector<string> board);  // tiles of each cell, and the visible ones, row by row
//       string click(string revealed);              // the tile now on top of the cell clicked last; "-": none is left
//     };
//
// Both return the cell to click, as "ROW COL", from 0. After the last click, no function is called.
#pragma once

#include <chesspuzzle/chesspuzzle.h>
#include <agon/topcoder.hpp>

#define AGON_TOPCODER_PROTOCOL CHESSPUZZLE_PROTOCOL

namespace agon {
namespace topcoder {

template <class Class>
class Adapter {
 public:
  explicit Adapter(const agon_session&) : solver_(), begun_(false) {}

  void turn(agon_bytes observation, agon_buffer& action) {
    const chesspuzzle_observation& seen = read<chesspuzzle_observation>(observation);
    if (seen.clicks > 0) {
      if (!begun_) throw no_newcomer();
      std::string revealed(1, glyph(seen, seen.last_row, seen.last_column));
      write(cell("click", solver_.click(revealed)), action);
      return;
    }
    begun_ = true;
    Rows board;
    for (int row = 0; row < seen.rows; ++row) {
      board.push_back(std::string());
      for (int column = 0; column < seen.columns; ++column) board.back() += glyph(seen, row, column);
    }
    write(cell("start", solver_.start(seen.depth, board)), action);
  }

 private:
  static char glyph(const chesspuzzle_observation& seen, int row, int column) {
    return "-1234KBRQ"[static_cast<int>(seen.top[row * seen.columns + column])];
  }

  /// Blanks around the two numbers are allowed; any other character is an error.
  static chesspuzzle_action cell(const char* function, const std::string& returned) {
    chesspuzzle_action cell;
    const char* at = returned.c_str();
    if (read_number(at, cell.row) && std::isspace(static_cast<unsigned char>(*at)) && read_number(at, cell.column)) {
      while (std::isspace(static_cast<unsigned char>(*at))) ++at;
      if (at == returned.c_str() + returned.size()) return cell;
    }
    throw Failure(AGON_FAILED,
                  std::string(function) + "() returned '" + returned + "', not row and column as in '3 4'");
  }

  Class solver_;
  bool begun_;
};

}  // namespace topcoder
}  // namespace agon
