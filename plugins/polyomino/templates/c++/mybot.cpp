// mybot plays Polyominoes: it asks for the smallest tiles and places each where it first fits.
//
// polyomino/polyomino.hpp says what a Position tells. 'myhost info polyomino' has the rules.
#include <cstddef>
#include <polyomino/polyomino.hpp>
#include <vector>

class Bot : public polyomino::Strategy {
  // Called once: plays the whole match with get() and place(); when it returns, the match is over.
  void play(const polyomino::Position& position) override {
    look(position);
    for (const polyomino::Tile& tile : position.held()) put(tile);  // none, unless it takes over from another
    for (int count = position.requested(); count < POLYOMINO_MAX_TILES; ++count) {
      // Here to begin: a tile of n squares pays n * n, so larger ones pay more, as long as they fit: one that is left
      // over costs what it would have paid. get() takes sizes up to 1000.
      if (!put(get(size))) return;
    }
  }

  // Places the tile, turned as need be, where it first fits. False: nowhere. Better is a place where it leaves no
  // holes.
  bool put(const polyomino::Tile& tile) {
    int& first = first_row_[tile.width() == 1 || tile.height() == 1 ? 0 : 1];
    for (int y = tile.size() == size ? first : 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        for (int quarters = 0; quarters < 4; ++quarters) {
          const polyomino::Tile turned = tile.turned(quarters);
          if (!fits(turned, x, y)) continue;
          place(turned, x, y);
          for (const polyomino::Square square : turned.squares()) free_[index(x + square.x, y + square.y)] = false;
          if (tile.size() == size) first = y;  // the board only fills: no tile of this shape fits above any more
          return true;
        }
      }
    }
    return false;
  }

  // A Position shows the match as the turn began, so this bot keeps a board of its own.
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

  static constexpr int size = POLYOMINO_MIN_SIZE;  // of the tiles it asks for: such a tile is straight or bent
  int width_ = 0;
  int height_ = 0;
  std::vector<bool> free_;
  int first_row_[2] = {0, 0};  // where the last straight one, and the last bent one, was placed
};

AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "the smallest tiles, each where it first fits")
