// A class in the form that the contest Linez required: it makes the move that forms the longest row of equal numbers.
//
// Replace it by your old solver. Agon needs only the first line and the last one. CMakeLists.txt sets the dialect of
// C++. Global variables are reset for every match. agon/topcoder/linez.hpp documents the signature, 'myhost info linez'
// the rules.
#include <agon/topcoder/linez.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

class Linez {
 public:
  // board: rows of digits and '.'; nextThree: the numbers that fall next. Returns the move, as in "I8F6", from I8 to
  // F6: the letter is the row, the digit the column, from 1.
  string nextMove(vector<string> board, string nextThree) {
    (void)nextThree;
    string best;
    int most = -1;
    for (int r = 0; r < int(board.size()); r++) {
      for (int c = 0; c < int(board[0].size()); c++) {
        if (board[r][c] == '.') continue;
        const vector<pair<int, int> > cells = reachable(board, r, c);
        for (size_t i = 0; i < cells.size(); i++) {
          const int worth = longest(board, r, c, cells[i].first, cells[i].second);
          if (worth <= most) continue;
          most = worth;
          best = cell(r, c) + cell(cells[i].first, cells[i].second);
        }
      }
    }
    return best;
  }

 private:
  static string cell(int r, int c) {
    ostringstream text;
    text << char('A' + r) << c + 1;
    return text.str();
  }

  static bool holds(const vector<string>& board, int r, int c, char what) {
    return r >= 0 && c >= 0 && r < int(board.size()) && c < int(board[0].size()) && board[r][c] == what;
  }

  // Returns the empty cells that the number on (r, c) can reach, near ones first.
  static vector<pair<int, int> > reachable(vector<string> board, int r, int c) {
    static const int down[] = {-1, 1, 0, 0}, right[] = {0, 0, -1, 1};
    vector<pair<int, int> > cells(1, make_pair(r, c));
    for (size_t i = 0; i < cells.size(); i++) {
      for (int d = 0; d < 4; d++) {
        const int row = cells[i].first + down[d], column = cells[i].second + right[d];
        if (!holds(board, row, column, '.')) continue;
        board[row][column] = '+';
        cells.push_back(make_pair(row, column));
      }
    }
    cells.erase(cells.begin());
    return cells;
  }

  // Returns the longest row of equal numbers through (toR, toC) after the move. Here to begin: a row that no empty cell
  // can extend is worth little, and a board that is split into many regions is hard to clear.
  static int longest(vector<string> board, int r, int c, int toR, int toC) {
    static const int down[] = {0, 1, 1, 1}, right[] = {1, 0, 1, -1};
    const char number = board[r][c];
    board[r][c] = '.';
    int best = 0;
    for (int d = 0; d < 4; d++) {
      int length = 1;
      for (int k = 1; holds(board, toR + k * down[d], toC + k * right[d], number); k++) length++;
      for (int k = 1; holds(board, toR - k * down[d], toC - k * right[d], number); k++) length++;
      best = max(best, length);
    }
    return best;
  }
};

AGON_TOPCODER_STRATEGY_AS(Linez, "mybot", "0.1.0", "the longest row of equal numbers")
