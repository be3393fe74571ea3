// The strategy "neighbourly" as a class for the contest, which is told moves and keeps the board itself; see
// neighbourly.c. The adapter's header comes from the compiler's command line.
#include <vector>

using namespace std;

class Neighbourly {
  int size, board[16][16];  // 0: empty, 4: mine, 1: theirs

  int worth(int row, int column) {
    if (row < 0 || column < 0 || row >= size || column >= size) return 0;
    return board[row][column];
  }

  vector<int> best() {
    vector<int> answer;
    int most = -1;
    for (int row = 0; row < size; row++)
      for (int column = 0; column < size; column++) {
        int value = worth(row - 1, column) + worth(row + 1, column) + worth(row, column - 1) + worth(row, column + 1);
        if (board[row][column] || value <= most) continue;
        most = value;
        answer = {row, column};
      }
    board[answer[0]][answer[1]] = 4;
    return answer;
  }

 public:
  vector<int> init(int N, int row, int column) {
    size = N;
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 16; j++) board[i][j] = 0;
    if (row >= 0) board[row][column] = 1;
    return best();
  }

  vector<int> move(int row, int column) {
    board[row][column] = 1;
    return best();
  }
};

AGON_TOPCODER_STRATEGY(Neighbourly)
