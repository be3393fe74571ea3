// Asks for tiles of random sizes and places each on a random one of all places where it fits, until one fits nowhere.
#include "bit_rows.hpp"

#include <agon/random.hpp>
#include <array>
#include <cstddef>
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

  /// All places of a row, for one way to turn the tile.
  struct Places {
    std::size_t turn;
    int y;
    polyomino::BitRow columns;
  };

  /// False: the tile fits nowhere.
  bool place_anywhere(const Tile& tile, polyomino::BitRows& free) {
    std::vector<Places> all;
    std::size_t count = 0;
    const std::array turns = {tile, tile.turned(1), tile.turned(2), tile.turned(3)};
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
      for (int y = 0; y <= free.height() - turns[turn].height(); ++y) {
        const polyomino::BitRow columns = free.fits(turns[turn].squares(), y);
        if (columns.none()) continue;
        all.push_back({turn, y, columns});
        count += static_cast<std::size_t>(columns.count());
      }
    }
    if (count == 0) return false;
    auto chosen = static_cast<int>(random_.below(count));
    std::size_t row = 0;
    for (; chosen >= all[row].columns.count(); ++row) chosen -= all[row].columns.count();
    Places places = all[row];
    for (; chosen > 0; --chosen) places.columns.drop_first();
    const int x = places.columns.first();
    place(turns[places.turn], x, places.y);
    free.cover(turns[places.turn].squares(), x, places.y);
    return true;
  }

  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(RandomPlayer, .id = "random", .version = "1.0.0",
              .summary = "tiles of 3 to 32 squares on random places, until one fits nowhere")
