// Asks for tiles of random sizes and places each on a random one of all places where it fits, until one fits nowhere.
#include "../bit_rows.hpp"

#include <agon/random.hpp>
#include <array>
#include <cstdint>
#include <polyomino/polyomino.hpp>
#include <vector>

namespace {

using polyomino::Tile;

class RandomPlayer : public polyomino::Strategy {
 public:
  explicit RandomPlayer(const agon::Session& session) : random_(session.seed()) {}

  void play(const polyomino::Position& position) override {
    polyomino::BitRows free(position);
    for (const Tile& tile : position.held()) {
      if (!place_anywhere(tile, free)) return;
    }
    for (int requested = position.requested(); requested < POLYOMINO_MAX_TILES; ++requested) {
      const int size = POLYOMINO_MIN_SIZE + static_cast<int>(random_.below(sizes));
      if (!place_anywhere(get(size), free)) return;
    }
  }

 private:
  static constexpr std::uint64_t sizes = 30;  // 3 .. 32

  struct Place {
    const Tile* tile;  // in its rotation
    int x;
    int y;
  };

  /// Returns false if the tile fits nowhere.
  bool place_anywhere(const Tile& tile, polyomino::BitRows& free) {
    std::vector<Place> all;
    const std::array turns = {tile, tile.turned(1), tile.turned(2), tile.turned(3)};
    for (const Tile& turned : turns) {
      for (int y = 0; y <= free.height() - turned.height(); ++y) {
        for (auto columns = free.fits(turned.squares(), y); !columns.none(); columns.drop_first())
          all.push_back({&turned, columns.first(), y});
      }
    }
    if (all.empty()) return false;
    const Place& chosen = all[random_.below(all.size())];
    place(*chosen.tile, chosen.x, chosen.y);
    free.cover(chosen.tile->squares(), chosen.x, chosen.y);
    return true;
  }

  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0",
              .summary = "tiles of 3 to 32 squares on random places, until one fits nowhere")
