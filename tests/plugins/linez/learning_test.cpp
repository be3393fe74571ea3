// How the champion's weights learn.
#include <linez/strategies/champion/td.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace linez::champion;

TEST_CASE("shared steps move a value by the rate, and most of it by weights that are new") {
  TdLearner learner;
  Active active;
  active.add(0);
  active.add(1);
  for (int i = 0; i < 50; ++i) learner.learn(active, i % 2 == 0 ? 10.F : -10.F, .5F, TdLearner::Steps::shared);
  const float before = learner.value(active);
  active.add(2);
  learner.learn(active, before + 8, .5F, TdLearner::Steps::shared);
  CHECK(learner.value(active) == doctest::Approx(before + 4).epsilon(1e-3));
  CHECK(learner.all()[2].value > 3);
  for (const TdLearner::Steps steps : {TdLearner::Steps::shared, TdLearner::Steps::own}) {
    learner.learn(active, std::nanf(""), .5F, steps);
    learner.learn(active, INFINITY, .5F, steps);
  }
  CHECK(learner.value(active) == doctest::Approx(before + 4).epsilon(1e-3));
}

TEST_CASE("own steps are large for weights that are new, and small where errors are noise") {
  TdLearner learner;
  Active active;
  active.add(0);
  active.add(0);
  active.add(1);
  learner.learn(active, 9, .5F, TdLearner::Steps::own);
  CHECK(learner.all()[0].value == doctest::Approx(1.5));
  CHECK(learner.all()[1].value == doctest::Approx(1.5));
  float target = 0;
  for (int i = 0; i < 1000; ++i) {
    target = learner.value(active) + (i % 2 == 0 ? 10.F : -10.F);
    learner.learn(active, target, .5F, TdLearner::Steps::own);
  }
  const float before = learner.value(active);
  learner.learn(active, before + 10, .5F, TdLearner::Steps::own);
  CHECK(learner.value(active) - before < .1F);
  CHECK(learner.value(active) > before);
}
