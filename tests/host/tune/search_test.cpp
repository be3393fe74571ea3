// Searches with races, on functions whose optimum is known.
#include "host/tune/search.hpp"
#include "host/tune/tuning.hpp"

#include "tests/host/tune/planted.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <set>

namespace {

constexpr double luck = 0.2;

host::TuningState tuned(host::TuningMethod method, std::size_t matches, std::uint64_t seed) {
  return planted::tuned(planted::mixed_space(), planted::mixed_strength, luck, method, matches, seed);
}

}  // namespace

TEST_CASE("the model comes near to the optimum of a noisy strategy with options of all kinds") {
  const host::TuningState state = tuned(host::TuningMethod::model, 800, 1);
  CHECK(planted::mixed_strength(state.best) > 0.9);
  CHECK(state.best[3] == 1);
  REQUIRE(state.effects.size() == 6);
  for (const host::OptionEffect& effect : state.effects) {
    if (effect.option == 5) CHECK_FALSE(effect.found());  // idle
  }
}

TEST_CASE("equal calls give equal searches, other seeds other ones") {
  const host::TuningState one = tuned(host::TuningMethod::random, 600, 1);
  const host::TuningState same = tuned(host::TuningMethod::random, 600, 1);
  const host::TuningState other = tuned(host::TuningMethod::random, 600, 2);
  CHECK(one.best == same.best);
  CHECK(one.values == same.values);
  CHECK(one.tried.size() == same.tried.size());
  CHECK(one.tried[1].point != other.tried[1].point);
}

TEST_CASE("points are ranked by the mean of different matches: copies have no weight") {
  const host::Space space =
      host::read_space({planted::setting("depth", AGON_INTEGER, 1, 3)}, {"1"}, {"depth"}, "strategy bot");
  // On the first two seeds 3 is the best point. All further matches of 3 and of 2 are copies of the first or the
  // second.
  const host::Judge judge = [](const std::vector<host::Trial>& trials) {
    std::vector<double> values;
    for (const host::Trial& trial : trials) {
      const double depth = trial.point[0];
      const bool copy = depth > 1 && trial.seed > 1 && !trial.other;
      values.push_back(copy ? host::copy_of_earlier : depth == 1 ? 0 : trial.seed == 0 ? depth : 1);
    }
    return values;
  };
  host::Tuning tuning(space, judge, {.method = host::TuningMethod::random, .matches = 300, .seeds = 10'000});
  tuning.run();
  const host::TuningState state = tuning.state();
  CHECK(state.best == host::Point{3});
  CHECK(state.values == std::vector<double>{3, 1});
  for (const host::Tried& one : state.tried) CHECK_FALSE((one.point[0] == 3 && one.given_up));
}

TEST_CASE("a point that loses on every seed is clearly worse, from four seeds with different matches on") {
  const double copy = host::copy_of_earlier;
  CHECK(host::clearly_worse(std::vector<double>{-9, -9.1, -9, -8.9}, std::vector<double>{1, 1, 1.1, 1}, 3));
  CHECK_FALSE(
      host::clearly_worse(std::vector<double>{-9, -9.1, -9, copy, copy}, std::vector<double>{1, 1, 1, 1, 1}, 3));
  CHECK_FALSE(host::clearly_worse(std::vector<double>{-9, -9.1, -9, -9}, std::vector<double>{1, 1, 1, copy}, 3));
  CHECK(host::clearly_worse(std::vector<double>(4, 1.0), std::vector<double>(4, 2.0), 3));
  CHECK_FALSE(host::clearly_worse(std::vector<double>(3, 1.0), std::vector<double>(3, 2.0), 3));
  CHECK_FALSE(host::clearly_worse(std::vector<double>(4, 2.0), std::vector<double>(4, 2.0), 3));
  CHECK_FALSE(host::clearly_worse(std::vector<double>(4, 3.0), std::vector<double>(4, 2.0), 3));
}

TEST_CASE("a race gives up bad points early, and spends about the matches that it was given") {
  const host::Space space = planted::mixed_space();
  std::size_t trials = 0;
  const host::Judge judge = planted::judge(space, planted::mixed_strength, 0.1, 5);
  host::Tuning tuning(space,
                      [&](const std::vector<host::Trial>& asked) {
                        trials += asked.size();
                        return judge(asked);
                      },
                      {.method = host::TuningMethod::random, .matches = 1000, .seeds = 10'000});
  tuning.run();
  CHECK(trials > 900);
  CHECK(trials < 1100);
  std::set<std::size_t> lengths;
  for (const host::Tried& one : tuning.state().tried) {
    if (one.given_up && !one.finalist) lengths.insert(one.values.size());
  }
  REQUIRE(!lengths.empty());
  CHECK(*lengths.begin() >= 4);
  CHECK(*lengths.begin() < tuning.state().values.size() / 2);
}

TEST_CASE("a point as good as the best one is rarely given up") {
  std::mt19937_64 random(1);
  const auto draw = [&] {
    return static_cast<double>(random() >> 11U) * 0x1p-53 + static_cast<double>(random() >> 11U) * 0x1p-53;
  };
  int given_up = 0;
  constexpr int points = 4000;
  for (int point = 0; point < points; ++point) {
    std::vector<double> one;
    std::vector<double> other;
    bool out = false;
    for (const std::size_t length : {8U, 16U, 32U}) {
      while (one.size() < length) {
        one.push_back(draw());
        other.push_back(draw());
      }
      out = out || host::clearly_worse(one, other, 3);
    }
    given_up += out ? 1 : 0;
  }
  CHECK(given_up < points * host::race_alpha * 1.2);
  CHECK(given_up > 0);
}

TEST_CASE("a stopped search ends with the best point so far") {
  const host::Space space = planted::mixed_space();
  const host::Judge judge = planted::judge(space, planted::mixed_strength, 0, 1);
  int calls = 0;
  host::Tuning tuning(space,
                      [&](const std::vector<host::Trial>& trials) {
                        if (++calls == 20) throw host::Stopped{};
                        return judge(trials);
                      },
                      {.method = host::TuningMethod::random, .matches = 1000, .seeds = 10'000});
  tuning.run();
  const host::TuningState state = tuning.state();
  CHECK(state.stopped);
  CHECK(state.effects.empty());
  CHECK(planted::mixed_strength(state.best) >= planted::mixed_strength(space.start()));
}

TEST_CASE("a space with few points is searched whole, and no point is played twice on a seed") {
  const host::Space space =
      host::read_space({planted::setting("depth", AGON_INTEGER, 1, 3)}, {"1"}, {"depth"}, "strategy bot");
  std::set<std::pair<double, std::size_t>> seen;
  host::RandomSampler sampler(space, 1);
  host::Search search(space, sampler,
                      [&](const std::vector<host::Trial>& trials) {
                        std::vector<double> values;
                        for (const host::Trial& trial : trials) {
                          CHECK(seen.emplace(trial.point[0], trial.seed).second);
                          values.push_back(trial.point[0]);
                        }
                        return values;
                      },
                      {.trials = 1000, .seeds = 10'000});
  search.run();
  CHECK(search.tried().size() == 3);
  CHECK(search.tried()[search.best()].point == host::Point{3});
}

TEST_CASE("too few matches are refused with the number that suffices") {
  const host::Space space = planted::mixed_space();
  const host::Judge judge = planted::judge(space, planted::mixed_strength, 0, 1);
  const auto make = [&](std::size_t matches) {
    host::Tuning(space, judge, {.method = host::TuningMethod::random, .matches = matches, .seeds = 100});
  };
  const auto refusal = support::refusal([&] { make(60); });
  CHECK(refusal.code == host::Exit::usage);
  CHECK(refusal.says("it takes 76 or more"));
  make(76);
}
