// A class as the contest ChessPuzzle wanted it: it clicks the highest stack, and dead ends last.
//
// Paste your old solver in its place; the first line and the last one are all that Agon needs. Globals do no harm: each
// match finds them as new. agon/topcoder/chesspuzzle.hpp has the signatures, 'myhost info chesspuzzle' the rules.
#include <agon/topcoder/chesspuzzle.hpp>

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
    vector<pair<int, int>> cells;
    for (int r = 0; r < rows(); r++) {
      for (int c = 0; c < columns(); c++) cells.emplace_back(r, c);
    }
    return choose(cells);
  }

  // revealed: the tile now on top of the cell clicked last; "-": none is left there. Returns the next cell.
  string click(string revealed) {
    const vector<pair<int, int>> cells = reach(row, column);  // by the tile that the last click removed
    top(row, column) = revealed[0];
    vector<pair<int, int>> legal;
    for (const auto& each : cells) {
      if (top(each.first, each.second) != '-') legal.push_back(each);
    }
    return choose(legal);
  }

 private:
  // Here to begin: look several clicks ahead, as far as the tiles are visible. Cells that few others lead to are soon
  // out of reach.
  string choose(const vector<pair<int, int>>& cells) {
    int most = -1;
    for (const auto& each : cells) {
      const bool dead_end = reach(each.first, each.second).empty();
      const int worth = dead_end ? 0 : left[size_t(each.first)][size_t(each.second)];
      if (worth <= most) continue;
      most = worth;
      row = each.first;
      column = each.second;
    }
    left[size_t(row)][size_t(column)]--;
    return to_string(row) + " " + to_string(column);
  }

  // The cells that the tile on (r, c) leads to and that still have tiles.
  vector<pair<int, int>> reach(int r, int c) {
    const char tile = top(r, c);
    vector<pair<int, int>> cells;
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

  void add(vector<pair<int, int>>& cells, int r, int c) {
    if (inside(r, c) && top(r, c) != '-') cells.emplace_back(r, c);
  }

  int rows() const { return static_cast<int>(board.size()); }
  int columns() const { return static_cast<int>(board[0].size()); }
  bool inside(int r, int c) const { return r >= 0 && c >= 0 && r < rows() && c < columns(); }
  char& top(int r, int c) { return board[size_t(r)][size_t(c)]; }

  vector<string> board;      // the visible tiles; '-' where none is left
  vector<vector<int>> left;  // tiles of each cell
  int row = 0, column = 0;   // clicked last
};

AGON_STRATEGY(agon::topcoder::Adapter<ChessPuzzle>, .id = "mybot", .version = "0.1.0",
              .summary = "the highest stack, dead ends last")
