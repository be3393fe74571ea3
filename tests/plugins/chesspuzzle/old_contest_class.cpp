// A class as it was written for the contest, with one line added at its end: everything of std in the open, and globals
// that nobody sets back, because each test had a process of its own. It knows what is left of each cell and what it
// removed from its own globals alone; globals left over from another match would lead it to illegal clicks.
#include "old_habits.hpp"

int K, H, W;
int used[20][20];
int lastRow = -1, lastCol = -1;
vector<string> grid;
bool can(char t, int r, int c) {
  if (r == lastRow && c == lastCol) return false;
  int dr = abs(r - lastRow), dc = abs(c - lastCol);
  if (t == 'K') return dr * dc == 2;
  if (isdigit(t)) return max(dr, dc) == t - '0' && (dr == dc || dr == 0 || dc == 0);
  bool straight = dr == 0 || dc == 0, diag = dr == dc;
  if (!(straight && t != 'B') && !(diag && t != 'R')) return false;
  int sr = (r > lastRow) - (r < lastRow), sc = (c > lastCol) - (c < lastCol);
  return r + sr < 0 || r + sr >= H || c + sc < 0 || c + sc >= W;
}

class ChessPuzzle {
 public:
  string go(int r, int c) {
    lastRow = r, lastCol = c;
    used[r][c]++;
    ostringstream os;
    os << r << " " << c;
    return os.str();
  }

  string start(int k, vector<string>& board) {
    const string wrong = habits();
    if (wrong != "") return wrong;
    K = k;
    grid = board;
    H = board.size(), W = board[0].size();
    return go(H / 2, W / 2);
  }

  string click(string& revealed) {
    const string wrong = habits();
    if (wrong != "") return wrong;
    if ((revealed == "-") != (used[lastRow][lastCol] == K)) return "the globals are of another match";
    char removed = grid[lastRow][lastCol];
    grid[lastRow][lastCol] = revealed[0];
    int bestR = -1, bestC = -1;
    REP(r, H) REP(c, W) {
      if (used[r][c] < K && can(removed, r, c)) {
        if (bestR < 0 || used[r][c] < used[bestR][bestC]) bestR = r, bestC = c;
      }
    }
    return go(max(bestR, 0), max(bestC, 0));
  }
};

AGON_TOPCODER_STRATEGY(ChessPuzzle)
