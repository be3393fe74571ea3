// A class in the form that the contest ChessPuzzle required: it clicks the highest stack, and dead ends last.
//
// Replace it by your old solver. Agon needs only the first line and the last one. CMakeLists.txt sets the dialect of
// C++. Global variables are reset for every match. agon/topcoder/chesspuzzle.hpp documents the signatures, 'myhost info
// chesspuzzle' the rules.
#include <agon/topcoder/chesspuzzle.hpp>

#include <sstream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

class ChessPuzzle {
 public:
  // Each cell has K tiles; board contains the top ones, row by row. Returns the first cell to click, as "ROW COL".
  string start(int K, vector<string> tiles) {
    board = tiles;
    left.assign(board.size(), vector<int>(board[0].size(), K));
    vector<pair<int, int> > cells;
    for (int r = 0; r < rows(); r++) {
      for (int c = 0; c < columns(); c++) cells.push_back(make_pair(r, c));
    }
    return choose(cells);
  }

  // revealed: the tile now on top of the cell clicked last; "-" if the cell is exhausted. Returns the next cell.
  string click(string revealed) {
    const vector<pair<int, int> > cells = reach(row, column);  // by the tile that the last click removed
    board[row][column] = revealed[0];
    vector<pair<int, int> > legal;
    for (size_t i = 0; i < cells.size(); i++) {
      if (board[cells[i].first][cells[i].second] != '-') legal.push_back(cells[i]);
    }
    return choose(legal);
  }

 private:
  // Here to begin: look several clicks ahead, as far as the tiles are visible. Cells to which few others lead soon
  // become unreachable.
  string choose(const vector<pair<int, int> >& cells) {
    int most = -1;
    for (size_t i = 0; i < cells.size(); i++) {
      const int r = cells[i].first, c = cells[i].second;
      const int worth = reach(r, c).empty() ? 0 : left[r][c];  // 0: a dead end
      if (worth <= most) continue;
      most = worth;
      row = r;
      column = c;
    }
    left[row][column]--;
    ostringstream cell;
    cell << row << " " << column;
    return cell.str();
  }

  // Returns the cells to which the tile on (r, c) leads and that still have tiles.
  vector<pair<int, int> > reach(int r, int c) {
    const char tile = board[r][c];
    vector<pair<int, int> > cells;
    for (int down = -2; down <= 2; down++) {
      for (int right = -2; right <= 2; right++) {
        const bool diagonal = down * down == right * right;
        if (tile == 'K') {
          if (down * down + right * right == 5) add(cells, r + down, c + right);
          continue;
        }
        if (down * down > 1 || right * right > 1 || (down == 0 && right == 0)) continue;
        if ((tile == 'R' && diagonal) || (tile == 'B' && !diagonal)) continue;
        int distance = tile - '0';
        if (tile > '9') {  // these move to the edge
          for (distance = 0; inside(r + (distance + 1) * down, c + (distance + 1) * right);) distance++;
        }
        if (distance > 0) add(cells, r + distance * down, c + distance * right);
      }
    }
    return cells;
  }

  void add(vector<pair<int, int> >& cells, int r, int c) {
    if (inside(r, c) && board[r][c] != '-') cells.push_back(make_pair(r, c));
  }

  int rows() { return int(board.size()); }
  int columns() { return int(board[0].size()); }
  bool inside(int r, int c) { return r >= 0 && c >= 0 && r < rows() && c < columns(); }

  vector<string> board;       // the visible tiles; '-' for an exhausted cell
  vector<vector<int> > left;  // number of tiles in each cell
  int row, column;            // clicked last
};

AGON_TOPCODER_STRATEGY_AS(ChessPuzzle, "mybot", "0.1.0", "the highest stack, dead ends last")
