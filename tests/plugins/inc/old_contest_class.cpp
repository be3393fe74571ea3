// A class in the manner of the contest, with one line added at its end: everything of std in the open, and globals that
// nobody sets back, because each test had a process of its own. It follows what can be followed between its turns: the
// turns left must fall by three each time; globals of another match would show, and it would give up.
#include "old_habits.hpp"

int M, N;
int lastTurns = -1, mySeat = -1;
vector<string> first_board;

int how_many(const vector<string>& b, char c) {
  int k = 0;
  REP(i, b.size()) k += count(ALL(b[i]), c);
  return k;
}

class Inc {
 public:
  string move(vector<string> board, int seat, int turnsLeft, int inc) {
    const string wrong = habits();
    if (wrong != "") return wrong;
    M = board.size();
    N = board[0].size();
    if (lastTurns == -1) {
      first_board = board;
      mySeat = seat;
    } else if (lastTurns - turnsLeft != 3 || mySeat != seat || how_many(board, '.') != how_many(first_board, '.')) {
      cerr << "lost track" << endl;
      return "lost track";
    }
    lastTurns = turnsLeft;
    // most squares of my own right after the move
    string best;
    int bestCount = -1;
    for (int v = 0; v < 2; v++)
      for (int k = 1; k < (v ? N : M); k++)
        for (int g = 0; g < 2; g++) {
          vector<string> b = board;
          REP(i, M)
          REP(j, N) if (b[i][j] != '.' && ((v ? j : i) < k) == (g == 0)) b[i][j] = '1' + (b[i][j] - '1' + inc + 3) % 3;
          int c = how_many(b, '0' + seat);
          if (c > bestCount) {
            bestCount = c;
            char buf[16];
            sprintf(buf, "%c%d%c", v ? 'V' : 'H', k, v ? "LR"[g] : "TB"[g]);
            best = buf;
          }
        }
    return best;
  }
};

AGON_TOPCODER_STRATEGY(Inc)
