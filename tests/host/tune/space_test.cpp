// What --tune means: ranges, lists of numbers, and what is refused.
#include "host/tune/space.hpp"

#include "tests/host/tune/planted.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

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
  CHECK(space.assignments({5, 1.25, 1}) == ",depth=5,alpha=1.25,mode=c");
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
