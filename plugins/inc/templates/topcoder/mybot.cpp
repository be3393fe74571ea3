// A class in the form of the contest: it makes the move after which the most squares have its digit.
//
// Replace it by your own class. Agon needs only the first line and the last one. CMakeLists.txt sets the dialect of
// C++. Global variables are reset for every match. agon/topcoder/inc.hpp documents the signature, and how a class with
// the contest's own function plays; 'myhost info inc' shows the rules.
#include <agon/topcoder/inc.hpp>

#include <sstream>
#include <string>
#include <vector>
using namespace std;

class Inc {
 public:
  // board: rows of '1', '2', '3' and '.'; seat: our digit; turnsLeft: of all seats, including this one; inc: what a
  // move adds to the digits of its group, -1 or 1. Returns "H2T", "H2B", "V1L" or "V1R": the line, and the group that
  // changes.
  string move(vector<string> board, int seat, int turnsLeft, int inc) {
    (void)turnsLeft;
    string best;
    int most = -1;
    for (int vertical = 0; vertical <= 1; vertical++) {
      const int end = int(vertical ? board[0].size() : board.size());
      for (int line = 1; line < end; line++) {
        for (int group = 0; group <= 1; group++) {  // 0: the top or left one
          const int worth = count(board, vertical == 1, line, group == 0, seat, inc);
          if (worth <= most) continue;
          most = worth;
          ostringstream text;
          text << "HV"[vertical] << line << (vertical ? "LR" : "TB")[group];
          best = text.str();
        }
      }
    }
    return best;
  }

 private:
  // Returns the number of squares with our digit after the move. Here to begin: only the final board counts, and two
  // others move before your next turn. What will they answer?
  static int count(const vector<string>& board, bool vertical, int line, bool first, int seat, int inc) {
    int mine = 0;
    for (int r = 0; r < int(board.size()); r++) {
      for (int c = 0; c < int(board[r].size()); c++) {
        if (board[r][c] == '.') continue;
        int digit = board[r][c] - '0';
        if (((vertical ? c : r) < line) == first) digit = (digit - 1 + inc + 3) % 3 + 1;
        if (digit == seat) mine++;
      }
    }
    return mine;
  }
};

AGON_TOPCODER_STRATEGY_AS(Inc, "mybot", "0.1.0", "most squares with its digit after its own move")
