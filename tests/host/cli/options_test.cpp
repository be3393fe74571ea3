// What one description of an option gives: values, fallbacks, messages, and what is played again.
#include "host/cli/options.hpp"
#include "host/cli/command.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/report/again.hpp"
#include "host/util/own_files.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using host::renamed;

namespace {

const host::Options options = {{"count,c", "N", host::whole(1, 9, "a number of things"), "things", "3"},
                               {"share", "P", host::probability, "a share"},
                               {"least", "S", host::limit(host::time_range), "a limit"},
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
  for (const std::string wrong : {"0.5", "0", "1e-300", "1e-7", "nan"})
    CHECK(refusal({"--share", wrong}) == "--share " + wrong + ": it takes a probability, from 1e-06 to 0.49");
  for (const std::string wrong : {"1e-300", "5e-324", "0.0000001", "-1", "1e10", "inf"})
    CHECK(refusal({"--least", wrong}) ==
          "--least " + wrong + ": it takes seconds, from 1e-06 to 1000000000, or 0 for no limit");
  for (const std::string right : {"0", "1e-6", "1e9"}) CHECK(host::Values(options, {"--least", right}).given("least"));
  CHECK(refusal({"--how", "fats"}) == "--how fats: it takes slow | fast (did you mean 'fast'?)");
}

TEST_CASE("a match is played again with every option that its result depends on") {
  const auto& again = host::options_of_matches;
  for (const host::Option& option : host::commands().front().options) {
    const std::string_view group = option.group;
    if (group != "Openings" && !group.starts_with("Limits")) continue;
    CAPTURE(option.name);
    const bool when_and_where = option.name == std::string_view("pin") || option.name == std::string_view("exclusive");
    CHECK((when_and_where || std::find(again.begin(), again.end(), option.long_name()) != again.end()));
  }
}

// The file of --record: whole lines or nothing, in its place or not at all.

namespace {

using host::RecordFile;
using support::content;
using support::TemporaryFolder;

}  // namespace

TEST_CASE(
    "a record appears when it is finished; until then its lines are on disk, so that a killed run has lost none") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  RecordFile file(path);
  file.add("one");
  file.add("two");
  CHECK_FALSE(std::filesystem::exists(path));
  REQUIRE(folder.count() == 1);
  CHECK(content(std::filesystem::directory_iterator(folder.path())->path()) == "one\ntwo\n");
  file.finish();
  CHECK(content(path) == "one\ntwo\n");
  CHECK(folder.count() == 1);
}

TEST_CASE("a record that is finished is not touched when the process ends") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  RecordFile file(path);
  file.add("one");
  file.finish();
  folder.write("record", "another's");
  RecordFile::keep_at_once();
  CHECK(content(path) == "another's");
}

TEST_CASE("a device is written in place, and still there afterwards") {
  RecordFile file("/dev/null");
  file.add("one");
  file.finish();
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a place that can't be taken any more keeps the record beside it") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  {
    RecordFile file(path);
    file.add("one");
    std::filesystem::create_directories(path / "in the way");
    CHECK(support::refusal([&] { file.finish(); }).code == host::Exit::output);
  }
  CHECK(folder.count() == 2);
}

TEST_CASE("command lines in a text are renamed") {
  CHECK(renamed("  host --game GAME\n  host list\n", "other") == "  other --game GAME\n  other list\n");
  CHECK(renamed("it is in 'host list', too", "other") == "it is in 'other list', too");
  CHECK(renamed("source <(host completion bash)", "other") == "source <(other completion bash)");
  CHECK(renamed("  host play && host replay", "other") == "  other play && other replay");
}

TEST_CASE("the host that a sentence is about keeps its name") {
  for (const std::string text : {"the host takes a copy", "host plays", "host: a warning", "'hosting'", "    host is",
                                 "its library\nhost takes", "'ghost list'", ""}) {
    CHECK(renamed(text, "other") == text);
  }
}
