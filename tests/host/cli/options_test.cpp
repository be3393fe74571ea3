// What one description of an option gives: values, fallbacks, messages, and what is played again.
#include "host/cli/options.hpp"
#include "host/cli/command.hpp"
#include "host/view/again.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

const host::Options options = {{"count,c", "N", host::whole(1, 9, "a number of things"), "things", "3"},
                               {"share", "P", host::probability, "a share"},
                               {"name", "NAME", host::texts(), "names"},
                               {"how", "HOW", host::choice("slow|fast"), "the way", "slow"},
                               {"quiet", "", host::on_off, "no word"}};

std::string refusal(const host::Arguments& line) {
  return support::refusal([&] { return host::Values(options, line); }).text;
}

}  // namespace

TEST_CASE("an option has the value of the command line, or else its fallback") {
  const host::Values none(options, {});
  CHECK(none.whole("count") == 3);
  CHECK(none.text("how") == "slow");
  CHECK_FALSE(none.given("count"));
  CHECK_FALSE(none.number_of("share"));
  CHECK(none.texts("name").empty());
  const host::Values some(options,
                          {"a", "-c", "4", "--name", "x", "--quiet", "--name=-y", "--share=.25", "--", "--how"});
  CHECK(some.whole("count") == 4);
  CHECK(some.number("share") == 0.25);
  CHECK(some.given("quiet"));
  CHECK(some.texts("name") == std::vector<std::string>{"x", "-y"});
  CHECK(some.arguments() == host::Arguments{"a", "--how"});
  CHECK(some.options().size() == 5);
}

TEST_CASE("a value that an option does not take is refused with what it takes") {
  CHECK(refusal({"--count", "0"}) == "--count 0: it takes a number of things, from 1 to 9");
  CHECK(refusal({"-c", "4.5"}) == "--count 4.5: it takes a number of things, from 1 to 9");
  CHECK(refusal({"--share", "0.5"}) == "--share 0.5: it takes a probability above 0 and below 0.5");
  CHECK(refusal({"--share", "nan"}) == "--share nan: it takes a probability above 0 and below 0.5");
  CHECK(refusal({"--how", "fats"}) == "--how fats: it takes slow | fast (did you mean 'fast'?)");
}

TEST_CASE("a match is played again with every option that its result depends on") {
  const auto& again = host::options_of_matches;
  for (const host::Option& option : host::commands().front().options) {
    const std::string_view group = option.group;
    if (group != "Openings" && !group.starts_with("Limits")) continue;
    CAPTURE(option.name);
    CHECK((option.name == std::string_view("pin") ||
           std::find(again.begin(), again.end(), option.long_name()) != again.end()));
  }
}
