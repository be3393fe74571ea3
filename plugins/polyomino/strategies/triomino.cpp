// Asks for the smallest tiles and places each where it first fits, reading the board row by row: a yardstick.
#include "../bit_rows.hpp"

#include <array>
#include <polyomino/polyomino.hpp>

namespace {

using polyomino::Tile;

class Triomino : public polyomino::Strategy {
 public:
  void play(const polyomino::Position& position) override {
    polyomino::BitRows free(position);
    for (const Tile& tile : position.held()) {
      const bool placed = place_first(tile, free, 0) < free.height();
      if (!placed && tile.size() == POLYOMINO_MIN_SIZE) return;  // see below
    }
    std::array<int, 2> first_row{};  // of the straight and of the bent triomino: the row of the last one
    for (int requested = position.requested(); requested < POLYOMINO_MAX_TILES; ++requested) {
      const Tile tile = get(POLYOMINO_MIN_SIZE);
      int& row = first_row[tile.width() == tile.height() ? 1 : 0];
      row = place_first(tile, free, row);  // cells never become free, so no later one fits farther up
      if (row == free.height()) return;    // the tile that it still holds costs 9 points
    }
  }

 private:
  /// Places the tile in the first row, from `from` on, in which it fits. Returns that row, or the board's height if it
  /// fits nowhere.
  int place_first(const Tile& tile, polyomino::BitRows& free, int from) {
    const std::array turns = {tile, tile.turned(1), tile.turned(2), tile.turned(3)};
    for (int y = from; y < free.height(); ++y) {
      for (const Tile& turned : turns) {
        const polyomino::BitRow columns = free.fits(turned.squares(), y);
        if (columns.none()) continue;
        place(turned, columns.first(), y);
        free.cover(turned.squares(), columns.first(), y);
        return y;
      }
    }
    return free.height();
  }
};

}  // namespace

AGON_STRATEGY(Triomino, .id = "triomino", .version = "1.0.0",
              .summary = "always tiles of size 3, each where it first fits")
