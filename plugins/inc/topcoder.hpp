// agon/topcoder/inc.hpp - a class in the contest's manner as a plugin for Inc; see agon/topcoder.hpp.
//
// The contest (TCO07 semifinal 3) asked for one function that plays the whole match (see inc/solve.hpp for it). A
// player of one seat is asked for a move at a time; this signature is Agon's own:
//
//     class Inc {
//      public:
//       string move(vector<string> board, int seat, int turnsLeft, int inc);
//     };
//
// board: rows of '1', '2', '3' and '.' for an empty square; seat: the class's number, 1, 2 or 3; turnsLeft: the turns
// of all seats from now on, this one included; inc: -1 or 1. It returns a move as people write it: "H2T" for the top
// group of the horizontal line after row 2, "H2B" for the bottom one, "V1L" and "V1R" for the left and right ones of
// the vertical line after column 1.
#pragma once

#include <agon/topcoder.hpp>
#include <inc/inc.hpp>
#include <string>
#include <vector>

namespace agon::topcoder {

template <class Class>
class Adapter : public inc::Strategy {
 public:
  static constexpr bool solitary = true;

  inc::Move move(const inc::Position& position) override {
    std::vector<std::string> board;
    for (int row = 0; row < position.rows(); ++row) {
      std::string& text = board.emplace_back();
      for (int column = 0; column < position.columns(); ++column) text += ".123"[position.at(row, column)];
    }
    const std::string text = solver_.move(board, position.seat() + 1, position.turns_left(), position.increment());
    return parsed(text);
  }

 private:
  /// Any line of one or two digits: the game says whether the board has it.
  static inc::Move parsed(const std::string& text) {
    if (text.size() == 3 || text.size() == 4) {
      const std::string line = text.substr(1, text.size() - 2);
      const std::string letters = {text.front(), text.back()};
      if (line.find_first_not_of("0123456789") == std::string::npos) {
        if (letters == "HT") return {inc::Axis::horizontal, std::stoi(line), inc::Group::first};
        if (letters == "HB") return {inc::Axis::horizontal, std::stoi(line), inc::Group::second};
        if (letters == "VL") return {inc::Axis::vertical, std::stoi(line), inc::Group::first};
        if (letters == "VR") return {inc::Axis::vertical, std::stoi(line), inc::Group::second};
      }
    }
    throw Failure(AGON_FAILED, "move() returned '" + text + "', which is no move: H2T, H2B, V1L and V1R are");
  }

  Class solver_;
};

}  // namespace agon::topcoder
