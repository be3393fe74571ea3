// A class whose author included what was needed to compile it then, and no more; with the names, macros and liberties
// of 2006 to 2010 that leaves room for. One line was added at its end.
#include <string>
#include <vector>

using namespace std;

#define N 32
#define M (N * N)
#define T template
#define S size()
#define int long long
#define end last

int left, right, prev, next, data, size, hash, empty, begin, end, move, y0, y1, j1;
int many[M], depth;
char* name = "What??!";
char top[N][N];

at_least(int x, int y) {
  return x > y ? x : y;
}

T<class C> struct Base { C kept; };
T<class C> struct Derived : Base<C> {
  C get() { return this->kept; }
};

bool habits() {
  static const double eps = 1e-9;
  int sorted[(signed)depth + 3];
  memset(sorted, -1, sizeof(sorted));
  sorted[0] = INT_MAX;
  sort(sorted, sorted + depth + 3);
  Derived<int> derived;
  derived.kept = sorted[(signed)depth + 2] * 4;
  left = right = prev = next = data = size = hash = empty = begin = end = move = y0 = y1 = j1 = at_least(1, 2);
  char text[64];
  sprintf(text, "%lld %s", derived.get(), name);
  srand((unsigned)time(NULL) ^ clock());
  return !strcmp(text, "8589934588 What??!") && fabs(-eps) < DBL_MAX && isspace(' ') && sorted[0] == -1 && left == 2;
}

int height, width, lastRow, lastCol;

bool leads(char tile, int row, int col) {
  int down = row - lastRow, right = col - lastCol, far = max(abs(down), abs(right));
  bool straight = !down || !right, diagonal = abs(down) == abs(right);
  if (far == 0) return false;
  if (tile == 'K') return abs(down * right) == 2;
  if (isdigit(tile)) return far == tile - '0' && (straight || diagonal);
  if (!(straight && tile != 'B') && !(diagonal && tile != 'R')) return false;
  int r = row + down / far, c = col + right / far;  // the next one in this direction
  return r < 0 || c < 0 || r >= height || c >= width;
}

class ChessPuzzle {
  string clicked(signed r, signed c) {
    if (!habits()) return "wrong";
    lastRow = r, lastCol = c;
    char text[32];
    sprintf(text, "%d %d", r, c);
    return text;
  }

 public:
  string start(signed K, vector<string> board) {
    if (depth) return "the globals are of another match";
    depth = K, height = board.S, width = board[0].S;
    for (int i = 0; i < height; i++) strcpy(top[i], board[i].c_str());
    return clicked(0, 0);
  }
  string click(string revealed) {
    char removed = top[lastRow][lastCol];
    top[lastRow][lastCol] = revealed[0];
    for (int i = 0; i < height; i++)
      for (int j = 0; j < width; j++)
        if (top[i][j] != '-' && leads(removed, i, j)) return clicked(i, j);
    return "no cell is left";
  }
};

#ifndef ONLINE_JUDGE
main() {
  puts(ChessPuzzle().start(1, vector<string>(1, "1")).c_str());
}
#endif

AGON_TOPCODER_STRATEGY(ChessPuzzle)
