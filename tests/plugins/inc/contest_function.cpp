// The contest's function as it was written for the contest, with one line added at its end: it tries all lines of play
// and remembers what it found, in globals that it sets back for each question, because a class was asked many.
#include "old_habits.hpp"

int M, N, increment;
map<pair<VS, int>, VS> known;  // by board and turns left
int asked = 0;

int worth(const VS& b, int player) {
  int points[3] = {0, 0, 0};
  REP(i, M) REP(j, N) {
    if (b[i][j] != '.') points[b[i][j] - '1']++;
  }
  int other = max(points[(player + 1) % 3], points[(player + 2) % 3]);
  return 1000 * (points[player] > other ? 2 : points[player] == other) + points[player];
}

VS changed(VS b, int vertical, int line, int second) {
  REP(i, M) REP(j, N) {
    if (b[i][j] == '.' || ((vertical ? j : i) >= line) != second) continue;
    b[i][j] = '1' + (b[i][j] - '1' + increment + 3) % 3;
  }
  return b;
}

VS best(const VS& b, int left, int player) {
  if (left == 0) return b;
  if (known.count(MP(b, left))) return known[MP(b, left)];
  VS found;
  int most = -1;
  REP(vertical, 2) REP(second, 2) FOR(line, 1, (vertical ? N : M)) {
    VS end = best(changed(b, vertical, line, second), left - 1, (player + 1) % 3);
    if (worth(end, player) > most) most = worth(end, player), found = end;
  }
  return known[MP(b, left)] = found;
}

class Inc {
 public:
  vector<string> finalBoard(vector<string>& initial, int turns, int inc) {
    if (habits() != "") return VS();
    asked++;
    M = SZ(initial), N = SZ(initial[0]), increment = inc;
    known.clear();
    return best(initial, turns, 0);
  }
};

AGON_TOPCODER_FUNCTION(Inc, finalBoard)
