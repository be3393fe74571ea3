// The installed pages of the manual: they say all that --help says, in good form.
#include "tests/install/installed.hpp"
#include "tests/support/pattern.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using install::has;
using install::installed;
using install::output;
using install::Words;

/// Returns whether the manual was made: help2man may be missing.
bool is_made() {
  if (AGON_TEST_MANUAL) return true;
  MESSAGE("there is no help2man");
  return false;
}

/// A page as man shows it: lines of some width, without the blanks that fill them and without bold type.
std::string page(const std::string& name) {
  const auto file = installed().prefix() / "share/man/man1" / (name + ".1.gz");
  // A line far longer than any paragraph, so that no word is divided.
  const support::Result shown =
      support::run({.words = {"man", "--warnings", "-P", "cat", "-l", file}, .environment = {{"MANWIDTH", "4000"}}});
  CHECK(shown.err == "");
  REQUIRE(shown.code == 0);
  return support::Pattern(" +").replaced(shown.out, " ");
}

/// The options that a help lists, as in "--seed N": those at the start of its lines.
Words options_in(const std::string& help) {
  Words options;
  const support::Pattern pattern(R"(\n  (?:-\w \[ )?(--[a-z-]+(?: [A-Z][^ \n]*)?))");
  for (const Words& found : pattern.find_all(help)) options.push_back(found[1]);
  return options;
}

}  // namespace

TEST_CASE("the manual has a page for every command with its options, without a warning") {
  if (!is_made()) return;
  const Words commands = support::lines_of(output({installed().program(), "completion", "words", "1", "--", ""}));
  REQUIRE(commands.size() > 5);
  const std::string overview = page("agon");
  for (const std::string& command : commands) {
    CAPTURE(command);
    CHECK(has(overview, "\n " + command));
    const std::string shown = page("agon-" + command);
    CHECK(has(shown, "\n agon-" + command + " - "));
    CHECK(has(shown, "\nSYNOPSIS\n agon " + (command == "play" ? "[play]" : command)));
    const Words options = options_in(output({installed().program(), command, "--help"}));
    CHECK_FALSE(options.empty());
    for (const std::string& option : options) CHECK_MESSAGE(has(shown, option), option);
  }
}

TEST_CASE("the manual tells the exit codes and the environment as the help does") {
  if (!is_made()) return;
  const std::string shown = page("agon");
  const std::string help = output({installed().program(), "--help"});
  const support::Pattern note(R"(\n +(\d+|[A-Z_]+) +(.*))");
  int found = 0;
  for (const Words& each : note.find_all(help)) {
    if (each[1] == "COMMAND") continue;
    CAPTURE(each[0]);
    CHECK(has(shown, each[2]));
    ++found;
  }
  CHECK(found >= 10);
}

TEST_CASE("commands in the manual can be copied: a line has one, with the keyboard's dashes and quotes") {
  if (!is_made()) return;
  CHECK(has(page("agon-compare"), "\n agon compare --game GAME --plugin ./new.so --against ./old.so --sprt 0,20\n"));
  CHECK(has(page("agon-completion"), "source <(agon completion bash)"));
  for (const char* const printed : {"‐", "−", "’", "‘"}) CHECK_FALSE(has(page("agon-compare"), printed));
}

// The installed program is agon: all that it prints for people to type says so.
namespace {

using install::run;

/// The names of all commands, as the completion offers them.
Words commands() {
  return support::lines_of(output({installed().program(), "completion", "words", "1", "--", ""}));
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
                             Words{"info", "tonga", "--nothing"}, Words{"info", "goose"}}) {
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
  CHECK(support::content(installed().prefix() / "share/zsh/vendor-completions/_agon").ends_with(" agon\n"));
}
