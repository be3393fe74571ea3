// agon/topcoder/inc.hpp - a class in the form of the contest as a plugin for Inc; see agon/topcoder.hpp.
//
// The contest (TCO07 semifinal 3) asked for one function that returns the end of a whole match among perfect players. A
// class with this function plays one seat. The last line names the function:
//
//     class Inc {
//      public:
//       vector<string> finalBoard(vector<string> initial, int turns, int inc);
//     };
//     AGON_TOPCODER_FUNCTION(Inc, finalBoard)
//
// Why one seat: a strategy moves only for its own seat, against any strategies on the others, and the function returns
// no moves, only the end. So on each of its turns, the class is asked how the match ends after each possible move, and
// the seat makes the move with the end that it prefers, in the contest's order. If the function is correct, that is
// perfect play. With the class on all three seats, the match ends as its function predicts. For the function, the next
// player to move is player 1, so the digits are shifted accordingly, and back.
//
// A class that selects moves itself has a signature defined by Agon, and the line AGON_TOPCODER_STRATEGY(Inc):
//
//     class Inc {
//      public:
//       string move(vector<string> board, int seat, int turnsLeft, int inc);
//     };
//
// board, initial: rows of '1', '2', '3', and '.' for an empty square. seat: the class's number, 1, 2 or 3. turns,
// turnsLeft: the remaining turns of all seats, including this one. inc: -1 or 1. move() returns a move as text: "H2T"
// for the top group of the horizontal line after row 2, "H2B" for the bottom one, "V1L" and "V1R" for the left and
// right ones of the vertical line after column 1.
#pragma once

#include <inc/inc.h>
#include <agon/topcoder.hpp>

#define AGON_TOPCODER_PROTOCOL INC_PROTOCOL

namespace agon {
namespace topcoder {

/// Returns a board in the contest's notation.
inline Rows rows_of(const inc_observation& seen) {
  Rows board;
  for (int row = 0; row < seen.rows; ++row) {
    board.push_back(std::string());
    for (int column = 0; column < seen.columns; ++column)
      board.back() += ".123"[static_cast<int>(seen.cells[row * seen.columns + column])];
  }
  return board;
}

/// Adds to a digit; 3 + 1 is 1.
inline char shifted(char digit, int by) {
  return digit == '.' ? digit : static_cast<char>('1' + (digit - '1' + by % 3 + 3) % 3);
}

/// Adds to all digits.
inline Rows shifted(Rows board, int by) {
  for (std::size_t row = 0; row < board.size(); ++row) {
    for (std::size_t column = 0; column < board[row].size(); ++column)
      board[row][column] = shifted(board[row][column], by);
  }
  return board;
}

/// A class that selects moves.
template <class Class>
class Adapter {
 public:
  explicit Adapter(const agon_session&) : solver_() {}

  void turn(agon_bytes observation, agon_buffer& action) {
    const inc_observation& seen = read<inc_observation>(observation);
    Rows board = rows_of(seen);
    const std::string text = solver_.move(board, seen.seat + 1, seen.turns_left, seen.increment);
    write(parsed(text), action);
  }

 private:
  /// Accepts any line of one or two digits: the game checks whether the board has it.
  static inc_action parsed(const std::string& text) {
    const std::string lines = text.size() > 2 ? text.substr(1, text.size() - 2) : "";
    const bool number =
        (lines.size() == 1 || lines.size() == 2) && lines.find_first_not_of("0123456789") == std::string::npos;
    const std::string letters = number ? std::string(1, text[0]) + text[text.size() - 1] : "";
    if (letters != "HT" && letters != "HB" && letters != "VL" && letters != "VR")
      throw Failure(AGON_FAILED, "move() returned '" + text + "', which is no move: H2T, H2B, V1L and V1R are");
    const inc_action move = {letters[0] == 'H' ? INC_HORIZONTAL : INC_VERTICAL, std::atoi(lines.c_str()),
                             letters == "HT" || letters == "VL" ? INC_FIRST : INC_SECOND};
    return move;
  }

  Class solver_;
};

/// A class that tells how a match ends: Function has agon_end(board, turns, inc).
template <class Function>
class Foreteller {
 public:
  explicit Foreteller(const agon_session&) : function_() {}

  void turn(agon_bytes observation, agon_buffer& action) {
    const inc_observation& seen = read<inc_observation>(observation);
    const Rows board = rows_of(seen);
    inc_action best = {INC_HORIZONTAL, 0, INC_FIRST};
    int most = -1;
    // In the order in which a seat prefers moves with equally good ends.
    for (int axis = INC_HORIZONTAL; axis <= INC_VERTICAL; ++axis) {
      for (int group = INC_FIRST; group <= INC_SECOND; ++group) {
        for (int line = 1; line < (axis == INC_HORIZONTAL ? seen.rows : seen.columns); ++line) {
          const inc_action move = {axis, line, group};
          const int worth = preference(end_after(board, move, seen), seen.seat);
          if (worth <= most) continue;
          most = worth;
          best = move;
        }
      }
    }
    write(best, action);
  }

 private:
  Rows end_after(Rows board, const inc_action& move, const inc_observation& seen) {
    for (std::size_t row = 0; row < board.size(); ++row) {
      for (std::size_t column = 0; column < board[row].size(); ++column) {
        const std::size_t place = move.axis == INC_HORIZONTAL ? row : column;
        const bool first = place < static_cast<std::size_t>(move.line);
        if (first == (move.group == INC_FIRST)) board[row][column] = shifted(board[row][column], seen.increment);
      }
    }
    if (seen.turns_left == 1) return board;
    const int next = (seen.seat + 1) % INC_SEATS;
    Rows asked = shifted(board, -next);
    const Rows told = function_.agon_end(asked, seen.turns_left - 1, seen.increment);
    bool sound = told.size() == board.size();
    for (std::size_t row = 0; sound && row < told.size(); ++row)
      sound = told[row].size() == board[row].size() && told[row].find_first_not_of(".123") == std::string::npos;
    if (!sound) throw Failure(AGON_FAILED, "the contest's function returned no board of the size that it was given");
    return shifted(told, next);
  }

  /// Orders ends: first alone, then shared first, then others; then by points.
  static int preference(const Rows& board, int seat) {
    int points[INC_SEATS] = {0, 0, 0};
    for (std::size_t row = 0; row < board.size(); ++row) {
      for (int digit = 0; digit < INC_SEATS; ++digit)
        points[digit] += static_cast<int>(std::count(board[row].begin(), board[row].end(), '1' + digit));
    }
    const int other = std::max(points[(seat + 1) % INC_SEATS], points[(seat + 2) % INC_SEATS]);
    const int place = points[seat] > other ? 2 : points[seat] == other ? 1 : 0;
    return place * (INC_MAX_CELLS + 1) + points[seat];
  }

  Function function_;
};

}  // namespace topcoder
}  // namespace agon

/* The class with the contest's function, under an id, a version and a line that says how it plays. */
#define AGON_TOPCODER_FUNCTION_AS(Class, function, id, version, summary)                                     \
  struct agon_topcoder_function {                                                                            \
    Class agon_solver;                                                                                       \
    agon_topcoder_function() : agon_solver() {}                                                              \
    ::agon::topcoder::Rows agon_end(::agon::topcoder::Rows& agon_board, ::agon::topcoder::Number agon_turns, \
                                    ::agon::topcoder::Number agon_inc) {                                     \
      return agon_solver.function(agon_board, agon_turns, agon_inc);                                         \
    }                                                                                                        \
  };                                                                                                         \
  AGON_TOPCODER_PLUGIN(::agon::topcoder::Foreteller<agon_topcoder_function>, id, version, summary)

/* The class with the contest's function, under its own name. */
#define AGON_TOPCODER_FUNCTION(Class, function)                    \
  static const char agon_topcoder_id[] = AGON_TOPCODER_ID(#Class); \
  AGON_TOPCODER_FUNCTION_AS(Class, function, agon_topcoder_id, "1.0.0", "the contest's function of the class " #Class)
