// A class as the contest ChessPuzzle wanted it: it clicks the highest stack, and dead ends last.
//
// Paste your old solver in its place; the first line and the last one are all that Agon needs, and CMakeLists.txt names
// the dialect of C++. Globals do no harm: each match finds them as new. agon/topcoder/chesspuzzle.hpp has the
// signatures, 'myhost info chesspuzzle' the rules.
#include <agon/topcoder/chesspuzzle.hpp>

#include <sstream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

class ChessPuzzle {
 public:
  // K tiles lie on each cell; board shows the upper ones, row by row. Returns the first cell to click, as "ROW COL".
  string start(int K, vector<string> tiles) {
    board = tiles;
    left.assign(board.size(), vector<int>(board[0].size(), K));
    vector<pair<int, int> > cells;
    for (int r = 0; r < rows(); r++) {
      for (int c = 0; c < columns(); c++) cells.push_back(make_pair(r, c));
    }
    return choose(cells);
  }

  // revealed: the tile now on top of the cell clicked last; "-": none is left there. Returns the next cell.
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
  // Here to begin: look several clicks ahead, as far as the tiles are visible. Cells that few others lead to are soon
  // out of reach.
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

  // The cells that the tile on (r, c) leads to and that still have tiles.
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
        if (tile > '9') {  // they go to the edge
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

  vector<string> board;       // the visible tiles; '-' where none is left
  vector<vector<int> > left;  // tiles of each cell
  int row, column;            // clicked last
};

AGON_TOPCODER_STRATEGY_AS(ChessPuzzle, "mybot", "0.1.0", "the highest stack, dead ends last")
