// agon/topcoder/chesspuzzle.hpp - a class written for ChessPuzzle (TopCoder, NSA marathon event 2) as a plugin; see
// agon/topcoder.hpp.
//
//     class ChessPuzzle {
//      public:
//       string start(int K, vector<string> board);  // tiles of each cell, and the visible ones, row by row
//       string click(string revealed);              // the tile now on top of the cell clicked last; "-": none is left
//     };
//
// Both return the cell to click, as "ROW COL", from 0. After the last click nothing is called.
#pragma once

#include <agon/topcoder.hpp>
#include <chesspuzzle/chesspuzzle.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace agon::topcoder {

template <class Class>
class Adapter : public chesspuzzle::Strategy {
 public:
  static constexpr bool solitary = true;

  chesspuzzle::Cell click(const chesspuzzle::Position& position) override {
    if (const auto last = position.last()) {
      if (!begun_) throw Unsupported("a contest's class can't take over in the middle of a match");
      return cell("click", solver_.click(std::string(1, glyph(position.top(*last)))));
    }
    begun_ = true;
    return cell("start", solver_.start(position.depth(), board(position)));
  }

 private:
  static std::vector<std::string> board(const chesspuzzle::Position& position) {
    std::vector<std::string> rows;
    for (int row = 0; row < position.rows(); ++row) {
      std::string& tiles = rows.emplace_back();
      for (int column = 0; column < position.columns(); ++column) tiles += glyph(position.top({row, column}));
    }
    return rows;
  }

  /// Blanks around the two numbers do no harm, anything else does.
  static chesspuzzle::Cell cell(const std::string& function, const std::string& returned) {
    std::istringstream text(returned);
    chesspuzzle::Cell cell;
    if (text >> cell.row >> cell.column && (text >> std::ws).eof()) return cell;
    throw Failure(AGON_FAILED, function + "() returned '" + returned + "', not row and column as in '3 4'");
  }

  Class solver_;
  bool begun_ = false;
};

}  // namespace agon::topcoder
