// The lines of a trace beside the turns of its match.
#include "host/report/pages.hpp"
#include "host/util/failure.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

host::Transcript match_of_four_actions() {
  host::Transcript match;
  match.seed = 7;
  match.seats.resize(2);
  match.seats[0].name = "ada";
  match.seats[1].name = "bo";
  for (std::int32_t action = 0; action < 4; ++action) match.events.push_back({action % 2, "a", {}, {}});
  return match;
}

const std::string head = "time\tseed\tseat\tturn\tprogram\tfrom\tline\n";

}  // namespace

TEST_CASE("each line of a trace stands in the log of its seat's turn, and others' lines nowhere") {
  const support::TemporaryFolder folder;
  folder.write("trace", head +
                            "t\t7\t1\t0\tbo\t>\tnew\n"
                            "t\t7\t1\t1\tbo\t>\tturn\n"
                            "t\t7\t1\t1\tbo\t<\taction a\n"
                            "t\t8\t1\t1\tbo\t<\tof another match\n"
                            "t\t7\t1\t1\teve\t<\tof another player\n"
                            "t\t7\t1\t2\tbo\t<\taction b\n");
  host::Transcript match = match_of_four_actions();
  match.usage.logs = {{.action = 1, .text = "ada's\n"}, {.action = 4, .text = "bo's\n"}};
  add_trace(match, (folder.path() / "trace").string());
  REQUIRE(match.usage.logs.size() == 3);
  CHECK(match.usage.logs[0].text == "ada's\n");
  CHECK(match.usage.logs[1].action == 2);
  CHECK(match.usage.logs[1].text == "> new\n> turn\n< action a\n");
  CHECK(match.usage.logs[2].action == 4);
  CHECK(match.usage.logs[2].text == "bo's\n< action b\n");
}

TEST_CASE("a trace without lines of the match, or with those of two that can't be told apart, is refused") {
  const support::TemporaryFolder folder;
  folder.write("none", head + "t\t8\t1\t1\tbo\t>\tturn\n");
  folder.write("two", head + "t\t7\t1\t1\tbo\t>\tturn\nt\t7\t1\t2\tbo\t>\tturn\nt\t7\t1\t0\tbo\t>\tnew\n");
  for (const char* const file : {"none", "two", "missing"}) {
    host::Transcript match = match_of_four_actions();
    const std::string path = (folder.path() / file).string();
    const std::string missing = "--trace " + path + ": can't be read: No such file or directory";
    if (file == std::string("missing"))
      CHECK_THROWS_WITH_AS(add_trace(match, path), missing.c_str(), host::Failure);
    else
      CHECK_THROWS_AS(add_trace(match, path), host::Failure);
  }
}
