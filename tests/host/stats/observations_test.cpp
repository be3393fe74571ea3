// What is one observation: blocks, starts or openings.
#include "host/stats/observations.hpp"

#include "host/stats/elo.hpp"
#include "host/stats/significance.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

using stats::Evidence;
using stats::Observations;
using stats::PlayedBlock;

}  // namespace

TEST_CASE("where each start comes once, blocks are units, and a test takes them all") {
  Observations observations;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    CHECK(observations.add({.seed = seed, .start = seed, .matches = seed}));
  const stats::Units units = observations.units();
  CHECK(units.counts().evidence == Evidence::each_start_once);
  CHECK(units.counts().blocks == 10);
  CHECK(units.counts().different == 10);
  CHECK(units.counts().starts == 10);
  CHECK_FALSE(units.are_clusters());
  CHECK(units.of({.seed = 7, .start = 7, .matches = 7}) == 7);
}

TEST_CASE("deterministic players: the unit is the start, named by its first seed, and a test takes that seed alone") {
  Observations observations;
  CHECK(observations.add({.seed = 3, .start = 5, .matches = 50}));
  CHECK(observations.add({.seed = 4, .start = 6, .matches = 60}));
  CHECK_FALSE(observations.add({.seed = 5, .start = 5, .matches = 50}));
  CHECK_FALSE(observations.add({.seed = 6, .start = 5, .matches = 50}));
  const stats::Units units = observations.units();
  CHECK(units.counts().evidence == Evidence::repeats);
  CHECK(units.counts().different == 2);
  CHECK(units.of({.seed = 6, .start = 5, .matches = 50}) == 3);
  CHECK(units.of({.seed = 4, .start = 6, .matches = 60}) == 4);
}

TEST_CASE("players who draw: the unit is the block, and a test takes all after the first difference") {
  Observations observations;
  CHECK(observations.add({.seed = 1, .start = 5, .matches = 50}));
  CHECK_FALSE(observations.add({.seed = 2, .start = 5, .matches = 50}));
  CHECK_FALSE(observations.add({.seed = 3, .start = 5, .matches = 51}));  // the choice may not depend on the result
  CHECK(observations.add({.seed = 4, .start = 5, .matches = 50}));
  CHECK(observations.add({.seed = 5, .start = 6, .matches = 60}));
  CHECK(observations.add({.seed = 6, .start = 6, .matches = 60}));  // which has shown no difference of its own
  const stats::Units units = observations.units();
  CHECK(units.counts().evidence == Evidence::draws);
  CHECK(units.counts().different == 3);
  CHECK(units.counts().starts == 2);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) CHECK(units.of({.seed = seed, .start = 5}) == seed);
  CHECK(units.of({.seed = 6, .start = 6}) == 6);
}

TEST_CASE("of several line-ups, those who draw count by blocks and others by starts") {
  Observations observations;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    observations.add({.seed = seed, .start = 5, .matches = seed, .players = 1});
    observations.add({.seed = seed, .start = 6, .matches = 60, .players = 2});
  }
  const stats::Units units = observations.units([](std::uint64_t players) { return players % 2; });
  CHECK(units.counts().evidence == Evidence::some_draw);
  CHECK(units.of({.seed = 4, .start = 5}) == 4);
  CHECK(units.of({.seed = 4, .start = 6}) == 1);
  CHECK(observations.units([](std::uint64_t) { return std::uint64_t{0}; }).counts().evidence == Evidence::draws);
}

TEST_CASE("an opening that comes again is a unit, also of players who draw; a test takes its first block") {
  Observations observations;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const PlayedBlock block = {.seed = seed, .start = 1 + seed % 6, .matches = 100 + seed, .opening = 1 + seed % 6};
    CHECK(observations.add(block) == (seed < 6));
  }
  const stats::Units units = observations.units();
  CHECK(units.counts().evidence == Evidence::openings);
  CHECK(units.counts().openings == 6);
  CHECK(units.of({.seed = 8, .start = 3, .opening = 3}) == 2);
}

TEST_CASE("fewer than six openings are no sample: blocks or starts are the units") {
  for (const bool draws : {true, false}) {
    Observations observations(5);
    std::size_t taken = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const std::uint64_t opening = 1 + seed % 5;
      taken += observations.add(
          {.seed = seed, .start = opening, .matches = draws ? 100 + seed : opening, .opening = opening});
    }
    CHECK(taken == (draws ? 5 + 44 : 5));
    const stats::Units units = observations.units();
    CHECK(units.counts().evidence == (draws ? Evidence::draws : Evidence::repeats));
    CHECK(units.counts().few_openings());
  }
}

TEST_CASE("a block whose start is unknown is taken for another one") {
  Observations observations;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) CHECK(observations.add({.seed = seed}));
  CHECK(observations.units().counts().starts == 3);
  CHECK(observations.units().counts().evidence == Evidence::each_start_once);
  CHECK(observations.units().of({.seed = 2}) == 2);
}

TEST_CASE("blocks of which fewer than a tenth differ are told apart") {
  CHECK(stats::ObservationCounts{.blocks = 101, .different = 10}.few_differ());
  CHECK_FALSE(stats::ObservationCounts{.blocks = 100, .different = 10}.few_differ());
}

TEST_CASE("the error of a clustered mean is that of the jackknife which leaves one cluster out") {
  const std::vector<double> values = {1, 1, 1, 4, 4, -2};
  const std::vector<std::uint64_t> clusters = {7, 7, 7, 2, 2, 9};
  const stats::ClusteredMean mean = stats::clustered_mean(values, clusters);
  CHECK(mean.clusters == 3);
  CHECK(mean.mean == doctest::Approx(1.5));
  // Without 7: 6 / 3; without 2: 1 / 4; without 9: 11 / 5.
  const double squares = std::pow(2 - 1.5, 2) + std::pow(0.25 - 1.5, 2) + std::pow(2.2 - 1.5, 2);
  CHECK(mean.error == doctest::Approx(std::sqrt(2.0 / 3 * squares)));
  CHECK(mean.freedom == doctest::Approx(36.0 / 14 - 1));
  CHECK(mean.p() == 1);  // three clusters are no test
  CHECK(std::isinf(mean.interval(0.95).low));
}

TEST_CASE("clusters of one value each give the error of the mean, and Student's interval") {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 9};
  const std::vector<std::uint64_t> clusters = {1, 2, 3, 4, 5, 6, 7};
  const stats::ClusteredMean mean = stats::clustered_mean(values, clusters);
  CHECK(mean.freedom == doctest::Approx(6));
  const stats::Interval expected = stats::student_interval(values, 0.95);
  CHECK(mean.interval(0.95).low == doctest::Approx(expected.low));
  CHECK(mean.interval(0.95).high == doctest::Approx(expected.high));
  CHECK_FALSE(stats::compare(values, std::vector<double>(7), {}, clusters).clustered);
}

TEST_CASE("a test by clusters is never surer than their signs, and needs no nearly empty ones") {
  const std::vector<double> values(12, 1);
  const std::vector<std::uint64_t> clusters = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6};
  const stats::ClusteredMean alike = stats::clustered_mean(values, clusters);
  CHECK(alike.error == 0);
  CHECK(alike.p() == doctest::Approx(1.0 / 32));
  CHECK(std::isinf(alike.interval(0.95).low));
  std::vector<double> many(1000, 1);
  std::vector<std::uint64_t> of_one(1000, 1);
  for (std::uint64_t i = 0; i < 6; ++i) of_one[i] = i + 2;
  CHECK_FALSE(stats::clustered_mean(many, of_one).can_be_tested());
}

TEST_CASE("Elo of pairs in clusters has Student's interval of their share of the points") {
  const stats::Pentanomial pairs = {0, 0, 4, 4, 4};
  std::vector<double> shares;
  std::vector<std::uint64_t> clusters;
  for (std::uint64_t i = 0; i < 12; ++i) {
    clusters.push_back(i % 6);
    shares.push_back(i % 6 < 2 ? 0.5 : i % 6 < 4 ? 0.75 : 1);
  }
  const stats::ClusteredMean share = stats::clustered_mean(shares, clusters);
  const stats::EloEstimate elo = stats::estimate_elo(pairs, share);
  CHECK(elo.elo == doctest::Approx(stats::elo_of(0.75)));
  CHECK(elo.elo_interval.low == doctest::Approx(stats::elo_of(share.interval(0.95).low)));
  CHECK(elo.elo_interval.low < stats::estimate_elo(pairs).elo_interval.low);
  CHECK(elo.superiority == doctest::Approx(1 - share.p(0.5) / 2));
  const stats::EloEstimate won =
      stats::estimate_elo({0, 0, 0, 0, 12}, stats::clustered_mean(std::vector<double>(12, 1), clusters));
  CHECK(won.elo_interval.low == doctest::Approx(stats::elo_of(std::pow(0.025, 1.0 / 6))));
  CHECK(std::isinf(won.elo_interval.high));
}
