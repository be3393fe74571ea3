// What --tune means: ranges, lists of numbers, and what is refused.
#include "host/cli/tune_space.hpp"

#include "tests/support/refusal.hpp"

#include <agon/plugin.h>

#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Words = std::vector<std::string>;
using Space = std::vector<host::Parameter>;

host::SettingDescription setting(const std::string& name, std::int32_t kind, double low, double high,
                                 Words choices = {}) {
  return {.name = name,
          .summary = {},
          .kind = kind,
          .fallback = {},
          .minimum = low,
          .maximum = high,
          .step = 1,
          .choices = std::move(choices)};
}

const std::vector<host::SettingDescription> declared = {
    setting("depth", AGON_INTEGER, 1, 9),
    setting("alpha", AGON_NUMBER, 0, 2),
    setting("wide", AGON_NUMBER, 0, std::numeric_limits<double>::infinity()),
    setting("book", AGON_FLAG, 0, 0),
    setting("mode", AGON_CHOICE, 0, 0, {"a", "b", "c"}),
    setting("weights", AGON_TEXT, 0, 0)};
const Words start = {"3", "0.5", "1", "no", "b", "1;2.5;-3"};

Space space_of(const Words& tune) {
  return host::read_space(declared, start, tune, "strategy bot");
}

Words names_of(const Space& space) {
  Words names;
  for (const host::Parameter& parameter : space) names.push_back(parameter.name);
  return names;
}

void refused(const std::string& tune, std::string_view why) {
  CAPTURE(tune);
  const auto refusal = support::refusal([&] { space_of({tune}); });
  CHECK(refusal.code == host::Exit::usage);
  CHECK_MESSAGE(refusal.says(why), refusal.text);
}

}  // namespace

TEST_CASE("without --tune, all options vary that declare a finite range") {
  const Space space = space_of({});
  CHECK(names_of(space) == Words{"depth", "alpha", "book", "mode"});
  CHECK(space[0].whole);
  CHECK_FALSE(space[1].whole);
  CHECK(space[2].choices == Words{"no", "yes"});
  CHECK(space[2].start == "no");
  CHECK(space[3].choices == Words{"a", "b", "c"});
}

TEST_CASE("a range narrows the declared one") {
  const Space space = space_of({"depth=2:6,alpha", "mode=b/c", "wide=0.001:1000:log"});
  CHECK(space[0].low == 2);
  CHECK(space[0].high == 6);
  CHECK(space[1].high == 2);
  CHECK(space[2].choices == Words{"b", "c"});
  CHECK(space[3].logarithmic);
}

TEST_CASE("whole numbers of a program's option stay whole, unless its range or its start has a fraction") {
  const std::vector<host::SettingDescription> of_program = {setting("k", AGON_TEXT, 0, 0),
                                                            setting("w", AGON_TEXT, 0, 0)};
  const auto space = [&](const std::string& tune, const std::string& k = "1") {
    return host::read_space(of_program, {k, "1;2"}, {tune}, "program bot", host::TextNumbers::as_written);
  };
  CHECK(names_of(space("k=0:5")) == Words{"k"});
  CHECK(space("k=0:5")[0].whole);
  CHECK(space("k=1:1000:log")[0].whole);
  CHECK(names_of(space("w=0:5")) == Words{"w[0]", "w[1]"});
  CHECK(space("w=0:5")[1].whole);
  CHECK_FALSE(space("k=0.0:5")[0].whole);
  CHECK_FALSE(space("k=0:5", "1.5")[0].whole);
  CHECK_FALSE(host::read_space(of_program, {"1", "1;2"}, {"k=0:5"}, "bot")[0].whole);
}

TEST_CASE("the named values of a program's option are a choice") {
  const Space space = host::read_space({setting("mode", AGON_TEXT, 0, 0)}, {"b"}, {"mode=a/b/7"}, "bot");
  REQUIRE(space.size() == 1);
  CHECK(space[0].choices == Words{"a", "b", "7"});
  CHECK(space[0].start == "b");
}

TEST_CASE("a list of numbers varies number by number, and keeps its separator") {
  const Space space = space_of({"weights=-5:5"});
  REQUIRE(names_of(space) == Words{"weights[0]", "weights[1]", "weights[2]"});
  CHECK(space[1].option == "weights");
  CHECK(space[1].start == "2.5");
  CHECK(space[1].separator == ';');
}

TEST_CASE("a name that ends with a star means all options that begin so") {
  const std::vector<host::SettingDescription> weights = {
      setting("w1", AGON_NUMBER, 0, 9), setting("other", AGON_NUMBER, 0, 9), setting("w2", AGON_NUMBER, 0, 9)};
  const Space space = host::read_space(weights, {"1", "1", "1"}, {"w*=0:5"}, "strategy bot");
  CHECK(names_of(space) == Words{"w1", "w2"});
  CHECK(space[1].high == 5);
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
