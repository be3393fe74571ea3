// A class in the form that the contest PseudoTonga required: it takes the square with the most adjacent stones of its
// own.
//
// Replace it by your old solver. Agon needs only the first line and the last one. CMakeLists.txt sets the dialect of
// C++. Global variables are reset for every match. agon/topcoder/tonga.hpp documents the signatures, 'myhost info
// tonga' the rules.
#include <agon/topcoder/tonga.hpp>

#include <string>
#include <vector>
using namespace std;

class PseudoTonga {
 public:
  // Called before our first move: the board has N x N squares, and (row, col) is the other player's stone, or (-1, -1)
  // if we begin. Returns our first stone, as {row, column}, both from 0.
  vector<int> init(int N, int row, int col) {
    board.assign(N, string(N, '.'));
    return move(row, col);
  }

  // (row, col) is the other player's last stone. Returns our next one.
  vector<int> move(int row, int col) {
    if (row >= 0) board[row][col] = 'O';
    vector<int> best(2, 0);
    int most = -1;
    for (int r = 0; r < int(board.size()); r++) {
      for (int c = 0; c < int(board.size()); c++) {
        if (board[r][c] == '.' && worth(r, c) > most) {
          most = worth(r, c);
          best[0] = r;
          best[1] = c;
        }
      }
    }
    board[best[0]][best[1]] = 'X';
    return best;
  }

 private:
  // Here to begin: an isle scores the square of its size, so joining two large ones is worth more than growing a small
  // one. Then look a move ahead.
  int worth(int r, int c) { return mine(r - 1, c) + mine(r + 1, c) + mine(r, c - 1) + mine(r, c + 1); }

  int mine(int r, int c) {
    const int size = int(board.size());
    return r >= 0 && c >= 0 && r < size && c < size && board[r][c] == 'X' ? 1 : 0;
  }

  vector<string> board;  // 'X' is ours, 'O' the other player's, '.' empty
};

AGON_TOPCODER_STRATEGY_AS(PseudoTonga, "mybot", "0.1.0", "stays close to its own stones")
