// What is compared: one observation a seed, the answer, and where a comparison stops.
#include "host/tournament/comparison.hpp"
#include "host/plugin/tester_settings.hpp"
#include "tests/host/tournament/results.hpp"

#include <agon/game.h>
#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace {

using host::Answer;
using host::Comparison;
using results::played;

/// The first scores `first` on a seed of a game with one seat, the second `second`.
void alone(Comparison& comparison, std::uint64_t seed, double first, double second) {
  comparison.add(played({first}, seed), {0});
  comparison.add(played({second}, seed), {1});
}

/// Two matches with seats swapped, of which the first scores these, and the second the negative.
void pair(Comparison& comparison, std::uint64_t seed, double one, double other) {
  comparison.add(played({one, -one}, seed), {0, 1});
  comparison.add(played({-other, other}, seed), {1, 0});
}

host::ComparisonOptions options(std::size_t seeds, std::int32_t contest = AGON_CONTEST_MEAN) {
  return {.seeds = seeds, .matches_a_seed = 2, .contest = contest};
}

/// Seeds that are `pairs` of won and lost matches, until the test answers; how many that took.
host::ComparisonResult sprt_on(const stats::Sprt& test, double one, double other) {
  auto asked = options(1000);
  asked.sprt = test;
  Comparison comparison(asked);
  for (std::uint64_t seed = 1; seed <= 1000 && !comparison.decided(); ++seed) pair(comparison, seed, one, other);
  return comparison.result(0);
}

std::vector<host::SeedScore> scores(const std::vector<double>& all) {
  std::vector<host::SeedScore> found;
  for (std::size_t index = 0; index < all.size(); ++index) found.push_back({10 + index, all[index]});
  return found;
}

}  // namespace

TEST_CASE("a seed with one seat is each one's score on it") {
  Comparison comparison(options(3));
  alone(comparison, 4, 10, 7);
  alone(comparison, 9, 1, 1);
  alone(comparison, 2, 0.5, 2);
  REQUIRE(comparison.seeds().size() == 3);
  CHECK(comparison.seeds()[0].seed == 4);
  CHECK(comparison.seeds()[0].scores == std::array<double, 2>{10, 7});
  CHECK(comparison.seeds()[2].difference() == -1.5);
  const auto result = comparison.result(5);
  CHECK(result.paired.mean == 0.5);
  CHECK(result.paired.wins == 1);
  CHECK(result.paired.ties == 1);
  CHECK(result.paired.losses == 1);
  CHECK(result.paired.ratio == doctest::Approx(1.15));
  CHECK(result.rows[0].matches == 3);
  CHECK(result.rows[1].cpu_ns == 6'000'000);
  CHECK_FALSE(result.elo.has_value());
}

TEST_CASE("all orders of seats are one observation, the mean over the seats that each took") {
  auto asked = options(1);
  asked.matches_a_seed = 3;
  Comparison comparison(asked);
  comparison.add(played({6, 1, 2}, 1), {0, 0, 1});
  comparison.add(played({3, 4, 5}, 1), {0, 1, 0});
  CHECK(comparison.seeds().empty());
  comparison.add(played({9, 3, 6}, 1), {1, 0, 0});
  REQUIRE(comparison.seeds().size() == 1);
  CHECK(comparison.seeds()[0].scores[0] == doctest::Approx((6 + 1 + 3 + 5 + 3 + 6) / 6.0));
  CHECK(comparison.seeds()[0].scores[1] == doctest::Approx((2 + 4 + 9) / 3.0));
  CHECK_FALSE(comparison.result(0).elo.has_value());
}

TEST_CASE("a seed of which a match is missing does not count") {
  Comparison comparison(options(2));
  alone(comparison, 1, 3, 2);
  comparison.add(played({100}, 2), {0});
  CHECK(comparison.seeds().size() == 1);
  CHECK(comparison.result(0).rows[0].matches == 1);
}

namespace {

/// Plays a seed in both orders; the first strategy scores `lead` in each match.
void play_both(Comparison& comparison, std::uint64_t seed, std::uint64_t start, std::uint64_t done, double lead,
               std::uint64_t opening = 0) {
  for (const host::Seating& seating : {host::Seating{0, 1}, host::Seating{1, 0}}) {
    host::Result one = seating[0] == 0 ? played({lead, 0}, seed) : played({0, lead}, seed);
    one.digests = {.start = 2 * start + seating[0], .match = 1000 * start + 2 * done + seating[0], .opening = opening};
    comparison.add(one, seating);
  }
}

/// Options of a plain comparison, of one by SPRT, and of one by the always-valid test.
host::ComparisonOptions options_of(int kind, std::size_t seeds) {
  auto asked = options(seeds);
  asked.matches_a_seed = 2;
  if (kind == 1) asked.sprt = stats::Sprt{.elo0 = 0, .elo1 = 100};
  asked.sequential = kind == 2;
  return asked;
}

}  // namespace

TEST_CASE("matches of deterministic strategies on few starts all count in the table, and are no test") {
  for (const int kind : {0, 1, 2}) {
    CAPTURE(kind);
    Comparison comparison(options_of(kind, 1000));
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) play_both(comparison, seed, 1 + seed % 3, 0, 1);
    CHECK_FALSE(comparison.decided());
    const auto result = comparison.result(5);
    CHECK(result.answer == Answer::no_test);
    CHECK(result.paired.seeds == 1000);
    CHECK(result.paired.mean == 1);
    CHECK(std::isinf(result.paired.interval.low));
    CHECK(std::isinf(result.elo->estimate.elo_interval.low));
    CHECK(result.rows[0].matches == 2000);
    CHECK(result.tested == 3);
    CHECK(result.observations.blocks == 1000);
    CHECK(result.observations.different == 3);
    CHECK(result.observations.starts == 3);
    CHECK(result.observations.evidence == host::Evidence::repeats);
    CHECK_FALSE(result.seeds_to_find);
  }
}

TEST_CASE("with six starts, deterministic strategies are judged by starts, each with its share of the seeds") {
  Comparison comparison(options_of(0, 60));
  for (std::uint64_t seed = 1; seed <= 60; ++seed) play_both(comparison, seed, 1 + seed % 6, 0, seed % 6 == 0 ? 2 : 1);
  const auto result = comparison.result(5);
  CHECK(result.answer == Answer::better);  // all six are won
  CHECK(result.paired.p() == doctest::Approx(1.0 / 32));
  REQUIRE(result.paired.clustered);
  CHECK(result.paired.clustered->clusters == 6);
  CHECK(result.paired.mean == doctest::Approx(7.0 / 6));
  CHECK(result.paired.interval.low == doctest::Approx(7.0 / 6 - 2.571 / 6).epsilon(0.001));
}

TEST_CASE("all matches of strategies who draw count, also those that are equal by chance") {
  for (const int kind : {0, 1, 2}) {
    CAPTURE(kind);
    Comparison comparison(options_of(kind, 1000));
    // The first one wins three of four seeds, always in the same way.
    for (std::uint64_t seed = 1; seed <= 1000; ++seed)
      play_both(comparison, seed, 1, seed % 4 == 0 ? seed % 8 : 1, seed % 4 == 0 ? -1 : 1);
    const auto result = comparison.result(5);
    CHECK(result.answer == Answer::better);
    CHECK(result.observations.evidence == host::Evidence::draws);
    CHECK_FALSE(result.paired.clustered);
    CHECK(result.paired.mean == doctest::Approx(0.5).epsilon(0.1));
  }
}

TEST_CASE("an opening that comes again is one observation, but with fewer than six the seed is") {
  for (const std::uint64_t openings : {20U, 3U}) {
    CAPTURE(openings);
    for (const int kind : {0, 1}) {
      auto asked = options_of(kind, 100);
      asked.openings = openings;
      Comparison comparison(asked);
      for (std::uint64_t seed = 0; seed < 100; ++seed)
        play_both(comparison, seed, 1 + seed % openings, seed, seed % 2 == 0 ? -1 : 1, 1 + seed % openings);
      const auto result = comparison.result(5);
      CHECK(result.observations.openings == openings);
      CHECK(result.observations.few_openings() == (openings == 3));
      CHECK(result.paired.clustered.has_value() == (openings == 20));
      if (kind == 1 && openings == 20) CHECK(result.tested == 20);
      if (kind == 0)
        CHECK(result.observations.evidence == (openings == 20 ? host::Evidence::openings : host::Evidence::draws));
    }
  }
}

TEST_CASE("a comparison judges what a match counts in the contest, or the score itself") {
  // Nine small wins and one large loss of ten seeds each.
  for (const auto measure : {host::Measure::contest, host::Measure::score}) {
    auto asked = options(100, AGON_CONTEST_SIGNED_ROOT_SUM);
    asked.measure = measure;
    Comparison comparison(asked);
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const double score = seed % 10 == 0 ? -100 : 4;
      pair(comparison, seed, score, score);
    }
    const auto result = comparison.result(1);
    CHECK(result.measure == measure);
    REQUIRE(result.losses.size() == 1);
    CHECK(result.losses[0].scores == std::array<double, 2>{-100, 100});
    CHECK(result.paired.wins == 90);
    if (measure == host::Measure::contest) {
      CHECK(result.paired.mean == doctest::Approx((90 * 4 - 10 * 20) / 100.0));
      CHECK(result.losses[0].values == std::array<double, 2>{-10, 10});
      CHECK(result.answer == Answer::better);
    } else {
      CHECK(result.paired.mean == doctest::Approx((90 * 8 - 10 * 200) / 100.0));
      CHECK(result.answer == Answer::no_difference_found);
    }
  }
}

TEST_CASE("where each plays alone, a relative contest compares the shares of the better one on each seed") {
  for (const auto& [contest, second] :
       {std::pair{AGON_CONTEST_RELATIVE_SUM, 20.0}, {AGON_CONTEST_RELATIVE_COST_SUM, -5.0}}) {
    Comparison comparison(options(2, contest));
    alone(comparison, 1, second / 4, second);
    const bool costs = contest == AGON_CONTEST_RELATIVE_COST_SUM;
    CHECK(comparison.seeds()[0].values == (costs ? std::array<double, 2>{1, 0.25} : std::array<double, 2>{0.25, 1}));
  }
}

TEST_CASE("where each plays alone, a contest by rank compares who is the better one on each seed") {
  Comparison comparison(options(2, host::contest_ranked));
  alone(comparison, 1, 3, 2);
  alone(comparison, 2, -3, -3);
  CHECK(comparison.seeds()[0].values == std::array<double, 2>{1, 0});
  CHECK(comparison.seeds()[1].values == std::array<double, 2>{0.5, 0.5});
}

TEST_CASE("in a match, a relative contest compares the shares of its best score") {
  Comparison comparison(options(1, AGON_CONTEST_RELATIVE_SUM));
  comparison.add(played({10, 5}, 1), {0, 1});
  comparison.add(played({8, 2}, 1), {1, 0});
  CHECK(comparison.seeds()[0].values == std::array<double, 2>{0.625, 0.75});
}

TEST_CASE("nobody is better than a strategy that fails in more than a tenth of its matches") {
  const auto answer_of = [](std::size_t failing, std::size_t participant, bool sequential) {
    auto asked = options(200);
    asked.sequential = sequential;
    Comparison comparison(asked);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      for (const host::Seating& seating : {host::Seating{0, 1}, host::Seating{1, 0}}) {
        const double first = participant == 1 ? 1 : 0;
        host::Result one = seating[0] == 0 ? played({first, 1 - first}, seed) : played({1 - first, first}, seed);
        if (seed % 100 < failing) one.seats[seating[0] == participant ? 0 : 1].outcome.kind = AGON_OUTCOME_CRASH;
        comparison.add(one, seating);
      }
    }
    return comparison.result(0).answer;
  };
  for (const bool sequential : {false, true}) {
    CAPTURE(sequential);
    CHECK(answer_of(5, 1, sequential) == Answer::better);
    CHECK(answer_of(40, 1, sequential) == Answer::no_answer);
    CHECK(answer_of(40, 0, sequential) == Answer::worse);
  }
}

TEST_CASE("pairs of matches are counted by the points that the first won") {
  Comparison comparison(options(6));
  pair(comparison, 1, 5, 7);    // 2
  pair(comparison, 2, -5, -1);  // 0
  pair(comparison, 3, 0, -1);   // 1/2
  pair(comparison, 4, 0, 0);    // 1
  pair(comparison, 5, 3, -8);   // 1
  pair(comparison, 6, 3, 0);    // 3/2
  const auto result = comparison.result(0);
  REQUIRE(result.elo.has_value());
  CHECK(result.elo->pairs == stats::Pentanomial{1, 1, 2, 1, 1});
  CHECK(result.elo->estimate.elo == doctest::Approx(0).epsilon(1e-9));
  CHECK(std::isnan(result.paired.ratio));  // of means that are not above 0
}

TEST_CASE("the answer takes the side of a difference that chance hardly makes") {
  Comparison better(options(20));
  Comparison worse(options(20));
  Comparison few(options(3));
  Comparison same(options(20));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto score = static_cast<double>(seed);
    alone(better, seed, score + 1, score);
    alone(worse, seed, score, score + 1);
    alone(same, seed, score, score);
    if (seed <= 3) alone(few, seed, score + 1, score);
  }
  CHECK(better.result(0).answer == Answer::better);
  CHECK(worse.result(0).answer == Answer::worse);
  CHECK(few.result(0).answer == Answer::no_difference_found);
  CHECK(same.result(0).answer == Answer::no_difference_found);
}

TEST_CASE("where most seeds are won and the mean is lost, no difference is claimed") {
  Comparison comparison(options(40));
  for (std::uint64_t seed = 1; seed <= 39; ++seed) alone(comparison, seed, 1, 0);
  alone(comparison, 40, 0, 1000);
  const auto result = comparison.result(0);
  CHECK(result.paired.signed_rank.p < 0.05);
  CHECK(result.paired.mean < 0);
  CHECK(result.answer == Answer::no_difference_found);
}

TEST_CASE("the seeds with the largest gains and losses come first, and in the order played where they tie") {
  Comparison comparison(options(6));
  alone(comparison, 1, 5, 3);
  alone(comparison, 2, 1, 4);
  alone(comparison, 3, 9, 3);
  alone(comparison, 4, 4, 2);
  alone(comparison, 5, 2, 2);
  alone(comparison, 6, 2, 3);
  const auto seeds_of = [](const std::vector<host::ComparedSeed>& all) {
    std::vector<std::uint64_t> seeds;
    for (const auto& one : all) seeds.push_back(one.seed);
    return seeds;
  };
  CHECK(seeds_of(comparison.result(2).gains) == std::vector<std::uint64_t>{3, 1});
  CHECK(seeds_of(comparison.result(9).gains) == std::vector<std::uint64_t>{3, 1, 4});
  CHECK(seeds_of(comparison.result(9).losses) == std::vector<std::uint64_t>{2, 6});
  CHECK(comparison.result(0).losses.empty());
}

TEST_CASE("the probability ratio test stops, on either side, and what follows does not count") {
  auto asked = options(1000);
  asked.sprt = stats::Sprt{.elo0 = 0, .elo1 = 20};
  Comparison comparison(asked);
  std::uint64_t seed = 0;
  while (!comparison.decided()) {
    ++seed;
    pair(comparison, seed, 5, seed % 3 == 0 ? -5 : 5);
  }
  CHECK(seed > 10);
  CHECK(seed < 200);
  pair(comparison, seed + 1, -1000, -1000);
  const auto result = comparison.result(5);
  CHECK(comparison.seeds().size() == seed);
  CHECK(result.rows[0].matches == 2 * seed);
  CHECK(result.sprt->verdict == stats::SprtVerdict::accept_h1);
  CHECK(result.sprt->log_likelihood_ratio >= result.sprt->bounds.upper);
  CHECK(result.answer == Answer::better);
}

TEST_CASE("accepting a hypothesis is a claim only of what it rejects") {
  const stats::Sprt gain{.elo0 = 0, .elo1 = 20};
  const stats::Sprt harmless{.elo0 = -20, .elo1 = 0};
  CHECK(sprt_on(gain, 1, 1).answer == Answer::better);
  CHECK(sprt_on(harmless, -1, -1).answer == Answer::worse);
  const auto no_loss = sprt_on(harmless, 1, -1);  // as many won as lost: not weaker by 20, which is not yet better
  CHECK(no_loss.sprt->verdict == stats::SprtVerdict::accept_h1);
  CHECK(no_loss.answer == Answer::no_difference_found);
  const auto no_gain = sprt_on(gain, 1, -1);
  CHECK(no_gain.sprt->verdict == stats::SprtVerdict::accept_h0);
  CHECK(no_gain.answer == Answer::no_difference_found);
  CHECK(sprt_on(gain, -1, -1).answer == Answer::worse);  // not only not stronger: weaker
}

TEST_CASE("the always-valid test stops where a difference is clear, and says nothing of equals") {
  auto asked = options(500);
  asked.sequential = true;
  Comparison clear(asked);
  Comparison equal(asked);
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const double noise = seed % 2 == 0 ? 1 : -1;
    alone(clear, seed, 1 + noise, 0.5);
    alone(equal, seed, noise, 0);
  }
  CHECK(clear.decided());
  CHECK(clear.seeds().size() < 200);
  CHECK(clear.result(0).answer == Answer::better);
  CHECK(clear.result(0).sequential->p <= 0.05);
  CHECK_FALSE(equal.decided());
  CHECK(equal.seeds().size() == 500);
  CHECK(equal.result(0).sequential->verdict == stats::SequentialVerdict::no_difference_found);
  CHECK(equal.result(0).answer == Answer::no_difference_found);
  CHECK(equal.result(0).sequential->warm_up == 0);
  Comparison short_of(asked);
  for (std::uint64_t seed = 1; seed <= 59; ++seed) alone(short_of, seed, 2 + static_cast<double>(seed % 2), 0.5);
  CHECK(short_of.result(0).sequential->warm_up == 60);
  CHECK(short_of.result(0).seeds_to_find == 6);
}

TEST_CASE("a comparison of nothing finds nothing, and does not fail") {
  const auto result = Comparison(options(5)).result(5);
  CHECK(result.answer == Answer::no_difference_found);
  CHECK(result.paired.seeds == 0);
  CHECK(result.gains.empty());
}

TEST_CASE("a build is compared with the one before seed by seed") {
  const auto change = host::compare_builds(scores({1, 5, 3, 2}), scores({4, 4, 3, 3}), 5);
  CHECK(change.better == 2);
  CHECK(change.worse == 1);
  CHECK(change.same == 1);
  CHECK(change.seeds() == 4);
  CHECK(change.mean_before == doctest::Approx(2.75));
  CHECK(change.mean_after == doctest::Approx(3.5));
  REQUIRE(change.gains.size() == 2);
  CHECK(change.gains[0].seed == 10);
  CHECK(change.gains[0].difference() == 3);
  CHECK(change.gains[1].seed == 13);
  REQUIRE(change.losses.size() == 1);
  CHECK(change.losses[0].seed == 11);
  CHECK(change.losses[0].values == std::array<double, 2>{4, 5});
}

TEST_CASE("only the largest changes are kept, and all are counted") {
  const auto change = host::compare_builds(scores({0, 0, 0, 9, 9, 9}), scores({1, 3, 2, 8, 2, 5}), 2);
  CHECK(change.better == 3);
  CHECK(change.worse == 3);
  REQUIRE(change.gains.size() == 2);
  CHECK(change.gains[0].seed == 11);
  CHECK(change.gains[1].seed == 12);
  REQUIRE(change.losses.size() == 2);
  CHECK(change.losses[0].seed == 14);
  CHECK(change.losses[1].seed == 15);
}

TEST_CASE("seeds that only one of the builds has played do not count") {
  CHECK(host::compare_builds(scores({1, 2, 3}), scores({2}), 5).seeds() == 1);
  const auto none = host::compare_builds({}, scores({2}), 5);
  CHECK(none.seeds() == 0);
  CHECK(none.mean_after == 0);
}
