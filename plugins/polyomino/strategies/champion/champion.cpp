// Requests tiles of the size that gains most, and packs them on a board of its own, where all of them can still be
// moved. Places them in the match at the very end. See this game's experiments.md for the method.
#include "forecast.hpp"
#include "packing.hpp"

#include <agon/random.hpp>
#include <agon/settings.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <polyomino/polyomino.hpp>

namespace {

namespace champion = polyomino::champion;
using polyomino::Tile;

class Champion : public polyomino::Strategy {
 public:
  explicit Champion(const agon::Session& session)
      : random_(session.seed()),
        samples_(static_cast<std::size_t>(session.options().integer("samples"))),
        exponent_(static_cast<double>(session.options().integer("exponent")) / 100),
        moves_(session.options().integer("moves")),
        contact_(static_cast<int>(session.options().integer("contact"))),
        room_(static_cast<int>(session.options().integer("room"))),
        cold_(static_cast<int>(session.options().integer("cold"))) {}

  void play(const polyomino::Position& position) override {
    const std::int64_t time_ns = session().turn_left_ns();
    champion::Packing packing(position, contact_, room_, cold_, random_.next());
    for (const Tile& tile : position.held()) packing.add(tile);
    champion::Forecast forecast(packing.grid(), samples_, exponent_, random_);
    const std::int64_t area = std::max(least_area, std::int64_t{position.width()} * position.height());
    std::int64_t credit = 0;  // of moves, times `area`
    for (int requested = position.requested(); requested < POLYOMINO_MAX_TILES; ++requested) {
      const int size = forecast.size(packing.grid());
      const std::int64_t left_ns = session().turn_left_ns();
      // A tile that is held at the end costs as much as it would score: half of the time is more than it takes to place
      // all of them.
      if (size < POLYOMINO_MIN_SIZE || left_ns < time_ns / 2 || session().should_stop()) break;
      packing.adapt(size);
      packing.add(get(size));
      if (moves_ == 0 || left_ns < time_ns / 4 * 3) continue;
      for (credit += moves_ * usual_area; credit >= area; credit -= area) packing.move();
      packing.retry();
    }
    report(packing);
    place_all(packing);
  }

 private:
  /// The moves after a tile are given for a board of so many squares. A smaller one, on which a move takes less time,
  /// gets more, so that a match takes as much time for each square of its board.
  static constexpr std::int64_t usual_area = 10'000;
  static constexpr std::int64_t least_area = 2'000;

  /// Reports the score of the tiles that have a place, less what the others cost.
  void report(const champion::Packing& packing) const {
    double score = 0;
    const auto square = [](const champion::Piece& piece) { return static_cast<double>(piece.size()) * piece.size(); };
    for (const champion::Piece& piece : packing.placed()) score += square(piece);
    for (const champion::Piece& piece : packing.waiting()) score -= square(piece);
    session().report(score, AGON_VALUE_SCORE, static_cast<int>(packing.placed().size()));
  }

  void place_all(const champion::Packing& packing) {
    const champion::Grid& grid = packing.grid();
    for (const champion::Piece& piece : packing.placed())
      place(piece.index, grid.x(piece.square), grid.y(piece.square), piece.turn().rotation);
  }

  agon::Random random_;
  std::size_t samples_;
  double exponent_;
  std::int64_t moves_;
  int contact_;
  int room_;
  int cold_;
};

constexpr std::array options = {
    agon::integer("samples", "how many tiles it grows to learn which sizes fit", "40", 1, 1000),
    agon::integer("exponent", "of the size, in hundredths: what a size is worth", "70", 0, 200),
    agon::integer("moves", "tiles moved after each request, on a board of 10,000 squares", "160", 0, 10000),
    agon::integer("contact", "what free squares side by side are worth, in hundredths", "40", 0, 10000),
    agon::integer("room", "what room for large tiles is worth, in hundredths", "300", 0, 10000),
    agon::integer("cold", "the size from which on tiles move less at random", "30", 3, 1000),
};

}  // namespace

AGON_STRATEGY(
    Champion, .id = "champion", .version = "1.2.0",
    .summary = "packs the sizes that gain most, moves tiles as long as it requests more, and places all at the end",
    .options = options)
