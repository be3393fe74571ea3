// Requests tiles of the size that gains most, and places large ones where the board loses least of its openness, small
// ones where they touch most. See this game's README for the method.
#include "../../bit_rows.hpp"
#include "../contact.hpp"
#include "../sample.hpp"
#include "openness.hpp"
#include "size.hpp"

#include <agon/random.hpp>
#include <agon/settings.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <polyomino/polyomino.hpp>
#include <vector>

namespace {

namespace champion = polyomino::champion;
using polyomino::BitRow;
using polyomino::BitRows;
using polyomino::Sample;
using polyomino::Spot;
using polyomino::Tile;

class Champion : public polyomino::Strategy {
 public:
  explicit Champion(const agon::Session& session)
      : random_(session.seed()),
        samples_(static_cast<std::size_t>(session.options().integer("samples"))),
        large_(static_cast<int>(session.options().integer("large"))),
        exponent_(static_cast<double>(session.options().integer("exponent")) / 100) {}

  void play(const polyomino::Position& position) override {
    const std::int64_t enough_ns = session().turn_left_ns() / 2;
    BitRows free(position);
    champion::Openness openness(position);
    int limit = usual_size;
    std::vector<Sample> samples = polyomino::grow_samples(samples_, limit, random_);
    int size = size_for(samples, free, limit);
    if (size > usual_size * 3 / 4) {  // on an open board, far larger tiles fit; few samples tell enough
      limit = POLYOMINO_MAX_SIZE;
      samples = polyomino::grow_samples(std::max<std::size_t>(1, samples_ / 4), limit, random_);
      size = size_for(samples, free, limit);
    }
    const auto settle = [&](const Tile& tile) {
      const std::optional<Spot> spot =
          tile.size() >= large_ ? least_loss(tile, free, openness) : polyomino::closest(tile, free);
      if (!spot) return;  // it will not fit later, either
      place(spot->tile, spot->x, spot->y);
      free.cover(spot->tile.squares(), spot->x, spot->y);
      openness.cover(spot->tile.squares(), spot->x, spot->y);
    };
    for (const Tile& tile : position.held()) settle(tile);
    for (int requested = position.requested(); requested < POLYOMINO_MAX_TILES; ++requested) {
      size = std::min(size, size_for(samples, free, limit));
      if (size < POLYOMINO_MIN_SIZE || session().turn_left_ns() < enough_ns) return;
      settle(get(size));
    }
  }

 private:
  static constexpr int usual_size = 128;  // fits on no board with a tenth of its squares covered
  /// Squares to look at for one tile. Where a large tile has very many placements, it goes where it touches most.
  static constexpr std::int64_t most_squares = 1'000'000;

  [[nodiscard]] int size_for(std::vector<Sample>& samples, const BitRows& free, int limit) const {
    std::vector<int> reaches;
    reaches.reserve(samples.size());
    for (Sample& sample : samples) reaches.push_back(sample.reach(free, limit));
    return champion::best_size(reaches, exponent_);
  }

  /// Returns the placement that costs the board the least openness, or nothing if the tile fits nowhere.
  static std::optional<Spot> least_loss(const Tile& tile, const BitRows& free, const champion::Openness& openness) {
    std::optional<Spot> best;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t squares = 0;
    for (int rotation = 0; rotation < 4; ++rotation) {
      const Tile turned = tile.turned(rotation);
      for (int y = 0; y <= free.height() - turned.height(); ++y) {
        for (BitRow columns = free.fits(turned.squares(), y); !columns.none(); columns.drop_first()) {
          squares += tile.size();
          if (squares > most_squares) return polyomino::closest(tile, free);
          const std::int64_t loss = openness.loss(turned.squares(), columns.first(), y);
          if (loss >= least) continue;
          least = loss;
          best = Spot{turned, columns.first(), y};
        }
      }
    }
    return best;
  }

  agon::Random random_;
  std::size_t samples_;
  int large_;
  double exponent_;
};

constexpr std::array options = {
    agon::integer("samples", "how many tiles it grows to learn from", "40", 1, 1000),
    agon::integer("large", "from this size on, a tile goes where the board loses the least openness", "20", 3, 1001),
    agon::integer("exponent", "of the size, in hundredths: what a size is worth", "75", 0, 200),
};

}  // namespace

AGON_STRATEGY(
    Champion, .id = "champion", .version = "1.0.0",
    .summary = "the sizes that gain most, large tiles where the board stays open, small ones where they touch",
    .options = options)
