// agon/topcoder/linez.hpp - a class written for Linez (TopCoder Marathon Match 5) as a plugin; see agon/topcoder.hpp.
//
//     class Linez {
//      public:
//       string nextMove(vector<string> board, string nextThree);  // "I8F6": from I8 to F6
//     };
//
// `board` contains the rows from the top: a digit for a number, '.' for an empty cell. `nextThree` contains the
// announced numbers as digits. The letter in a cell's text is the row and the digit the column, or the reverse if the
// match is set so (parameter letters=columns). On larger boards, the contest's notation is extended: letters to P,
// numbers to 16.
#pragma once

#include <linez/linez.h>
#include <agon/topcoder.hpp>

#define AGON_TOPCODER_PROTOCOL LINEZ_PROTOCOL

namespace agon {
namespace topcoder {

template <class Class>
class Adapter {
 public:
  explicit Adapter(const agon_session&) : solver_() {}

  void turn(agon_bytes observation, agon_buffer& action) {
    const linez_observation& seen = read<linez_observation>(observation);
    Rows board;
    for (int row = 0; row < seen.rows; ++row) {
      board.push_back(std::string());
      for (int column = 0; column < seen.columns; ++column)
        board.back() += ".123456789"[static_cast<int>(seen.cells[row * seen.columns + column])];
    }
    std::string next;
    for (int number = 0; number < seen.drop; ++number) next += static_cast<char>('0' + seen.next[number]);
    const std::string returned = solver_.nextMove(board, next);
    linez_action move;
    const char* at = returned.c_str();
    if (!read_cell(seen, at, move.from_row, move.from_column) || !read_cell(seen, at, move.to_row, move.to_column) ||
        at != returned.c_str() + returned.size())
      throw Failure(AGON_FAILED, "nextMove() returned '" + returned + "', not two cells as in 'I8F6'");
    write(move, action);
  }

 private:
  /// Accepts a letter and a number of one or two digits. The game checks whether the board has the cell.
  static bool read_cell(const linez_observation& seen, const char*& at, int32_t& row, int32_t& column) {
    if (*at < 'A' || *at > 'Z') return false;
    const int letter = *at++ - 'A';
    const char* const begin = at;
    int number = 0;
    while (at - begin < 2 && *at >= '0' && *at <= '9') number = 10 * number + (*at++ - '0');
    const bool letter_is_row = seen.letters == LINEZ_LETTERS_ROWS;
    row = letter_is_row ? letter : number - 1;
    column = letter_is_row ? number - 1 : letter;
    return at != begin;
  }

  Class solver_;
};

}  // namespace topcoder
}  // namespace agon
