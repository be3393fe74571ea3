// mybot plays Polyominoes: it requests the smallest tiles and places each at the first position where it fits.
//
// polyomino/polyomino.hpp documents Position. 'myhost info polyomino' shows the rules.
#include <cstddef>
#include <polyomino/polyomino.hpp>
#include <vector>

class Bot : public polyomino::Strategy {
  // Called once: plays the whole match with get() and place(). When it returns, the match is over.
  void play(const polyomino::Position& position) override {
    look(position);
    for (const polyomino::Tile& tile : position.held()) put(tile);  // none, unless it takes over from another instance
    for (int count = position.requested(); count < POLYOMINO_MAX_TILES; ++count) {
      // Here to begin: a tile of n squares scores n * n, so larger ones are better as long as they fit. A tile that is
      // not placed costs what it would have scored. get() accepts sizes up to 1000.
      if (!put(get(size))) return;
    }
  }

  // Places the tile, in any rotation, at the first position where it fits. Returns false if it fits nowhere. A better
  // position would leave no holes.
  bool put(const polyomino::Tile& tile) {
    int& first = first_row_[tile.width() == 1 || tile.height() == 1 ? 0 : 1];
    for (int y = tile.size() == size ? first : 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        for (int quarters = 0; quarters < 4; ++quarters) {
          const polyomino::Tile turned = tile.turned(quarters);
          if (!fits(turned, x, y)) continue;
          place(turned, x, y);
          for (const polyomino::Square square : turned.squares()) free_[index(x + square.x, y + square.y)] = false;
          if (tile.size() == size) first = y;  // cells never become free: no later tile of this shape fits above
          return true;
        }
      }
    }
    return false;
  }

  // A Position shows the match at the start of the turn, so this bot keeps its own board.
  void look(const polyomino::Position& position) {
    width_ = position.width();
    height_ = position.height();
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) free_.push_back(position.free(x, y));
    }
  }

  [[nodiscard]] bool fits(const polyomino::Tile& tile, int x, int y) const {
    if (x + tile.width() > width_ || y + tile.height() > height_) return false;
    for (const polyomino::Square square : tile.squares()) {
      if (!free_[index(x + square.x, y + square.y)]) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t index(int x, int y) const { return static_cast<std::size_t>(y * width_ + x); }

  static constexpr int size = POLYOMINO_MIN_SIZE;  // of the requested tiles: a tile of this size is straight or bent
  int width_ = 0;
  int height_ = 0;
  std::vector<bool> free_;
  int first_row_[2] = {0, 0};  // the row of the last straight tile, and of the last bent one
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "the smallest tiles, each where it first fits")
