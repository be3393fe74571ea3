#include "host/stats/rating.hpp"
#include "host/stats/draw.hpp"
#include "host/stats/plackett_luce.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

using stats::PlayerScore;
using stats::RankingCounts;
using stats::Rating;
using Match = std::vector<PlayerScore>;

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

}  // namespace

TEST_CASE(
    "ratings are the likeliest that a search finds, in matches of two and three seats, ties and doubles included") {
  for (const std::uint32_t seats : {2U, 3U}) {
    const std::vector<Match> matches = random_matches(60, 4, seats);
    const std::vector<Rating> ratings = stats::rate(counted(matches, 4), {.rounds = 0});
    const std::vector<double> expected = searched(matches, 4);
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(std::abs(ratings[i].elo - ratings[0].elo - (expected[i] - expected[0]) * elo_per_nat) < 0.05);
  }
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

TEST_CASE("rating intervals are the same each time and hold the truth about as often as they say") {
  stats::Draw draw(13);
  for (const std::uint64_t seeds : {8U, 20U, 200U}) {
    CAPTURE(seeds);
    const int runs = seeds > 20 ? 200 : 1000;
    int held = 0;
    for (int run = 0; run < runs; ++run) {
      RankingCounts counts(2);
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        for (int match = 0; match < 4; ++match)
          counts.add(seed, Match{{0, draw.below(100) < 64 ? 1.0 : 0.0}, {1, 0.5}});
      }
      const std::vector<Rating> ratings = stats::rate(counts);
      const double truth = 200 * std::log10(64.0 / 36);
      held += ratings[0].interval.low <= truth && truth <= ratings[0].interval.high ? 1 : 0;
      if (run == 0) CHECK(stats::rate(counts)[0].interval.low == ratings[0].interval.low);
    }
    CHECK(held > 0.93 * runs);
    CHECK(held < 0.98 * runs);
  }
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

TEST_CASE("few seeds tell no interval, and neither do many that all went alike with points for both") {
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
    for (const bool first : {true, false}) alike.add(seed, Match{{0, first ? 1.0 : 0.0}, {1, 0.5}});
    mixed.add(seed, Match{{0, seed == 0 ? 0.0 : 1.0}, {1, 0.5}});
  }
  CHECK(stats::rate(alike)[0].interval.low == -endless);
  CHECK(stats::rate(alike)[0].interval.high == endless);
  CHECK(std::isfinite(stats::rate(mixed)[0].interval.low));
}

TEST_CASE("seeds that all went alike tell no interval where they are more than their groups, either") {
  RankingCounts many(2);
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    for (const double points : {1.0, 1.0, 0.0}) many.add(seed, Match{{0, points}, {1, 0.5}});
  }
  for (const double prior : {0.0, 1.0}) {
    CHECK(stats::rate(many, {.prior = prior})[0].interval.low == -endless);
    CHECK(stats::rate(many, {.prior = prior})[0].interval.high == endless);
  }
}

namespace {

/// Matches of `names` on each seed in which the player of the lower number wins, in both orders of seats; in `upsets`
/// the other one wins on a quarter of the seeds.
RankingCounts one_sided(std::uint64_t seeds, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& games,
                        std::vector<std::pair<std::uint32_t, std::uint32_t>> upsets = {}) {
  RankingCounts counts(1);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    for (const auto& game : games) {
      counts.grow(std::max(game.first, game.second) + 1);
      const bool upset = seed % 4 == 0 && std::find(upsets.begin(), upsets.end(), game) != upsets.end();
      for (int order = 0; order < 2; ++order)
        counts.add(seed, Match{{game.first, upset ? 0.0 : 1.0}, {game.second, 0.5}});
    }
  }
  return counts;
}

bool overlap(const stats::Interval& a, const stats::Interval& b) {
  return a.low <= b.high && b.low <= a.high;
}

}  // namespace

TEST_CASE("of two players, one that lost no match has an interval without an upper end, exact for seeds") {
  for (const std::uint64_t seeds : {10U, 20U, 400U}) {
    const std::vector<Rating> ratings = stats::rate(one_sided(seeds, {{0, 1}}));
    const double share = std::pow(0.025, 1.0 / static_cast<double>(seeds));  // of Clopper and Pearson
    CHECK(ratings[0].interval.low == doctest::Approx(200 * std::log10(share / (1 - share))).epsilon(1e-3));
    CHECK(ratings[0].interval.high == endless);
    CHECK(ratings[1].interval.high == doctest::Approx(-ratings[0].interval.low).epsilon(1e-3));
    CHECK(ratings[1].interval.low == -endless);
    CHECK(std::isfinite(ratings[0].elo));
    CHECK(ratings[0].elo > ratings[0].interval.low);
  }
}

TEST_CASE("intervals of 20 and 400 seeds with the same shares overlap, an undefeated and a winless player among them") {
  // 1 and 2 took points of each other; 0 beat them, and they beat 3.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> games = {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}};
  const std::vector<Rating> few = stats::rate(one_sided(20, games, {{1, 2}}));
  const std::vector<Rating> many = stats::rate(one_sided(400, games, {{1, 2}}));
  for (const std::vector<Rating>& ratings : {few, many}) {
    CHECK(ratings[0].interval.low > 0);
    CHECK(ratings[0].interval.high == endless);
    CHECK(ratings[3].interval.low == -endless);
    CHECK(ratings[3].interval.high < 0);
    CHECK(std::isfinite(ratings[1].interval.low));
    CHECK(std::isfinite(ratings[2].interval.high));
    CHECK(ratings[1].elo + ratings[2].elo == doctest::Approx(0));  // the zero is where strengths are known
    for (const Rating& rating : ratings) CHECK(rating.group == 0);
  }
  for (std::size_t i = 0; i < few.size(); ++i) CHECK(overlap(few[i].interval, many[i].interval));
}

TEST_CASE("the lower end of an undefeated player is that of the exact test among players who met unevenly, too") {
  struct Seed {
    std::uint32_t first, second;
    double one, other;  // the first one's points, in both orders of seats
  };
  const std::vector<Seed> seeds = {{3, 4, 1, 0}, {0, 2, 1, 1}, {1, 2, 1, 0.5},   {1, 3, 1, 1}, {1, 2, 1, 0},
                                   {3, 4, 1, 0}, {0, 3, 1, 1}, {2, 3, 0.5, 0.5}, {0, 4, 1, 1}, {3, 4, 0, 1},
                                   {0, 4, 1, 1}, {0, 3, 1, 1}, {0, 2, 1, 1},     {2, 4, 1, 1}};
  RankingCounts counts(5);
  for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
    for (const double points : {seeds[seed].one, seeds[seed].other})
      counts.add(seed, Match{{seeds[seed].first, points}, {seeds[seed].second, 0.5}});
  }
  const Rating undefeated = stats::rate(counts)[0];
  CHECK(undefeated.interval.high == endless);
  // The likelihood of the definition, half of it for each match, climbed with this player's rating held fixed. The
  // zero is the mean of 2, 3 and 4, weighed by their 6, 7 and 6 seeds; 1 has too few.
  CHECK(undefeated.interval.low == doctest::Approx(42.512).epsilon(1e-3));
}

TEST_CASE("a player between an undefeated and a winless one, with no results in the other direction, has no interval") {
  const std::vector<Rating> ratings = stats::rate(one_sided(20, {{0, 1}, {1, 2}}));
  CHECK(ratings[0].interval.high == endless);
  CHECK(std::isfinite(ratings[0].interval.low));
  CHECK(ratings[1].interval.low == -endless);
  CHECK(ratings[1].interval.high == endless);
}

TEST_CASE("the open interval of an undefeated player holds the truth at least as often as it says") {
  stats::Draw draw(5);
  constexpr int runs = 300;
  for (const double share : {0.8, 0.95, 0.99}) {
    int held = 0;
    for (int run = 0; run < runs; ++run) {
      RankingCounts counts(2);
      for (std::uint64_t seed = 0; seed < 12; ++seed)
        counts.add(seed, Match{{0, draw.fraction() < share ? 1.0 : 0.0}, {1, 0.5}});
      const std::vector<Rating> ratings = stats::rate(counts);
      const double truth = 200 * std::log10(share / (1 - share));
      // Other runs have the bootstrap's interval.
      held += ratings[0].interval.high < endless || ratings[0].interval.low <= truth ? 1 : 0;
    }
    CHECK(held >= 0.95 * runs);
  }
}

TEST_CASE("players who never met are rated in groups of their own, the largest first") {
  const std::vector<Rating> ratings = stats::rate(one_sided(40, {{0, 1}, {2, 3}, {3, 4}}, {{0, 1}, {2, 3}, {3, 4}}));
  CHECK(ratings[0].group == 1);
  CHECK(ratings[1].group == 1);
  for (const std::size_t i : {2U, 3U, 4U}) CHECK(ratings[i].group == 0);
  CHECK(ratings[0].elo == doctest::Approx(-ratings[1].elo));
  CHECK(ratings[2].elo + ratings[3].elo + ratings[4].elo == doctest::Approx(0));
}

TEST_CASE("without a prior, ratings are those of maximum likelihood, infinite where it is") {
  const std::vector<Rating> ratings = stats::rate(one_sided(40, {{0, 1}}, {{0, 1}}), {.prior = 0});
  CHECK(ratings[0].elo - ratings[1].elo == doctest::Approx(400 * std::log10(3)).epsilon(1e-5));
  const std::vector<Rating> edge = stats::rate(one_sided(40, {{0, 1}, {1, 2}}), {.prior = 0});
  CHECK(edge[0].elo == endless);
  CHECK(std::isnan(edge[1].elo));
  CHECK(edge[2].elo == -endless);
}

namespace {

/// Adds a block: matches of two players, in both orders of seats. The better one is that of the lower number.
void add_block(RankingCounts& counts, stats::Draw& draw, std::uint64_t seed, std::uint32_t one, std::uint32_t other,
               double lead = 0.5) {
  const double difference = lead * (static_cast<double>(other) - static_cast<double>(one));
  for (int order = 0; order < 2; ++order) {
    const bool wins = draw.fraction() < 1 / (1 + std::exp(-difference));
    counts.add(seed, Match{{one, wins ? 1.0 : 0.0}, {other, 0.5}});
  }
}

/// A table of `players` with `blocks`, each of two drawn ones.
RankingCounts drawn_table(stats::Draw& draw, std::uint32_t players, std::uint64_t blocks) {
  RankingCounts counts(players);
  for (std::uint64_t seed = 0; seed < blocks; ++seed) {
    const std::uint32_t one = draw.below(players);
    const std::uint32_t other = (one + 1 + draw.below(players - 1)) % players;
    add_block(counts, draw, seed, one, other);
  }
  return counts;
}

bool has_interval(const Rating& rating) {
  return rating.interval.low > -endless || rating.interval.high < endless;
}

}  // namespace

TEST_CASE("each rating lies in its interval, in tables of few and of many matches, with any prior") {
  stats::Draw draw(21);
  int intervals = 0;
  for (int table = 0; table < 120; ++table) {
    const std::uint32_t players = 2 + draw.below(5);
    const RankingCounts counts = drawn_table(draw, players, players * (3 + draw.below(table % 10 == 0 ? 60 : 12)));
    for (const double prior : {0.0, 1.0, 50.0}) {
      for (const Rating& rating : stats::rate(counts, {.prior = prior})) {
        CAPTURE(table);
        CHECK_FALSE(std::isnan(rating.interval.low));
        CHECK_FALSE(std::isnan(rating.interval.high));
        if (std::isnan(rating.elo)) continue;
        CHECK(rating.interval.low <= rating.elo);
        CHECK(rating.elo <= rating.interval.high);
        intervals += has_interval(rating) ? 1 : 0;
      }
    }
  }
  CHECK(intervals > 500);
}

TEST_CASE("a player with one block has no interval, and changes nobody else's by more than a hair") {
  stats::Draw draw(22);
  for (int table = 0; table < 40; ++table) {
    const std::uint32_t players = 2 + draw.below(5);
    const std::uint64_t blocks = players * (20 + draw.below(60));
    RankingCounts counts = drawn_table(draw, players, blocks);
    const std::vector<Rating> before = stats::rate(counts);
    counts.grow(players + 1);
    add_block(counts, draw, blocks + draw.below(1000), draw.below(players), players, table % 2 == 0 ? 5 : 0);
    const std::vector<Rating> after = stats::rate(counts);
    CHECK_FALSE(has_interval(after[players]));
    CHECK(std::isfinite(after[players].elo));
    for (std::size_t i = 0; i < players; ++i) {
      CAPTURE(table);
      CAPTURE(i);
      const auto& [low, high] = before[i].interval;
      const double hair = 0.05 * (std::isfinite(high - low) ? high - low : 400);
      CHECK(std::abs(after[i].elo - before[i].elo) < hair);
      for (const auto& [old_end, new_end] : {std::pair(low, after[i].interval.low), {high, after[i].interval.high}})
        CHECK((old_end == new_end || std::abs(new_end - old_end) < hair));
    }
  }
}

TEST_CASE("one that wins a single match against the leader does not become the scale of all") {
  stats::Draw draw(23);
  RankingCounts counts(3);
  for (std::uint64_t seed = 0; seed < 300; ++seed) add_block(counts, draw, seed, 0, 1, 0.6);
  const std::vector<Rating> before = stats::rate(counts);
  counts.add(300, Match{{2, 1}, {0, 0}});
  counts.add(301, Match{{2, 0}, {0, 1}});
  const std::vector<Rating> after = stats::rate(counts);
  CHECK(has_interval(before[0]));
  CHECK_FALSE(has_interval(after[2]));
  for (const std::size_t i : {0U, 1U}) {
    CHECK(std::abs(after[i].elo - before[i].elo) < 0.5);
    CHECK(std::abs(after[i].interval.low - before[i].interval.low) < 0.5);
    CHECK(std::abs(after[i].interval.high - before[i].interval.high) < 0.5);
  }
  for (std::uint64_t seed = 302; seed < 314; ++seed) counts.add(seed, Match{{2, seed % 2 == 0 ? 1.0 : 0.0}, {0, 0.5}});
  CHECK(has_interval(stats::rate(counts)[2]));
}

TEST_CASE("an undefeated or winless player needs six seeds of its own as well") {
  RankingCounts counts = one_sided(40, {{0, 1}}, {{0, 1}});
  counts.grow(4);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    counts.add(seed, Match{{2, 1}, {0, 0}});
    counts.add(seed, Match{{3, 0}, {0, 1}});
  }
  for (const std::size_t i : {2U, 3U}) CHECK_FALSE(has_interval(stats::rate(counts)[i]));
  counts.add(5, Match{{2, 1}, {0, 0}});
  CHECK(stats::rate(counts)[2].interval.low > 0);
  CHECK(stats::rate(counts)[2].interval.high == endless);
}

TEST_CASE("where a lost point is missing in many resamples, the interval's end is open, and others' ends are numbers") {
  RankingCounts counts(3);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    counts.add(seed, Match{{0, seed == 7 ? 0.0 : 1.0}, {1, 0.5}});
    counts.add(seed, Match{{1, seed % 2 == 0 ? 1.0 : 0.0}, {2, 0.5}});
  }
  for (const double prior : {0.0, 1.0}) {
    const std::vector<Rating> ratings = stats::rate(counts, {.prior = prior});
    CHECK(ratings[0].interval.high == endless);
    CHECK(std::isfinite(ratings[0].interval.low));
    for (const std::size_t i : {1U, 2U}) CHECK(ratings[i].interval.high - ratings[i].interval.low < 800);
  }
}

TEST_CASE("an anchor has the rating that it is given, and others theirs relative to it") {
  stats::Draw draw(24);
  RankingCounts counts = drawn_table(draw, 4, 200);
  const std::vector<Rating> free = stats::rate(counts);
  const std::vector<Rating> fixed = stats::rate(counts, {.anchor = {{.player = 1, .elo = 1500}}});
  CHECK(fixed[1].elo == doctest::Approx(1500));
  CHECK(fixed[1].interval.low == doctest::Approx(1500));
  CHECK(fixed[1].interval.high == doctest::Approx(1500));
  for (std::size_t i = 0; i < 4; ++i) CHECK(fixed[i].elo - 1500 == doctest::Approx(free[i].elo - free[1].elo));
  CHECK(fixed[0].interval.low > 1500);
  // Whoever comes, the scale stays.
  counts.grow(6);
  for (std::uint64_t seed = 200; seed < 400; ++seed) add_block(counts, draw, seed, 4, 5);
  for (std::uint64_t seed = 400; seed < 600; ++seed) add_block(counts, draw, seed, 3, 4, 2);
  const std::vector<Rating> later = stats::rate(counts, {.anchor = {{.player = 1, .elo = 1500}}});
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(later[i].elo - fixed[i].elo) < 10);
}

TEST_CASE("an anchor that has too few seeds leaves its group without intervals, and other groups as they are") {
  RankingCounts counts = one_sided(40, {{0, 1}, {3, 4}}, {{0, 1}, {3, 4}});
  counts.add(100, Match{{2, 1}, {0, 0}});
  counts.add(101, Match{{2, 0}, {0, 1}});
  const std::vector<Rating> ratings = stats::rate(counts, {.anchor = {{.player = 2, .elo = 100}}});
  CHECK(ratings[2].elo == doctest::Approx(100));
  for (const std::size_t i : {0U, 1U}) CHECK_FALSE(has_interval(ratings[i]));
  CHECK(ratings[3].elo == doctest::Approx(-ratings[4].elo));
  for (const std::size_t i : {3U, 4U}) CHECK(has_interval(ratings[i]));
}
