// A class in the contest's manner: it makes the move after which most squares carry its digit.
//
// Put your own class in its place; the first line and the last one are all that Agon needs. Globals do no harm: each
// match finds them as new. agon/topcoder/inc.hpp has the signature, 'myhost info inc' the rules.
#include <agon/topcoder/inc.hpp>

#include <string>
#include <vector>
using namespace std;

class Inc {
 public:
  // board: rows of '1', '2', '3' and '.'; seat: our digit; turnsLeft: of all seats, this one included; inc: what a move
  // adds to the digits of its group, -1 or 1. Returns "H2T", "H2B", "V1L" or "V1R": the line, and which group changes.
  string move(vector<string> board, int seat, int turnsLeft, int inc) {
    static_cast<void>(turnsLeft);
    string best;
    int most = -1;
    for (const bool vertical : {false, true}) {
      const size_t end = vertical ? board[0].size() : board.size();
      for (size_t line = 1; line < end; line++) {
        for (const bool first : {true, false}) {
          const int worth = count(board, vertical, line, first, seat, inc);
          if (worth <= most) continue;
          most = worth;
          best = (vertical ? "V" : "H") + to_string(line) + (vertical ? (first ? "L" : "R") : (first ? "T" : "B"));
        }
      }
    }
    return best;
  }

 private:
  // Squares with our digit after the move. Here to begin: only the board at the end counts, and two others move before
  // your next turn. What will they answer?
  static int count(const vector<string>& board, bool vertical, size_t line, bool first, int seat, int inc) {
    int mine = 0;
    for (size_t r = 0; r < board.size(); r++) {
      for (size_t c = 0; c < board[r].size(); c++) {
        if (board[r][c] == '.') continue;
        int digit = board[r][c] - '0';
        if (((vertical ? c : r) < line) == first) digit = (digit - 1 + inc + 3) % 3 + 1;
        mine += digit == seat ? 1 : 0;
      }
    }
    return mine;
  }
};

AGON_STRATEGY(agon::topcoder::Adapter<Inc>, .id = "mybot", .version = "0.1.0",
              .summary = "most squares with its digit after its own move")
