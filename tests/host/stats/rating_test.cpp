#include "host/stats/rating.hpp"
#include "host/stats/draw.hpp"
#include "host/stats/plackett_luce.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

using stats::Place;
using stats::RankingCounts;
using stats::Rating;
using Match = std::vector<Place>;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double elo_per_nat = 173.71779276130073;

/// The logarithm of the probability of a match by the model, from all the orders that its ties leave open.
double log_probability(Match match, const std::vector<double>& strengths) {
  std::vector<std::size_t> order(match.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double sum = 0;
  int orders = 0;
  do {
    bool fits = true;
    for (std::size_t i = 1; i < order.size(); ++i) fits = fits && match[order[i - 1]].score >= match[order[i]].score;
    if (!fits) continue;
    ++orders;
    double rest = 0;
    for (std::size_t i = order.size(); i-- > 0;) {
      rest += std::exp(strengths[match[order[i]].player]);
      sum += strengths[match[order[i]].player] - std::log(rest);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / orders;
}

double log_posterior(const std::vector<Match>& matches, const std::vector<double>& strengths) {
  double sum = 0;
  for (const Match& match : matches) sum += log_probability(match, strengths);
  for (const double strength : strengths) sum += strength / 2 - std::log1p(std::exp(strength));
  return sum;
}

/// Climbs by ever smaller steps along each player's strength, with the likelihood of the definition.
std::vector<double> searched(const std::vector<Match>& matches, std::size_t players) {
  std::vector<double> strengths(players);
  double best = log_posterior(matches, strengths);
  for (double step = 1; step > 1e-6;) {
    bool moved = false;
    for (double& strength : strengths) {
      for (const double way : {step, -step}) {
        strength += way;
        const double found = log_posterior(matches, strengths);
        if (found > best) {
          best = found;
          moved = true;
        } else {
          strength -= way;
        }
      }
    }
    if (!moved) step /= 2;
  }
  return strengths;
}

RankingCounts counted(const std::vector<Match>& matches, std::size_t players) {
  RankingCounts counts(players);
  for (std::size_t i = 0; i < matches.size(); ++i) counts.add(i, matches[i]);
  return counts;
}

std::vector<Match> random_matches(std::size_t count, std::uint32_t players, std::uint32_t seats) {
  stats::Draw draw(9);
  std::vector<Match> matches(count);
  for (Match& match : matches) {
    for (std::uint32_t seat = 0; seat < seats; ++seat) {
      const std::uint32_t player = draw.below(players);
      match.push_back({player, static_cast<double>(draw.below(4) + (player > 1 ? 1 : 0))});
    }
  }
  return matches;
}

void check_against_search(const std::vector<Match>& matches, std::size_t players) {
  const std::vector<Rating> ratings = stats::rate(counted(matches, players), {.anchor = 0, .rounds = 0});
  const std::vector<double> expected = searched(matches, players);
  for (std::size_t i = 0; i < players; ++i) {
    CHECK(std::abs(ratings[i].elo - (expected[i] - expected[0]) * elo_per_nat) < 0.05);
  }
}

}  // namespace

TEST_CASE("ratings of two-seat matches are the likeliest that a search finds, ties included") {
  check_against_search(random_matches(60, 4, 2), 4);
}

TEST_CASE(
    "ratings of matches of three seats are the likeliest that a search finds, ties and doubled players included") {
  check_against_search(random_matches(60, 4, 3), 4);
}

TEST_CASE("a match of many tied seats moves nobody past another") {
  for (const std::uint32_t seats : {4U, 7U}) {
    Match match;
    for (std::uint32_t player = 0; player < seats; ++player) match.push_back({player, 5});
    for (const Rating& rating : stats::rate(counted({match, match, match}, seats))) {
      CHECK(std::abs(rating.elo) < 1e-6);
    }
  }
}

TEST_CASE("strengths rest where a step of minorise-maximise leads nowhere") {
  stats::Draw draw(12);
  std::vector<RankingCounts::Set> sets;
  stats::ChoiceCounts counts{std::vector<double>(6), {}};
  for (std::uint32_t i = 0; i < 6; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      sets.push_back({j, i});
      const double wins = draw.below(50);
      counts.chosen[i] += wins;
      counts.chosen[j] += 50 - wins;
      counts.chances.push_back(50);
    }
  }
  const std::vector<double> strengths = stats::fit_strengths(sets, counts, 1, std::vector<double>(6));
  for (std::uint32_t i = 0; i < 6; ++i) {
    const double gamma = std::exp(strengths[i]);
    double share = 1 / (gamma + 1);
    for (std::size_t s = 0; s < sets.size(); ++s) {
      if (sets[s][0] != i && sets[s][1] != i) continue;
      share += counts.chances[s] / (std::exp(strengths[sets[s][0]]) + std::exp(strengths[sets[s][1]]));
    }
    CHECK(gamma == doctest::Approx((counts.chosen[i] + 0.5) / share).epsilon(1e-9));
  }
}

TEST_CASE("wins three times in four are 191 Elo, and the mean of all is 0") {
  RankingCounts counts(2);
  for (std::uint64_t seed = 0; seed < 40'000; ++seed) {
    counts.add(seed, Match{{0, seed % 4 == 0 ? 0.0 : 1.0}, {1, 0.5}});
  }
  const std::vector<Rating> ratings = stats::rate(counts, {.rounds = 0});
  CHECK(ratings[0].elo - ratings[1].elo == doctest::Approx(400 * std::log10(3)).epsilon(1e-3));
  CHECK(ratings[0].elo + ratings[1].elo == doctest::Approx(0));
  CHECK(ratings[0].matches == 40'000);
}

TEST_CASE("who wins all has a rating that is a number, and more wins make it higher") {
  double before = 0;
  for (const int wins : {1, 10, 1000, 100'000}) {
    RankingCounts counts(3);
    for (int i = 0; i < wins; ++i) counts.add(static_cast<std::uint64_t>(i), Match{{0, 2}, {1, 1}, {2, 0}});
    const std::vector<Rating> ratings = stats::rate(counts, {.rounds = 5});
    CHECK(std::isfinite(ratings[0].elo));
    CHECK(ratings[0].elo > before);
    CHECK(ratings[2].elo == doctest::Approx(-ratings[0].elo).epsilon(0.2));
    before = ratings[0].elo;
  }
}

TEST_CASE("players who never met, or never played, have ratings all the same") {
  const std::vector<Match> matches(50, {{0, 1}, {1, 0}});
  const std::vector<Rating> ratings = stats::rate(counted(matches, 3));
  CHECK(ratings[0].elo > 100);
  CHECK(ratings[1].elo == doctest::Approx(-ratings[0].elo));
  CHECK(std::abs(ratings[2].elo) < 1e-6);
  CHECK(ratings[2].matches == 0);
}

TEST_CASE("a match against oneself changes nothing but the number of matches") {
  std::vector<Match> matches = random_matches(30, 3, 2);
  const std::vector<Rating> before = stats::rate(counted(matches, 3), {.rounds = 0});
  matches.push_back({{1, 3}, {1, 7}});
  matches.push_back({{1, 3}, {1, 3}});
  const std::vector<Rating> after = stats::rate(counted(matches, 3), {.rounds = 0});
  for (std::size_t i = 0; i < 3; ++i) CHECK(after[i].elo == doctest::Approx(before[i].elo));
  CHECK(after[1].matches == before[1].matches + 4);
}

TEST_CASE("ratings do not depend on the order of the matches, nor of the seats") {
  std::vector<Match> matches = random_matches(80, 4, 3);
  RankingCounts there(4);
  RankingCounts back(4);
  for (std::size_t i = 0; i < matches.size(); ++i) there.add(i, matches[i]);
  for (std::size_t i = matches.size(); i-- > 0;) {
    std::reverse(matches[i].begin(), matches[i].end());
    back.add(i, matches[i]);
  }
  const std::vector<Rating> first = stats::rate(there);
  const std::vector<Rating> second = stats::rate(back);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(first[i].elo == doctest::Approx(second[i].elo));
    CHECK(first[i].interval.low == doctest::Approx(second[i].interval.low));
  }
}

TEST_CASE("the anchored player stands at 0 with no doubt, and the others keep their distances") {
  const std::vector<Match> matches = random_matches(100, 3, 2);
  const std::vector<Rating> free = stats::rate(counted(matches, 3));
  const std::vector<Rating> anchored = stats::rate(counted(matches, 3), {.anchor = 1});
  CHECK(anchored[1].elo == 0);
  CHECK(anchored[1].interval.low == 0);
  CHECK(anchored[1].interval.high == 0);
  CHECK(anchored[2].elo == doctest::Approx(free[2].elo - free[1].elo));
}

TEST_CASE("rating intervals are the same each time and hold the truth about as often as they say") {
  stats::Draw draw(13);
  constexpr int runs = 200;
  int held = 0;
  for (int run = 0; run < runs; ++run) {
    RankingCounts counts(2);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      counts.add(seed, Match{{0, draw.below(100) < 64 ? 1.0 : 0.0}, {1, 0.5}});
    }
    const std::vector<Rating> ratings = stats::rate(counts);
    const double truth = 200 * std::log10(64.0 / 36);
    held += ratings[0].interval.low <= truth && truth <= ratings[0].interval.high ? 1 : 0;
    if (run == 0) CHECK(stats::rate(counts)[0].interval.low == ratings[0].interval.low);
  }
  CHECK(held > 0.9 * runs);
  CHECK(held < runs);
}

TEST_CASE("matches of one seed are drawn together, so repeating them makes nothing surer") {
  RankingCounts once(2);
  RankingCounts often(2);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Match match = {{0, seed % 3 == 0 ? 0.0 : 1.0}, {1, 0.5}};
    once.add(seed, match);
    for (int i = 0; i < 20; ++i) often.add(seed, match);
  }
  const auto width = [](const std::vector<Rating>& ratings) {
    return ratings[0].interval.high - ratings[0].interval.low;
  };
  CHECK(width(stats::rate(often)) == doctest::Approx(width(stats::rate(once))).epsilon(0.1));
}

TEST_CASE("few seeds tell no interval, and neither do many that all went alike") {
  for (const std::uint64_t seeds : {1U, 3U, 5U}) {
    RankingCounts counts(2);
    for (std::uint64_t seed = 0; seed < seeds; ++seed)
      counts.add(seed, Match{{0, seed % 2 == 0 ? 1.0 : 0.0}, {1, 0.5}});
    CHECK(stats::rate(counts)[0].interval.low == -endless);
    CHECK(stats::rate(counts)[1].interval.high == endless);
  }
  RankingCounts alike(2);
  RankingCounts mixed(2);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    alike.add(seed, Match{{0, 1}, {1, 0}});
    mixed.add(seed, Match{{0, seed == 0 ? 0.0 : 1.0}, {1, 0.5}});
  }
  CHECK(stats::rate(alike)[0].elo > 0);
  CHECK(stats::rate(alike)[0].interval.low == -endless);
  CHECK(stats::rate(alike)[0].interval.high == endless);
  CHECK(std::isfinite(stats::rate(mixed)[0].interval.low));
}

TEST_CASE("one seed alone tells no interval") {
  RankingCounts counts(2);
  for (int i = 0; i < 10; ++i) counts.add(5, Match{{0, 1}, {1, 0}});
  CHECK(stats::rate(counts)[0].interval.low == -endless);
  CHECK(stats::rate(counts)[0].interval.high == endless);
}

TEST_CASE("what a rating can't use is refused") {
  CHECK_THROWS_AS(RankingCounts(0), std::invalid_argument);
  CHECK_THROWS_AS(RankingCounts(2, 0), std::invalid_argument);
  RankingCounts counts(2);
  CHECK_THROWS_AS(counts.add(1, Match{{0, 1}, {2, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(counts.add(1, Match{{0, 1}, {1, std::nan("")}}), std::invalid_argument);
  CHECK_THROWS_AS(stats::rate(counts, {.prior = 0}), std::invalid_argument);
  CHECK_THROWS_AS(stats::rate(counts, {.anchor = 2}), std::invalid_argument);
  CHECK_THROWS_AS(stats::rate(counts, {.confidence = 1}), std::invalid_argument);
}
