// Requests the largest tiles that probably still fit, and places each where it touches most.
//
// How probable a fit is it learns from tiles that it grows itself, by the same rule as the game: it takes the largest
// size of which 85 in 100 of these still fit somewhere, and that size shrinks as the board fills. A tile of s squares
// scores s * s, so large tiles pay; but one that fits nowhere costs s * s.
#include "../bit_rows.hpp"
#include "../rules.hpp"

#include <agon/random.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <polyomino/polyomino.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using polyomino::BitRow;
using polyomino::BitRows;
using polyomino::Square;
using polyomino::Tile;

/// A tile grown by the strategy. One order of growth is a sample of every size: its first k squares are a tile of size
/// k.
class Sample {
 public:
  explicit Sample(std::span<const polyomino::Cell> growth) {
    for (const polyomino::Cell cell : growth) {
      turns_[0].push_back({cell.x, cell.y});
      turns_[1].push_back({cell.y, -cell.x});
      turns_[2].push_back({-cell.x, -cell.y});
      turns_[3].push_back({-cell.y, cell.x});
    }
  }

  /// Returns the largest size, at most `limit`, with which this sample fits on the board. Between calls, the board
  /// fills and the limit decreases, so the previous position is tried first.
  int reach(const BitRows& free, int limit) {
    limit = std::min(limit, reach_);
    const auto size = static_cast<std::size_t>(limit);
    if (fitted_ && free.free(std::span(turns_[fitted_->turn]).first(size), fitted_->x, fitted_->y)) {
      reach_ = limit;
      return reach_;
    }
    reach_ = 0;
    fitted_.reset();
    for (std::size_t turn = 0; turn < turns_.size() && reach_ < limit; ++turn) {
      for (int y = 0; y < free.height() && reach_ < limit; ++y) try_row(free, turn, y, limit);
    }
    return reach_;
  }

 private:
  struct Place {
    std::size_t turn;
    int x;
    int y;
  };

  /// Places the sample square by square, with its first one on all squares of row y at once, until it fits nowhere.
  void try_row(const BitRows& free, std::size_t turn, int y, int limit) {
    BitRow columns = free.row(y);
    if (columns.none()) return;
    int size = 1;
    for (; size < limit; ++size) {
      const Square next = turns_[turn][static_cast<std::size_t>(size)];
      const BitRow still = columns & free.row(y + next.y, next.x);
      if (still.none()) break;
      columns = still;
    }
    if (size <= reach_) return;
    reach_ = size;
    fitted_ = {turn, columns.first(), y};
  }

  std::array<std::vector<Square>, 4> turns_;
  int reach_ = POLYOMINO_MAX_SIZE;
  std::optional<Place> fitted_;
};

/// Numbers for all x of a row at once, bit by bit: plane k contains bit k of each.
class Counters {
 public:
  /// Adds 1 to the numbers whose bit is set in `where`.
  void add(BitRow where) {
    for (BitRow& plane : planes_) {
      if (where.none()) return;
      const BitRow carry = plane & where;
      plane ^= where;
      where = carry;
    }
  }

  struct Least {
    int value;
    int x;
  };
  /// Returns the smallest number among the x in `among`, which must have at least one, and the first x with that
  /// number.
  [[nodiscard]] Least least(BitRow among) const {
    int value = 0;
    for (std::size_t bit = planes_.size(); bit-- > 0;) {
      BitRow without = among & planes_[bit];
      without ^= among;
      if (without.none()) {
        value += 1 << bit;
      } else {
        among = without;
      }
    }
    return {value, among.first()};
  }

 private:
  std::array<BitRow, 11> planes_{};  // up to 2047: a tile of 1000 squares has at most 2002 edges
};

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
    std::vector<Sample> samples = grow_samples(size);
    if (largest_size(samples, free, size) == size) {  // on an open board, far larger tiles fit
      size = POLYOMINO_MAX_SIZE;
      samples = grow_samples(size);
    }
    for (int requested = position.requested(); requested < POLYOMINO_MAX_TILES; ++requested) {
      size = largest_size(samples, free, size);
      if (size < POLYOMINO_MIN_SIZE) return;
      place_closest(get(size), free);  // a tile that fits nowhere now will not fit later
    }
  }

 private:
  static constexpr int usual_size = 128;  // fits on no board with a tenth of its squares covered

  std::vector<Sample> grow_samples(int size) {
    polyomino::Grower grower;
    std::vector<Sample> samples;
    while (samples.size() < samples_) {
      samples.emplace_back(grower.grow(size, [&](std::uint64_t bound) { return random_.below(bound); }));
    }
    return samples;
  }

  /// Returns the largest size, at most `limit`, with which enough samples fit.
  [[nodiscard]] int largest_size(std::vector<Sample>& samples, const BitRows& free, int limit) const {
    std::vector<int> reaches;
    for (Sample& sample : samples) reaches.push_back(sample.reach(free, limit));
    const std::size_t needed = std::max<std::size_t>(1, (samples.size() * fitting_ + 99) / 100);
    std::ranges::sort(reaches, std::greater<>());
    return reaches[needed - 1];
  }

  /// Places the tile where the fewest of its edges face a free square, if it fits anywhere.
  void place_closest(const Tile& tile, BitRows& free) {
    std::optional<Tile> best;
    Counters::Least least{};
    int best_y = 0;
    for (int rotation = 0; rotation < 4; ++rotation) {
      const Tile turned = tile.turned(rotation);
      const std::vector<Square> outside = outside_of(turned);
      for (int y = 0; y <= free.height() - turned.height(); ++y) {
        const BitRow columns = free.fits(turned.squares(), y);
        if (columns.none()) continue;
        Counters free_edges;
        for (const Square square : outside) free_edges.add(columns & free.row(y + square.y, square.x));
        const Counters::Least found = free_edges.least(columns);
        if (best && found.value >= least.value) continue;
        best = turned;
        least = found;
        best_y = y;
      }
    }
    if (!best) return;
    place(*best, least.x, best_y);
    free.cover(best->squares(), least.x, best_y);
  }

  /// Returns the squares beyond the tile's edges, one for each edge.
  static std::vector<Square> outside_of(const Tile& tile) {
    const std::vector<std::string> rows = tile.rows();
    const auto inside = [&](Square square) {
      return square.x >= 0 && square.y >= 0 && square.x < tile.width() && square.y < tile.height() &&
             rows[static_cast<std::size_t>(square.y)][static_cast<std::size_t>(square.x)] == 'X';
    };
    std::vector<Square> outside;
    for (const auto [x, y] : tile.squares()) {
      for (const Square beside : {Square{x, y - 1}, Square{x - 1, y}, Square{x + 1, y}, Square{x, y + 1}}) {
        if (!inside(beside)) outside.push_back(beside);
      }
    }
    return outside;
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
