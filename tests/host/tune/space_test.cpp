// What --tune means: ranges, lists of numbers, and what is refused.
#include "host/tune/space.hpp"
#include "host/tune/search.hpp"
#include "host/tune/tuning.hpp"
#include "tests/host/tune/planted.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <map>

namespace {

using planted::setting;
using Words = std::vector<std::string>;

const std::vector<host::SettingDescription> declared = {
    setting("depth", AGON_INTEGER, 1, 9),
    setting("alpha", AGON_NUMBER, 0, 2),
    setting("wide", AGON_NUMBER, 0, std::numeric_limits<double>::infinity()),
    setting("book", AGON_FLAG, 0, 0),
    setting("mode", AGON_CHOICE, 0, 0, {"a", "b", "c"}),
    setting("weights", AGON_TEXT, 0, 0)};
const Words start = {"3", "0.5", "1", "no", "b", "1;2.5;-3"};

host::Space space_of(const Words& tune) {
  return host::read_space(declared, start, tune, "strategy bot");
}

void refused(const std::string& tune, std::string_view why) {
  CAPTURE(tune);
  const auto refusal = support::refusal([&] { space_of({tune}); });
  CHECK(refusal.code == host::Exit::usage);
  CHECK_MESSAGE(refusal.says(why), refusal.text);
}

}  // namespace

TEST_CASE("without --tune, all options vary that declare a finite range") {
  const host::Space space = space_of({});
  Words names;
  for (const host::Parameter& parameter : space.parameters) names.push_back(parameter.name);
  CHECK(names == Words{"depth", "alpha", "book", "mode"});
  CHECK(space.start() == host::Point{3, 0.5, 0, 1});
  CHECK(space.options_of(space.start()) == start);
}

TEST_CASE("a range narrows the declared one, and other options keep their values") {
  const host::Space space = space_of({"depth=2:6,alpha", "mode=b/c"});
  CHECK(space.parameters[0].low == 2);
  CHECK(space.parameters[0].high == 6);
  CHECK(space.parameters[1].high == 2);
  CHECK(space.parameters[2].choices == Words{"b", "c"});
  CHECK(space.options_of({5, 1.25, 1}) == Words{"5", "1.25", "1", "no", "c", "1;2.5;-3"});
  CHECK(space.assignments({5, 1.25, 1}) == host::Assignments{{"depth", "5"}, {"alpha", "1.25"}, {"mode", "c"}});
}

TEST_CASE("whole numbers of a program's option stay whole, unless its range or its start has a fraction") {
  const std::vector<host::SettingDescription> of_program = {setting("k", AGON_TEXT, 0, 0),
                                                            setting("w", AGON_TEXT, 0, 0)};
  const auto space = [&](const std::string& tune, const std::string& k = "1") {
    return host::read_space(of_program, {k, "1;2"}, {tune}, "program bot", host::TextNumbers::as_written);
  };
  CHECK(space("k=0:5").parameters[0].name == "k");
  CHECK(space("k=0:5").options_of({space("k=0:5").parameters[0].nearest(2.6)})[0] == "3");
  CHECK(space("k=1:1000:log").parameters[0].kind == host::ParameterKind::integer);
  CHECK(space("w=0:5").options_of({0, 4})[1] == "0;4");
  CHECK(space("w=0:5").parameters[1].name == "w[1]");
  CHECK(space("k=0.0:5").parameters[0].kind == host::ParameterKind::number);
  CHECK(space("k=0:5", "1.5").parameters[0].kind == host::ParameterKind::number);
  CHECK(host::read_space(of_program, {"1", "1;2"}, {"k=0:5"}, "bot").parameters[0].kind == host::ParameterKind::number);
}

TEST_CASE("the named values of a program's option are a choice") {
  const host::Space space = host::read_space({setting("mode", AGON_TEXT, 0, 0)}, {"b"}, {"mode=a/b/7"}, "bot");
  REQUIRE(space.parameters.size() == 1);
  CHECK(space.parameters[0].kind == host::ParameterKind::choice);
  CHECK(space.options_of(space.start()).front() == "b");
  CHECK(space.options_of({2}).front() == "7");
}

TEST_CASE("a list of numbers varies number by number, and keeps its separator") {
  const host::Space space = space_of({"weights=-5:5"});
  REQUIRE(space.parameters.size() == 3);
  CHECK(space.parameters[1].name == "weights[1]");
  CHECK(space.options_of({0, 1.5, -2}).back() == "0;1.5;-2");
  CHECK(space.tuned() == std::vector<std::size_t>{5});
}

TEST_CASE("a name that ends with a star means all options that begin so") {
  const std::vector<host::SettingDescription> weights = {
      setting("w1", AGON_NUMBER, 0, 9), setting("other", AGON_NUMBER, 0, 9), setting("w2", AGON_NUMBER, 0, 9)};
  const host::Space space = host::read_space(weights, {"1", "1", "1"}, {"w*=0:5"}, "strategy bot");
  CHECK(space.tuned() == std::vector<std::size_t>{0, 2});
  CHECK(space.parameters[1].high == 5);
}

TEST_CASE("values are rounded to what the option takes") {
  const host::Space space = space_of({"depth,wide=0.001:1000:log,book"});
  CHECK(space.parameters[0].nearest(4.4) == 4);
  CHECK(space.parameters[0].nearest(77) == 9);
  CHECK(space.parameters[1].text(space.parameters[1].nearest(0.0123456789)) == "0.012346");
  CHECK(space.parameters[1].from_unit(0.5) == doctest::Approx(1));
  CHECK(space.parameters[1].to_unit(100) == doctest::Approx(5.0 / 6));
  CHECK(space.parameters[2].text(1) == "yes");
}

TEST_CASE("what can't be varied is refused with the reason") {
  refused("dept=1:3", "did you mean 'depth'?");
  refused("depth=3", "LOW:HIGH");
  refused("depth=6:2", "LOW:HIGH");
  refused("depth=1:20", "it takes 1");
  refused("depth=4:9", "outside of the range");
  refused("alpha=0:2:log", "above 0");
  refused("wide", "no finite range");
  refused("book=no", "takes no range");
  refused("mode=a/c", "its start b is not one of a/c");
  refused("mode=b", "it takes two values or more");
  refused("weights", "write the range");
  refused("depth,depth=1:5", "named twice");
  refused("", "names and ranges");
}

// Where searches look: the random sampler, and the model of Optuna.

TEST_CASE("random points are in their ranges, and discrete values equally likely") {
  const host::Space space = planted::mixed_space();
  host::RandomSampler sampler(space, 1);
  std::map<double, int> depths;
  for (const host::Point& point : sampler.ask(6000)) {
    ++depths[point[0]];
    for (std::size_t i = 0; i < point.size(); ++i) CHECK(space.parameters[i].nearest(point[i]) == point[i]);
  }
  CHECK(depths.size() == 12);
  for (const auto& depth : depths) {
    CAPTURE(depth.first);
    CHECK(std::abs(depth.second - 500) < 110);  // five standard deviations
  }
}

TEST_CASE("the model proposes valid points, the same for the same seed, and better ones once it has learnt") {
  const host::Space space = planted::mixed_space();
  const auto points = [&](std::uint64_t seed) {
    const auto sampler = host::model_sampler(space, seed);
    sampler->add(space.start(), 0);
    std::vector<host::Point> all;
    for (int round = 0; round < 8; ++round) {
      const std::vector<host::Point> asked = sampler->ask(4);
      std::vector<double> values;
      for (const host::Point& point : asked) values.push_back(planted::mixed_strength(point));
      sampler->tell(values);
      all.insert(all.end(), asked.begin(), asked.end());
    }
    return all;
  };
  const std::vector<host::Point> all = points(3);
  CHECK(all == points(3));
  REQUIRE(all.size() == 32);
  double early = 0;
  double late = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t at = 0; at < all[i].size(); ++at) CHECK(space.parameters[at].nearest(all[i][at]) == all[i][at]);
    (i < 12 ? early : late) += i < 12 || i >= 20 ? planted::mixed_strength(all[i]) / 12 : 0;
  }
  CHECK(late > early + 0.1);
}

// SPSA on functions whose optimum is known.
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

// What options do at a point.

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
