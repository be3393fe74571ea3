// A class as contestants wrote them: names of std everywhere, globals that are never set back. The one line at its end
// is all that was added.
#include "old_habits.hpp"

int board[16][16];
int size_of_board, moves_made;

class PseudoTonga {
  vector<int> first_free() {
    if (habits() != "") return vector<int>();
    ++moves_made;
    for (int row = 0; row < size_of_board; row++)
      for (int col = 0; col < size_of_board; col++)
        if (!board[row][col]) {
          board[row][col] = 1;
          vector<int> answer;
          answer.push_back(row);
          answer.push_back(col);
          return answer;
        }
    return vector<int>();
  }

 public:
  vector<int> init(int N, int row, int col) {
    if (moves_made) return vector<int>();  // spoils the match if globals were left from the last one
    size_of_board = N;
    if (row >= 0) board[row][col] = 2;
    return first_free();
  }
  vector<int> move(int row, int col) {
    board[row][col] = 2;
    return first_free();
  }
};

AGON_TOPCODER_STRATEGY(PseudoTonga)
