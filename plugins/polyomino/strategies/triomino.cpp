// Asks for the smallest tiles and places each where it first fits, reading the board row by row: a yardstick.
#include "bit_rows.hpp"

#include <array>
#include <polyomino/polyomino.hpp>

namespace {

using polyomino::Tile;

class Triomino : public polyomino::Strategy {
 public:
  void play(const polyomino::Position& position) override {
    polyomino::BitRows free(position);
    for (const Tile& tile : position.held()) place_first(tile, free);
    for (int requested = position.requested(); requested < POLYOMINO_MAX_TILES; ++requested) {
      if (!place_first(get(POLYOMINO_MIN_SIZE), free)) return;  // the one that it is left with costs 9 points
    }
  }

 private:
  /// Places the tile in the first row in which it fits. False: there is none.
  bool place_first(const Tile& tile, polyomino::BitRows& free) {
    const std::array turns = {tile, tile.turned(1), tile.turned(2), tile.turned(3)};
    for (int y = 0; y < free.height(); ++y) {
      for (const Tile& turned : turns) {
        const polyomino::BitRow columns = free.fits(turned.squares(), y);
        if (columns.none()) continue;
        place(turned, columns.first(), y);
        free.cover(turned.squares(), columns.first(), y);
        return true;
      }
    }
    return false;
  }
};

}  // namespace

AGON_STRATEGY(Triomino, .id = "triomino", .version = "1.0.0",
              .summary = "always tiles of size 3, each where it first fits")
