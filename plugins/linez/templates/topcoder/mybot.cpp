// A class as the contest Linez wanted it: it makes the move that gives the longest row of equal numbers.
//
// Paste your old solver in its place; the first line and the last one are all that Agon needs. Globals do no harm: each
// match finds them as new. agon/topcoder/linez.hpp has the signature, 'myhost info linez' the rules.
#include <agon/topcoder/linez.hpp>

#include <algorithm>
#include <string>
#include <vector>
using namespace std;

class Linez {
 public:
  // board: rows of digits and '.'; nextThree: the numbers that fall next. Returns where to take which number, as in
  // "I8F6": the letter is the row, the digit the column from 1.
  string nextMove(vector<string> board, string nextThree) {
    static_cast<void>(nextThree);
    string best;
    int most = -1;
    for (int r = 0; r < static_cast<int>(board.size()); r++) {
      for (int c = 0; c < static_cast<int>(board[0].size()); c++) {
        if (board[size_t(r)][size_t(c)] == '.') continue;
        for (const auto& to : reachable(board, r, c)) {
          const int worth = longest(board, r, c, to.first, to.second);
          if (worth <= most) continue;
          most = worth;
          best = cell(r, c) + cell(to.first, to.second);
        }
      }
    }
    return best;
  }

 private:
  static string cell(int r, int c) { return char('A' + r) + to_string(c + 1); }

  static bool holds(const vector<string>& board, int r, int c, char what) {
    return r >= 0 && c >= 0 && r < static_cast<int>(board.size()) && c < static_cast<int>(board[0].size()) &&
           board[size_t(r)][size_t(c)] == what;
  }

  // The empty cells that the number on (r, c) can go to, near ones first.
  static vector<pair<int, int>> reachable(vector<string> board, int r, int c) {
    vector<pair<int, int>> cells = {{r, c}};
    for (size_t next = 0; next < cells.size(); next++) {
      for (const auto& step : {pair(-1, 0), pair(1, 0), pair(0, -1), pair(0, 1)}) {
        const int row = cells[next].first + step.first;
        const int column = cells[next].second + step.second;
        if (!holds(board, row, column, '.')) continue;
        board[size_t(row)][size_t(column)] = '+';
        cells.emplace_back(row, column);
      }
    }
    cells.erase(cells.begin());
    return cells;
  }

  // The longest row of equal numbers through (toR, toC) after the move. Here to begin: a row that no empty cell
  // prolongs is worth little, and a board that falls into many regions can't be put in order.
  static int longest(vector<string> board, int r, int c, int toR, int toC) {
    const char number = board[size_t(r)][size_t(c)];
    board[size_t(r)][size_t(c)] = '.';
    int best = 0;
    for (const auto& step : {pair(0, 1), pair(1, 0), pair(1, 1), pair(1, -1)}) {
      int length = 1;
      for (int k = 1; holds(board, toR + k * step.first, toC + k * step.second, number); k++) length++;
      for (int k = 1; holds(board, toR - k * step.first, toC - k * step.second, number); k++) length++;
      best = max(best, length);
    }
    return best;
  }
};

AGON_STRATEGY(agon::topcoder::Adapter<Linez>, .id = "mybot", .version = "0.1.0",
              .summary = "the longest row of equal numbers")
