// The tests that stop by themselves keep their error rates, and find what there is.
#include "host/stats/elo.hpp"
#include "host/stats/sequential.hpp"
#include "tests/host/stats/samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using stats::Pentanomial;
using stats::SequentialTest;
using stats::SequentialVerdict;
using stats::Sprt;
using stats::SprtVerdict;

namespace {

using samples::exponential;
using samples::normal;

constexpr double alpha = 0.05;

struct Distribution {
  std::string name;
  std::function<double(stats::Draw&)> draw;
};

/// What differences of scores may look like where neither strategy is better: heavy tails, ties, few values, and skewed
/// ones with mean 0.
std::vector<Distribution> null_differences() {
  return {
      {"normal", normal},
      {"Cauchy, without a mean", [](stats::Draw& draw) { return normal(draw) / normal(draw); }},
      {"Student's t with 3 degrees of freedom",
       [](stats::Draw& draw) {
         double squares = 0;
         for (int i = 0; i < 3; ++i) squares += std::pow(normal(draw), 2);
         return normal(draw) / std::sqrt(squares / 3);
       }},
      {"differences of scores that are exponential",
       [](stats::Draw& draw) { return exponential(draw) - exponential(draw); }},
      {"whole numbers from -2 to 2", [](stats::Draw& draw) { return draw.below(5) - 2.0; }},
      {"a coin", [](stats::Draw& draw) { return draw.below(2) == 0 ? -1.0 : 1.0; }},
      {"19 ties in 20",
       [](stats::Draw& draw) {
         const std::uint32_t side = draw.below(40);
         return side == 0 ? 1.0 : side == 1 ? -1.0 : 0.0;
       }},
      {"exponential, moved to mean 0", [](stats::Draw& draw) { return exponential(draw) - 1; }},
      {"lognormal, moved to mean 0", [](stats::Draw& draw) { return std::exp(normal(draw)) - std::exp(0.5); }},
      {"9 losses of 1 for a win of 9", [](stats::Draw& draw) { return draw.below(10) == 0 ? 9.0 : -1.0; }},
      {"9 wins of 1 for a loss of 9", [](stats::Draw& draw) { return draw.below(10) == 0 ? -9.0 : 1.0; }},
      {"skewed, with many ties",
       [](stats::Draw& draw) {
         const std::uint32_t side = draw.below(25);
         return side == 0 ? 4.0 : side <= 4 ? -1.0 : 0.0;
       }},
  };
}

/// How runs of the sequential test on data of one distribution ended.
struct Ends {
  int better = 0;
  int worse = 0;
  int missed = 0;    // in how many the interval did not hold the true value at the end
  double seeds = 0;  // in all runs
};

Ends play(const Distribution& differences, double truth, int runs, std::size_t most) {
  stats::Draw draw(7);
  Ends ends;
  for (int run = 0; run < runs; ++run) {
    SequentialTest test({.alpha = alpha, .most = most});
    while (test.add(differences.draw(draw) + truth) == SequentialVerdict::running) continue;
    ends.better += test.verdict() == SequentialVerdict::better ? 1 : 0;
    ends.worse += test.verdict() == SequentialVerdict::worse ? 1 : 0;
    const stats::Interval interval = test.interval();
    ends.missed += truth < interval.low || truth > interval.high ? 1 : 0;
    ends.seeds += static_cast<double>(test.seeds());
  }
  return ends;
}

/// Of `runs` on null data, at most alpha may claim a difference: each distribution is drawn from a fixed seed, so what
/// holds once holds always.
void claims_at_most_alpha(int runs, std::size_t most) {
  for (const Distribution& distribution : null_differences()) {
    const Ends ends = play(distribution, 0, runs, most);
    const int claims = ends.better + ends.worse;
    MESSAGE(distribution.name, ": ", ends.better, " + ", ends.worse, " of ", runs, " runs claim a difference");
    CHECK_MESSAGE(claims <= alpha * runs, distribution.name);
    CHECK_MESSAGE(ends.missed <= alpha * runs, distribution.name);
  }
}

/// A fair start: each pair is drawn from this distribution, leant to the first player by `lean`.
Pentanomial& add_pair(Pentanomial& counts, stats::Draw& draw, double lean) {
  const std::array<double, 5> probability = {0.1 - lean, 0.2 - lean, 0.4, 0.2 + lean, 0.1 + lean};
  double rest = draw.fraction();
  std::size_t result = 0;
  while (result < 4 && rest >= probability[result]) rest -= probability[result++];
  ++counts[result];
  return counts;
}

/// The lean at which the distribution above is `elo` strong, by halving.
double lean_of(double elo) {
  return stats::end_of_interval(-0.09, 0.09, 50, [&](double lean) {
    const double mean = 0.5 + 1.5 * lean;
    const double variance = 0.075 - 2.25 * lean * lean;
    return stats::normalised_elo_scale * (mean - 0.5) / std::sqrt(2 * variance) < elo;
  });
}

/// Wald's bounds give the two error rates nearly, so that a simulation shows some more by chance: two deviations.
double most_by_chance(int runs) {
  return alpha * runs + 2 * std::sqrt(alpha * (1 - alpha) * runs);
}

/// Returns how many runs claim the first player to be better though it is not.
int sprt_keeps_its_errors(int runs) {
  const Sprt test = {.elo0 = 0, .elo1 = 60};
  int claims = 0;
  for (const double truth : {test.elo0, test.elo1}) {
    const SprtVerdict false_claim = truth == test.elo0 ? SprtVerdict::accept_h1 : SprtVerdict::accept_h0;
    const double lean = lean_of(truth);
    stats::Draw draw(8);
    int false_claims = 0;
    double pairs = 0;
    for (int run = 0; run < runs; ++run) {
      Pentanomial counts{};
      SprtVerdict verdict = SprtVerdict::running;
      while (verdict == SprtVerdict::running) verdict = stats::verdict(test, add_pair(counts, draw, lean));
      false_claims += verdict == false_claim ? 1 : 0;
      pairs += static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    }
    MESSAGE("at ", truth, " normalised Elo: ", false_claims, " of ", runs, " runs end wrongly, after ", pairs / runs,
            " pairs on average");
    CHECK(false_claims <= most_by_chance(runs));
    CHECK(pairs / runs < 150);
    if (truth == test.elo0) claims = false_claims;
  }
  return claims;
}

}  // namespace

TEST_CASE("on null data the sequential test claims a difference in at most alpha of some runs") {
  claims_at_most_alpha(200, 400);
}

TEST_CASE("the sequential test finds a true difference in about the seeds that a test of fixed length takes") {
  // For a power of 0.8 at a difference of e deviations a t-test of fixed length takes about 7.85 / e^2 seeds.
  for (const double truth : {0.2, 0.3, 0.5}) {
    const Ends ends = play({"normal", normal}, truth, 100, 10'000);
    CAPTURE(truth);
    CHECK(ends.better == 100);
    CHECK(ends.seeds / 100 < 2.5 * 7.85 / (truth * truth));
  }
}

TEST_CASE("the sequential test finds a difference under heavy tails, ties and skewness") {
  for (const Distribution& distribution : null_differences()) {
    if (distribution.name.starts_with("Cauchy")) continue;  // has no mean to be found
    CAPTURE(distribution.name);
    CHECK(play(distribution, 0.5, 30, 10'000).better == 30);
    CHECK(play(distribution, -0.5, 30, 10'000).worse == 30);
  }
}

TEST_CASE("the SPRT ends wrongly in at most alpha of some runs, at either hypothesis") {
  sprt_keeps_its_errors(200);
}

TEST_SUITE_BEGIN("long");

TEST_CASE("on null data the sequential test claims a difference in at most alpha of 2,000 runs" * doctest::skip()) {
  claims_at_most_alpha(2000, 5000);
}

TEST_CASE("the SPRT ends wrongly in at most alpha of 2,000 runs, at either hypothesis" * doctest::skip()) {
  CHECK(sprt_keeps_its_errors(2000) <= alpha * 2000);
}

TEST_CASE("the sequential test finds a small difference" * doctest::skip()) {
  const Ends ends = play({"normal", normal}, 0.05, 200, 100'000);
  MESSAGE("0.05 deviations are found after ", ends.seeds / 200, " seeds on average");
  CHECK(ends.better >= (1 - alpha) * 200);
}

TEST_SUITE_END();
