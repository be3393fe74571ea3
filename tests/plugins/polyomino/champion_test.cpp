// The parts of champion, against slow and plain versions of themselves, and how it does against sampler.
#include "plugin.hpp"

#include <polyomino/bit_rows.hpp>
#include <polyomino/strategies/champion/openness.hpp>
#include <polyomino/strategies/champion/size.hpp>
#include <polyomino/strategies/contact.hpp>

#include <doctest/doctest.h>

#include <agon/random.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace polyomino::test;
using polyomino::Square;
using polyomino::champion::best_size;
using polyomino::champion::Openness;

/// A board drawn square by square, with tiles of connected squares to place on it.
struct Drawn {
  explicit Drawn(std::uint64_t seed)
      : random(seed),
        match(seed, {{"width", "31"}, {"height", "23"}, {"covered", std::to_string(20 * (1 + seed % 9))}}) {}

  polyomino::Tile tile(int size) {
    REQUIRE(match.act(get(size)) == "");
    const polyomino::Position position(match.observe());
    return position.tile(position.requested() - 1);
  }

  agon::Random random;
  Match match;
};

std::int64_t plain_loss(const polyomino::Position& position, int x, int y) {
  if (!position.free(x, y)) return 0;
  const auto potential = [&](int to_x, int to_y) -> std::int64_t {
    if (!position.free(to_x, to_y)) return 0;
    int weight = 0;
    for (int other_y = 0; other_y < position.height(); ++other_y) {
      for (int other_x = 0; other_x < position.width(); ++other_x) {
        if (position.free(other_x, other_y)) weight += Openness::weight(other_x - to_x, other_y - to_y);
      }
    }
    return Openness::potential(weight);
  };
  std::int64_t sum = Openness::total_weight() * potential(x, y);
  for (int dy = -Openness::radius; dy <= Openness::radius; ++dy) {
    for (int dx = -Openness::radius; dx <= Openness::radius; ++dx)
      sum += Openness::sharpness * Openness::weight(dx, dy) * potential(x + dx, y + dy);
  }
  return sum;
}

double score(const std::string& id, std::uint64_t seed, const Values& values) {
  Match match(seed, values);
  Player player(strategy(id), match);
  REQUIRE(player.play() == "");
  return match.score();
}

}  // namespace

TEST_CASE("the best size maximises size^exponent * (2 - 1 / p) over all sizes") {
  agon::Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> reaches(1 + random.below(30));
    for (int& reach : reaches) reach = static_cast<int>(random.below(round % 2 == 0 ? 6 : 40));
    const auto samples = static_cast<double>(reaches.size());
    double best = 0;
    int expected = 0;
    for (int size = 40; size >= 3; --size) {
      const auto fitting = std::ranges::count_if(reaches, [&](int reach) { return reach >= size; });
      if (fitting == 0) continue;
      const double gain = std::pow(size, .75) * (2 - samples / (static_cast<double>(fitting) - .5));
      if (gain > best) {
        best = gain;
        expected = size;
      }
    }
    CHECK(best_size(reaches, .75) == expected);
  }
}

TEST_CASE("no size is best if none fits more often than not") {
  CHECK(best_size(std::vector<int>{2, 2, 2}, .75) == 0);
  CHECK(best_size(std::vector<int>{9, 0, 0, 0}, .75) == 0);
}

TEST_CASE("openness after any tiles is what its definition says of the board") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Drawn drawn(seed);
    Openness openness(polyomino::Position(drawn.match.observe()));
    for (int step = 0; step < 6; ++step) {
      const polyomino::Tile tile = drawn.tile(3 + static_cast<int>(drawn.random.below(9)));
      const auto spot = polyomino::closest(tile, polyomino::BitRows(polyomino::Position(drawn.match.observe())));
      if (!spot) continue;
      openness.cover(spot->tile.squares(), spot->x, spot->y);
      REQUIRE(drawn.match.act(place(tile.index(), spot->x, spot->y, spot->tile.rotation())) == "");
    }
    const polyomino::Position position(drawn.match.observe());
    int different = 0;
    for (int y = 0; y < position.height(); ++y) {
      for (int x = 0; x < position.width(); ++x) different += openness.loss(x, y) == plain_loss(position, x, y) ? 0 : 1;
    }
    CHECK(different == 0);
    CHECK(openness.loss(std::vector<Square>{{0, 0}, {1, 0}}, 2, 3) == openness.loss(2, 3) + openness.loss(3, 3));
  }
}

TEST_CASE("the closest placement has the fewest edges to free squares of all") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Drawn drawn(seed);
    const polyomino::Tile tile = drawn.tile(3 + static_cast<int>(seed));
    const polyomino::Position position(drawn.match.observe());
    const auto free_edges = [&](const polyomino::Tile& turned, int x, int y) {
      int edges = 0;
      for (const Square square : turned.squares()) {
        for (const auto& [dx, dy] : {std::pair{0, -1}, {-1, 0}, {1, 0}, {0, 1}}) {
          const Square beside{square.x + dx, square.y + dy};
          if (std::ranges::find(turned.squares(), beside) != turned.squares().end()) continue;
          edges += position.free(x + beside.x, y + beside.y) ? 1 : 0;
        }
      }
      return edges;
    };
    int fewest = std::numeric_limits<int>::max();
    for (int rotation = 0; rotation < 4; ++rotation) {
      const polyomino::Tile turned = tile.turned(rotation);
      for (int y = 0; y < position.height(); ++y) {
        for (int x = 0; x < position.width(); ++x) {
          if (position.fits(turned, x, y)) fewest = std::min(fewest, free_edges(turned, x, y));
        }
      }
    }
    const auto spot = polyomino::closest(tile, polyomino::BitRows(position));
    REQUIRE(spot.has_value() == (fewest != std::numeric_limits<int>::max()));
    if (!spot) continue;
    CHECK(position.fits(spot->tile, spot->x, spot->y));
    CHECK(free_edges(spot->tile, spot->x, spot->y) == fewest);
  }
}

TEST_CASE("champion scores more than sampler") {
  const Values values = {{"width", "70"}, {"height", "60"}, {"penalty", "0"}};
  double champion = 0;
  double sampler = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    champion += score("champion", seed, values);
    sampler += score("sampler", seed, values);
  }
  CHECK(champion > sampler);
}
