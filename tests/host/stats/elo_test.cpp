#include "host/stats/elo.hpp"
#include "host/stats/draw.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using stats::Pentanomial;

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("the normalised Elo is the published one") {
  CHECK(stats::estimate_elo({13, 37, 50, 25, 3}).normalised_elo == doctest::Approx(-63.97).epsilon(1e-4));
}

TEST_CASE("the Elo and its interval come from the mean and deviation of pairs") {
  // Over 100 pairs.
  const Pentanomial counts = {5, 15, 35, 40, 5};
  const double mean = (15 * 0.25 + 35 * 0.5 + 40 * 0.75 + 5) / 100;
  const double square = (15 * 0.0625 + 35 * 0.25 + 40 * 0.5625 + 5) / 100;
  const double deviation = std::sqrt(square - mean * mean);
  const stats::EloEstimate result = stats::estimate_elo(counts);
  CHECK(result.elo == doctest::Approx(-400 * std::log10(1 / mean - 1)));
  CHECK(result.elo_interval.low == doctest::Approx(-400 * std::log10(1 / (mean - 0.196 * deviation) - 1)));
  CHECK(result.elo_interval.high == doctest::Approx(-400 * std::log10(1 / (mean + 0.196 * deviation) - 1)));
  CHECK(result.normalised_elo == doctest::Approx(800 / std::log(10) * (mean - 0.5) / std::sqrt(2) / deviation));
  CHECK(result.normalised_interval.low < result.normalised_elo);
  CHECK(result.superiority == doctest::Approx(0.5 + 0.5 * std::erf((mean - 0.5) / deviation * 10 / std::sqrt(2))));
}

TEST_CASE("as many points for both are an Elo of 0 without a sign and an even chance, whatever the counts") {
  for (const Pentanomial& counts : {Pentanomial{7, 20, 41, 20, 7}, Pentanomial{3, 0, 0, 0, 3},
                                    Pentanomial{1, 7, 3, 7, 1}, Pentanomial{13, 1, 0, 1, 13}}) {
    const stats::EloEstimate result = stats::estimate_elo(counts);
    CHECK(result.elo == 0);
    CHECK_FALSE(std::signbit(result.elo));
    CHECK(result.normalised_elo == 0);
    CHECK_FALSE(std::signbit(result.normalised_elo));
    CHECK(result.superiority == doctest::Approx(0.5));
    CHECK(result.elo_interval.low == doctest::Approx(-result.elo_interval.high));
  }
}

TEST_CASE("fewer than six pairs tell no interval, and none no Elo") {
  const stats::EloEstimate none = stats::estimate_elo(Pentanomial{});
  CHECK(none.elo == 0);
  CHECK(none.superiority == 0.5);
  for (const stats::EloEstimate& few : {none, stats::estimate_elo({0, 0, 0, 0, 5})}) {
    CHECK(few.elo_interval.low == -unbounded);
    CHECK(few.normalised_interval.high == unbounded);
  }
  CHECK(std::isfinite(stats::estimate_elo({0, 0, 0, 1, 5}).elo_interval.low));
  CHECK(stats::estimate_elo({0, 0, 0, 1, 5}).normalised_interval.high == unbounded);
}

TEST_CASE("who won all pairs is better by at least the exact bound, with no upper end and no normalised Elo") {
  const stats::EloEstimate won = stats::estimate_elo({0, 0, 0, 0, 10});
  CHECK(won.elo == unbounded);
  CHECK(won.elo_interval.low == doctest::Approx(stats::elo_of(std::pow(0.025, 0.1))).epsilon(1e-3));  // 0.69
  CHECK(won.elo_interval.high == unbounded);
  CHECK(std::isnan(won.normalised_elo));
  CHECK(won.normalised_interval.low == -unbounded);
  CHECK(won.normalised_interval.high == unbounded);
  CHECK(won.superiority == doctest::Approx(0.99922).epsilon(1e-4));
  CHECK(stats::estimate_elo({0, 0, 0, 0, 100'000}).elo_interval.low > 1500);

  const stats::EloEstimate lost = stats::estimate_elo({10, 0, 0, 0, 0});
  CHECK(lost.elo == -unbounded);
  CHECK(lost.elo_interval.high == doctest::Approx(-won.elo_interval.low));
  CHECK(lost.superiority == doctest::Approx(1 - won.superiority));
}

TEST_CASE("pairs that all went alike show no variance: Elo has an interval, normalised Elo has no value") {
  const stats::EloEstimate result = stats::estimate_elo({0, 0, 100, 0, 0});
  CHECK(result.elo == 0);
  CHECK(result.elo_interval.low < -5);
  CHECK(result.elo_interval.high == doctest::Approx(-result.elo_interval.low));
  CHECK(std::isnan(result.normalised_elo));
  CHECK(result.superiority == 0.5);
}

TEST_CASE("a score interval of wins and losses alone is Wilson's, and its ends have the statistic z") {
  const auto wilson = [](double share, double count, double sign) {
    const double z = 1.96;
    const double root = std::sqrt(share * (1 - share) / count + z * z / (4 * count * count));
    return (share + z * z / (2 * count) + sign * z * root) / (1 + z * z / count);
  };
  const stats::Interval two = stats::score_interval({3, 0, 0, 0, 9}, 1.96);
  CHECK(two.low == doctest::Approx(wilson(0.75, 12, -1)));
  CHECK(two.high == doctest::Approx(wilson(0.75, 12, 1)));
  const Pentanomial five = {1, 2, 4, 7, 3};
  const stats::Interval of = stats::score_interval(five, 1.96);
  CHECK(stats::score_statistic(five, of.low) == doctest::Approx(1.96));
  CHECK(stats::score_statistic(five, of.high) == doctest::Approx(-1.96));
}

namespace {

/// A match that the first player wins and ties with given probabilities; the two matches of a pair are independent.
struct Player {
  double wins;
  double ties;

  [[nodiscard]] double elo() const { return stats::elo_of(wins + ties / 2); }

  [[nodiscard]] Pentanomial play(std::uint64_t pairs, stats::Draw& draw) const {
    Pentanomial counts{};
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
      std::size_t points = 0;
      for (int match = 0; match < 2; ++match) {
        const double drawn = draw.fraction();
        points += drawn < wins ? 2 : drawn < wins + ties ? 1 : 0;
      }
      ++counts[points];
    }
    return counts;
  }
};

/// The share of runs whose 95 % interval holds the truth.
double coverage(const Player& player, std::uint64_t pairs, int runs) {
  stats::Draw draw(1);
  int held = 0;
  for (int run = 0; run < runs; ++run) {
    const stats::Interval found = stats::estimate_elo(player.play(pairs, draw)).elo_interval;
    held += found.low <= player.elo() && player.elo() <= found.high ? 1 : 0;
  }
  return static_cast<double>(held) / runs;
}

}  // namespace

TEST_CASE("the Elo's interval holds the truth as often as it says, near the edge and far from it, for few and many") {
  for (const Player& player : {Player{0.5, 0}, Player{0.3, 0.4}, Player{0.6, 0.3}, Player{0.8, 0.15}, Player{0.8, 0},
                               Player{0.95, 0}, Player{0.92, 0.06}, Player{0.9, 0.1}}) {  // of the last three, Elo 511
    for (const std::uint64_t pairs : {10U, 20U, 60U, 200U}) {
      if (player.wins >= 0.9 && pairs > 10) continue;
      CAPTURE(player.wins);
      CAPTURE(pairs);
      const double held = coverage(player, pairs, 2000);
      CHECK(held >= 0.93);
      CHECK(held <= 0.98);
    }
  }
}

TEST_CASE("Elo and points are each other's inverse") {
  for (const double elo : {-800.0, -3.0, 0.0, 50.0, 400.0}) {
    CHECK(stats::elo_of(stats::points_of(elo)) == doctest::Approx(elo));
  }
  CHECK(stats::points_of(400) == doctest::Approx(10.0 / 11));
}
