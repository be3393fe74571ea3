// SPSA on functions whose optimum is known.
#include "host/tune/spsa.hpp"
#include "host/tune/tuning.hpp"

#include "tests/host/tune/planted.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

namespace {

host::Point walked(const host::Space& space, double spread, std::size_t steps, std::uint64_t seed) {
  host::Spsa spsa(space, planted::judge(space, planted::vector_strength, spread, seed), {.steps = steps, .seed = seed});
  spsa.run();
  CHECK(spsa.steps() == steps);
  return spsa.best();
}

}  // namespace

TEST_CASE("a list of a hundred numbers comes near to its optimum") {
  const host::Space space = planted::vector_space(100);
  CHECK(planted::vector_strength(walked(space, 0.1, 4000, 1)) > 0.9);
}

TEST_CASE("equal calls walk the same way, other seeds another") {
  const host::Space space = planted::vector_space(5);
  CHECK(walked(space, 1, 500, 1) == walked(space, 1, 500, 1));
  CHECK(walked(space, 1, 500, 1) != walked(space, 1, 500, 2));
}

TEST_CASE("integers of a small range find their best value") {
  const host::Space space = host::read_space({planted::setting("depth", AGON_INTEGER, 1, 9)}, {"2"}, {"depth"}, "bot");
  const auto strength = [](const host::Point& point) { return -(point[0] - 7) * (point[0] - 7); };
  host::Spsa spsa(space, planted::judge(space, strength, 1, 1), {.steps = 2000, .perturbation = 0.1});
  spsa.run();
  CHECK(spsa.best() == host::Point{7});
}

TEST_CASE("numbers without any effect stay near to their start") {
  const host::Space space = planted::vector_space(50);
  host::Spsa spsa(space,
                  planted::judge(
                      space, [](const host::Point&) { return 0.0; }, 1, 1),
                  {.steps = 3000, .rate = 0.2});
  spsa.run();
  double squares = 0;
  for (const double value : spsa.best()) squares += value * value / 4;  // the range is 2 wide
  CHECK(std::sqrt(squares / 50) < 0.2);
}

TEST_CASE("looks at the found point use seeds that no step has used") {
  const host::Space space = planted::vector_space(3);
  std::vector<std::size_t> steps;
  std::vector<std::size_t> looks;
  const host::Judge judge = planted::judge(space, planted::vector_strength, 1, 1);
  host::Spsa spsa(space,
                  [&](const std::vector<host::Trial>& trials) {
                    for (const host::Trial& trial : trials) (trial.other ? steps : looks).push_back(trial.seed);
                    return judge(trials);
                  },
                  {.steps = 320, .looks = 10, .look_seeds = 7});
  spsa.run();
  CHECK(spsa.looks().size() == 10);
  CHECK(looks.size() == 70);
  CHECK(steps.size() == 320);
  std::vector<std::size_t> all = steps;
  all.insert(all.end(), looks.begin(), looks.end());
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
}

TEST_CASE("SPSA refuses what has no direction") {
  const host::Space space = planted::mixed_space();
  const auto refusal = support::refusal([&] {
    host::Tuning(space, planted::judge(space, planted::mixed_strength, 0, 1),
                 {.method = host::TuningMethod::spsa, .matches = 1000, .seeds = 100});
  });
  CHECK(refusal.says("mode is a flag or a choice"));
}
