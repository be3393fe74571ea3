// agon/topcoder/linez.hpp - a class written for Linez (TopCoder Marathon Match 5) as a plugin; see agon/topcoder.hpp.
//
//     class Linez {
//      public:
//       string nextMove(vector<string> board, string nextThree);  // "I8F6": from I8 to F6
//     };
//
// `board` holds the rows from the top, a digit for a number, '.' for an empty cell; `nextThree` holds the announced
// numbers as digits. The letter in a cell's text names the row and the digit the column, or the other way round where
// the match says so (parameter letters=columns). On larger boards the contest's texts go on: letters to P, numbers to
// 16.
#pragma once

#include <agon/topcoder.hpp>
#include <cstddef>
#include <linez/linez.hpp>
#include <string>
#include <vector>

namespace agon::topcoder {

template <class Class>
class Adapter : public linez::Strategy {
 public:
  static constexpr bool solitary = true;

  linez::Move move(const linez::Position& position) override {
    const std::string returned = solver_.nextMove(rows(position), digits(position));
    std::size_t at = 0;
    const linez::Cell from = read_cell(position, returned, at);
    const linez::Cell to = read_cell(position, returned, at);
    if (at != returned.size()) fail(returned);
    return {from, to};
  }

 private:
  static std::vector<std::string> rows(const linez::Position& position) {
    std::vector<std::string> rows;
    for (int row = 0; row < position.rows(); ++row) {
      std::string text;
      for (int column = 0; column < position.columns(); ++column) text += ".123456789"[position.at({row, column})];
      rows.push_back(text);
    }
    return rows;
  }

  static std::string digits(const linez::Position& position) {
    std::string text;
    for (const int number : position.next()) text += static_cast<char>('0' + number);
    return text;
  }

  static linez::Cell read_cell(const linez::Position& position, const std::string& returned, std::size_t& at) {
    if (at >= returned.size() || returned[at] < 'A' || returned[at] > 'Z') fail(returned);
    const int letter = returned[at++] - 'A';
    int number = 0;
    std::size_t digits = 0;
    for (; digits < 2 && at < returned.size() && returned[at] >= '0' && returned[at] <= '9'; ++digits)
      number = 10 * number + (returned[at++] - '0');
    if (digits == 0) fail(returned);
    return position.letter_is_row() ? linez::Cell{letter, number - 1} : linez::Cell{number - 1, letter};
  }

  [[noreturn]] static void fail(const std::string& returned) {
    throw Failure(AGON_FAILED, "nextMove() returned '" + returned + "', not two cells as in 'I8F6'");
  }

  Class solver_;
};

}  // namespace agon::topcoder
