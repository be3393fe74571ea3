// A class in the form that the contest Polyominoes required: it requests the smallest tiles and places each at the
// first position where it fits.
//
// Replace it by your old solver. Agon needs only the first line and the last one. CMakeLists.txt sets the dialect of
// C++. Global variables are reset for every match. agon/topcoder/polyomino.hpp documents the signatures, 'myhost info
// polyomino' the rules.
#include <agon/topcoder/polyomino.hpp>

#include <string>
#include <vector>
using namespace std;

class Polyominoes {
 public:
  // The squares (x[i], y[i]) are covered. Plays the whole match with Polyomino::getNext(size), which returns a tile's
  // rows, 'X' and ' ', and Polyomino::placeNext(index, x, y, rotation); indices count from 0.
  //
  // Here to begin: a tile of n squares scores n * n, so larger ones are better as long as they fit. A tile that is not
  // placed costs what it would have scored. Sizes go up to 1000.
  void fillBoard(int width, int height, vector<int> x, vector<int> y) {
    board.assign(height, string(width, ' '));
    for (size_t i = 0; i < x.size(); i++) board[y[i]][x[i]] = 'X';
    firstRow[0] = firstRow[1] = 0;
    for (int index = 0; index < 10000; index++) {
      if (!put(index, Polyomino::getNext(3))) return;
    }
  }

 private:
  // Places the tile, in any rotation, at the first position where it fits. Returns false if it fits nowhere.
  bool put(int index, vector<string> tile) {
    vector<vector<string> > turns(1, tile);
    while (turns.size() < 4) turns.push_back(turned(turns.back()));
    int& first = firstRow[tile.size() == 1 || tile[0].size() == 1 ? 0 : 1];
    for (int y = first; y < int(board.size()); y++) {
      for (int x = 0; x < int(board[0].size()); x++) {
        for (int rotation = 0; rotation < 4; rotation++) {
          if (!fits(turns[rotation], x, y)) continue;
          Polyomino::placeNext(index, x, y, rotation);
          cover(turns[rotation], x, y);
          first = y;  // cells never become free: no later tile of this shape fits above
          return true;
        }
      }
    }
    return false;
  }

  // Turns a tile by 90 degrees counter-clockwise.
  static vector<string> turned(const vector<string>& tile) {
    const int height = int(tile.size()), width = int(tile[0].size());
    vector<string> result(width, string(height, ' '));
    for (int r = 0; r < height; r++) {
      for (int c = 0; c < width; c++) result[width - 1 - c][r] = tile[r][c];
    }
    return result;
  }

  bool fits(const vector<string>& tile, int x, int y) {
    if (y + tile.size() > board.size() || x + tile[0].size() > board[0].size()) return false;
    for (size_t r = 0; r < tile.size(); r++) {
      for (size_t c = 0; c < tile[0].size(); c++) {
        if (tile[r][c] == 'X' && board[y + r][x + c] == 'X') return false;
      }
    }
    return true;
  }

  void cover(const vector<string>& tile, int x, int y) {
    for (size_t r = 0; r < tile.size(); r++) {
      for (size_t c = 0; c < tile[0].size(); c++) {
        if (tile[r][c] == 'X') board[y + r][x + c] = 'X';
      }
    }
  }

  vector<string> board;  // 'X' is covered
  int firstRow[2];       // the row of the last straight tile, and of the last bent one
};

AGON_TOPCODER_STRATEGY_AS(Polyominoes, "mybot", "0.1.0", "the smallest tiles, each where it first fits")
