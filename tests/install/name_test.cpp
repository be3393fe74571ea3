// The installed program is agon: all that it prints for people to type says so.
#include "tests/install/installed.hpp"
#include "tests/support/pattern.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using install::has;
using install::installed;
using install::output;
using install::run;
using install::Words;

/// The names of all commands, as the completion offers them.
Words commands() {
  return support::lines_of(output({installed().program(), "completion", "--words", "1", "--", ""}));
}

/// What stands in `text` where somebody would type the program's other name.
std::string other_name(const std::string& text) {
  std::string names;
  for (const std::string& name : commands()) names += "|" + name;
  const support::Pattern pattern(R"((^|\n|[ '(`])(host (--|COMMAND|\[)" + names + R"(\b)|host: |host \d).*)");
  const Words found = pattern.find(text);
  return found.empty() ? "" : found[0];
}

}  // namespace

TEST_CASE("every help of the installed program names it agon") {
  const Words names = commands();
  REQUIRE(names.size() > 5);
  const std::string help = output({installed().program(), "--help"});
  CHECK(has(help, "  agon COMMAND [OPTIONS]\n"));
  CHECK(other_name(help) == "");
  for (const std::string& name : names) {
    const std::string text = output({installed().program(), name, "--help"});
    CHECK(has(text, "agon " + (name == "play" ? "[play]" : name)));
    CHECK(other_name(text) == "");
  }
  CHECK(output({installed().program(), "--version"}).starts_with("agon "));
}

TEST_CASE("the messages of the installed program name it agon") {
  for (const Words& words : {Words{"nothing"}, Words{"--nothing"}, Words{"list", "tonga"}, Words{"replay"},
                             Words{"--game", "tonga", "--plugin", "greedy", "--plugin", "greedy", "--plugin", "greedy"},
                             Words{"info", "tonga", "--nothing"}, Words{"info", "chess"}}) {
    Words line = words;
    line.insert(line.begin(), installed().program());
    const support::Result result = run(line);
    CAPTURE(result.err);
    CHECK(result.code == 2);
    CHECK(result.err.starts_with("agon: "));
    CHECK(other_name(result.err) == "");
  }
}

TEST_CASE("a message that tells what to type names the host in the build tree") {
  const support::Result result = run({AGON_TEST_BUILD "/bin/host", "list", "tonga"});
  CHECK(result.err == "host: list takes no argument; 'host info tonga' tells about one game\n");
}

TEST_CASE("the installed completion completes agon") {
  const auto script = installed().prefix() / "share/bash-completion/completions/agon";
  CHECK(output({"bash", "--norc", "-c", "source \"$0\" && complete -p", script}) == "complete -F _agon_host agon\n");
  for (const char* const each : {"fish/vendor_completions.d/agon.fish", "zsh/vendor-completions/_agon"})
    CHECK(support::content(installed().prefix() / "share" / each).ends_with(" agon\n"));
}
