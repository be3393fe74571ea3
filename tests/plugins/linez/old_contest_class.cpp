// A class as it was written for the contest, with one line added at its end: everything of std in the open, and globals
// that nobody sets back, because each test had a process of its own. It remembers the board that it left behind;
// globals of another match would show it numbers that vanished, and it would give up.
#include "old_habits.hpp"

int N, M;
int moveCount;
vector<string> prev_board;
bool seen[20][20];
int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};

bool consistent(const vector<string>& b) {
  if (prev_board.empty()) return moveCount == 0;
  int gone = 0, changed = 0;
  REP(i, N) REP(j, M) {
    if (prev_board[i][j] == b[i][j]) continue;
    if (prev_board[i][j] == '.') continue;
    if (b[i][j] == '.')
      gone++;
    else
      changed++;
  }
  return changed == 0 && gone != 1;
}

string name(int r, int c) {
  char buf[16];
  sprintf(buf, "%c%d", 'A' + r, c + 1);
  return buf;
}

class Linez {
 public:
  string nextMove(vector<string> board, string nextThree) {
    const string wrong = habits();
    if (wrong != "") return wrong;
    N = board.size();
    M = board[0].size();
    if (!consistent(board)) {
      cerr << "lost track" << endl;
      return "lost track";
    }
    if (nextThree.size() != 3) return "not three";
    moveCount++;
    REP(i, N) REP(j, M) if (board[i][j] != '.') {
      // first reachable cell, from the end
      REP(a, 20) REP(b, 20) seen[a][b] = false;
      queue<pair<int, int> > q;
      q.push(make_pair(i, j));
      pair<int, int> last(-1, -1);
      while (!q.empty()) {
        pair<int, int> p = q.front();
        q.pop();
        REP(d, 4) {
          int r = p.first + dx[d], c = p.second + dy[d];
          if (r < 0 || c < 0 || r >= N || c >= M || seen[r][c] || board[r][c] != '.') continue;
          seen[r][c] = true;
          q.push(make_pair(r, c));
          last = max(last, make_pair(r, c));
        }
      }
      if (last.first < 0) continue;
      prev_board = board;
      swap(prev_board[i][j], prev_board[last.first][last.second]);
      return name(i, j) + name(last.first, last.second);
    }
    return "";
  }
};

AGON_TOPCODER_STRATEGY(Linez)
