// A class as it was written for PseudoTonga's contest, with globals: from its last square on to the first free one, as
// a knight moves if it can.
#include <vector>

using namespace std;

int board[16][16];
int board_size;
int last_row;
int last_column;

class KnightTonga {
  vector<int> put(int row, int column) {
    board[row][column] = 1;
    last_row = row;
    last_column = column;
    vector<int> answer;
    answer.push_back(row);
    answer.push_back(column);
    return answer;
  }

  vector<int> next() {
    for (int down = -2; down <= 2; down++)
      for (int right = -2; right <= 2; right++) {
        int row = last_row + down, column = last_column + right;
        if (down * down + right * right != 5 || row < 0 || column < 0 || row >= board_size || column >= board_size)
          continue;
        if (!board[row][column]) return put(row, column);
      }
    for (int row = 0; row < board_size; row++)
      for (int column = 0; column < board_size; column++)
        if (!board[row][column]) return put(row, column);
    return vector<int>();
  }

 public:
  vector<int> init(int N, int row, int column) {
    if (board_size) return vector<int>();  // globals are left from another match
    board_size = N;
    last_row = N / 2;
    if (row >= 0) board[row][column] = 1;
    return next();
  }
  vector<int> move(int row, int column) {
    board[row][column] = 1;
    return next();
  }
};

AGON_TOPCODER_STRATEGY(KnightTonga)
