// Requests the largest tiles that probably still fit, and places each where it touches most.
//
// How probable a fit is it learns from tiles that it grows itself, by the same rule as the game: it takes the largest
// size of which 85 in 100 of these still fit somewhere, and that size shrinks as the board fills. A tile of s squares
// scores s * s, so large tiles pay; but one that fits nowhere costs s * s.
#include "../bit_rows.hpp"
#include "contact.hpp"
#include "sample.hpp"

#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <polyomino/polyomino.hpp>
#include <vector>

namespace {

using polyomino::BitRows;
using polyomino::Sample;
using polyomino::Tile;

class Sampler : public polyomino::Strategy {
 public:
  explicit Sampler(const agon::Session& session)
      : random_(session.seed()),
        samples_(static_cast<std::size_t>(session.options().integer("samples"))),
        fitting_(static_cast<std::size_t>(session.options().integer("fitting"))) {}

  void play(const polyomino::Position& position) override {
    BitRows free(position);
    for (const Tile& tile : position.held()) place_closest(tile, free);
    int size = usual_size;
    std::vector<Sample> samples = polyomino::grow_samples(samples_, size, random_);
    if (largest_size(samples, free, size) == size) {  // on an open board, far larger tiles fit
      size = POLYOMINO_MAX_SIZE;
      samples = polyomino::grow_samples(samples_, size, random_);
    }
    for (int requested = position.requested(); requested < POLYOMINO_MAX_TILES; ++requested) {
      size = largest_size(samples, free, size);
      if (size < POLYOMINO_MIN_SIZE) return;
      place_closest(get(size), free);  // a tile that fits nowhere now will not fit later
    }
  }

 private:
  static constexpr int usual_size = 128;  // fits on no board with a tenth of its squares covered

  /// Returns the largest size, at most `limit`, with which enough samples fit.
  [[nodiscard]] int largest_size(std::vector<Sample>& samples, const BitRows& free, int limit) const {
    std::vector<int> reaches;
    reaches.reserve(samples.size());
    for (Sample& sample : samples) reaches.push_back(sample.reach(free, limit));
    const std::size_t needed = std::max<std::size_t>(1, (samples.size() * fitting_ + 99) / 100);
    std::ranges::sort(reaches, std::greater<>());
    return reaches[needed - 1];
  }

  /// Places the tile where the fewest of its edges face a free square, if it fits anywhere.
  void place_closest(const Tile& tile, BitRows& free) {
    const std::optional<polyomino::Spot> best = polyomino::closest(tile, free);
    if (!best) return;
    place(best->tile, best->x, best->y);
    free.cover(best->tile.squares(), best->x, best->y);
  }

  agon::Random random_;
  std::size_t samples_;
  std::size_t fitting_;
};

constexpr std::array options = {
    agon::integer("samples", "how many tiles it grows to learn from", "40", 1, 1000),
    agon::integer("fitting", "how many of 100 have to fit still", "85", 1, 100),
};

}  // namespace

AGON_STRATEGY(Sampler, .id = "sampler", .version = "1.0.0",
              .summary = "the largest tiles of which 85% of its own samples fit, each where it touches most",
              .options = options)
