// What options do at a point.
#include "host/tune/effects.hpp"

#include "tests/host/tune/planted.hpp"

#include <doctest/doctest.h>

TEST_CASE("an option that does nothing is said to do nothing, and gets its start back") {
  const host::Space space = planted::mixed_space();
  const host::Point best = {9, 0.6, 800, 1, 1, 0.7};
  // Without noise of its own, as in a match whose strategies do not draw.
  const host::Judge judge = [](const std::vector<host::Trial>& trials) {
    std::vector<double> values;
    for (const host::Trial& trial : trials)
      values.push_back(planted::mixed_strength(trial.point) - planted::mixed_strength(trial.other.value()));
    return values;
  };
  const auto effects = host::effects_of(space, best, judge, 100, 12);
  REQUIRE(effects.size() == 6);
  for (const host::OptionEffect& effect : effects) {
    CAPTURE(space.names[effect.option]);
    CHECK(effect.does_nothing() == (effect.option == 5));
    CHECK(effect.found() == (effect.option != 5));
  }
  CHECK(host::without_idle(space, best, effects) == host::Point{9, 0.6, 800, 1, 1, 0});
}

TEST_CASE("an option that stays at its start is compared with a value far away") {
  const host::Space space = planted::mixed_space();
  std::vector<std::size_t> seeds;
  const auto effects = host::effects_of(
      space, space.start(),
      [&](const std::vector<host::Trial>& trials) {
        for (const host::Trial& trial : trials) seeds.push_back(trial.seed);
        return std::vector<double>(trials.size(), 0);
      },
      40, 6);
  CHECK(effects[0].kept);
  CHECK(effects[0].other[0] == 12);
  CHECK(effects[4].other[4] == 1);
  CHECK(seeds.front() == 40);
  CHECK(seeds.size() == 36);
}

TEST_CASE("noise alone is not called an effect, on few seeds nothing is called idle") {
  const host::Space space = planted::mixed_space();
  const auto judge = planted::judge(
      space, [](const host::Point&) { return 0.0; }, 1, 3);
  for (const host::OptionEffect& effect : host::effects_of(space, {9, 0.6, 800, 1, 1, 0.7}, judge, 0, 50)) {
    CHECK_FALSE(effect.found());
    CHECK_FALSE(effect.does_nothing());
    CHECK(effect.interval.low < effect.interval.high);
  }
  host::OptionEffect few;
  few.values = {0, 0, 0};
  CHECK_FALSE(few.does_nothing());
}
