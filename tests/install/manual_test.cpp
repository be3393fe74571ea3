// The installed page of the manual: it says all that --help says, in good form.
#include "tests/install/installed.hpp"
#include "tests/support/pattern.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using install::has;
using install::installed;
using install::output;
using install::Words;

/// As man shows it: lines of some width, without the blanks that fill them and without bold type.
const std::string& page() {
  static const std::string text = [] {
    const auto file = installed().prefix() / "share/man/man1/agon.1.gz";
    // A line far longer than any paragraph, so that no word is divided.
    const support::Result shown =
        support::run({.words = {"man", "--warnings", "-P", "cat", "-l", file}, .environment = {{"MANWIDTH", "4000"}}});
    CHECK(shown.err == "");
    REQUIRE(shown.code == 0);
    return support::Pattern(" +").replaced(shown.out, " ");
  }();
  return text;
}

/// The options that a help lists, as in "--seed N": those at the start of its lines.
Words options_in(const std::string& help) {
  Words options;
  const support::Pattern pattern(R"(\n  (?:-\w \[ )?(--[a-z-]+(?: [A-Z][^ \n]*)?))");
  for (const Words& found : pattern.find_all(help)) options.push_back(found[1]);
  return options;
}

}  // namespace

TEST_CASE("the manual shows every command with its options, without a warning") {
  const Words commands = support::lines_of(output({installed().program(), "completion", "--words", "1", "--", ""}));
  REQUIRE(commands.size() > 5);
  const auto begin = page().find("\nCOMMON OPTIONS\n");
  REQUIRE(begin != std::string::npos);
  const std::string common = page().substr(begin, page().find("\nEXIT STATUS\n") - begin);
  for (const std::string& command : commands) {
    const auto start = page().find("\n agon " + (command == "play" ? "[play]" : command), page().find("\nCOMMANDS\n"));
    CAPTURE(command);
    REQUIRE(start != std::string::npos);
    const std::string section = page().substr(start, page().find("\n agon ", start + 1) - start);
    const Words options = options_in(output({installed().program(), command, "--help"}));
    CHECK_FALSE(options.empty());
    for (const std::string& option : options) {
      CAPTURE(option);
      CHECK((has(section, option) || has(common, option)));
    }
  }
}

TEST_CASE("the manual describes an option that several commands have in common once") {
  for (const char* const option : {"\n --game-wall S", "\n --turn-time SECONDS", "\n --lease SECONDS"}) {
    CAPTURE(option);
    const auto first = page().find(option);
    CHECK(first != std::string::npos);
    CHECK(page().find(option, first + 1) == std::string::npos);
  }
}

TEST_CASE("the manual tells the exit codes and the environment as the help does") {
  const std::string help = output({installed().program(), "--help"});
  const support::Pattern note(R"(\n +(\d+|[A-Z_]+) +(.*))");
  int found = 0;
  for (const Words& each : note.find_all(help)) {
    if (each[1] == "COMMAND") continue;
    CAPTURE(each[0]);
    CHECK(has(page(), each[2]));
    ++found;
  }
  CHECK(found >= 10);
}

TEST_CASE("commands in the manual can be copied: dashes and quotes are those of the keyboard") {
  CHECK(has(page(), "\n agon compare --game GAME --plugin ./new.so --against ./old.so --sprt 0,20\n"));
  CHECK(has(page(), "source <(agon completion bash)"));
  for (const char* const printed : {"‐", "−", "’", "‘"}) CHECK_FALSE(has(page(), printed));
}

// The installed program is agon: all that it prints for people to type says so.
namespace {

using install::run;

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
  for (const char* const each : {"fish/vendor_completions.d/agon.fish", "zsh/vendor-completions/_agon"})
    CHECK(support::content(installed().prefix() / "share" / each).ends_with(" agon\n"));
}
