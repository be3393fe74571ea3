// What the shell is offered behind Tab, through the command that the shell calls.
#include "host/cli/command.hpp"
#include "host/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace {

/// std::cout goes into a text while this lives.
class Captured {
 public:
  Captured() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;
  ~Captured() { std::cout.rdbuf(before_); }
  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

/// The words offered where these stand on the command line, the last of them half written.
std::vector<std::string> offered(const std::vector<std::string>& words) {
  ::setenv("AGON_PLUGIN_PATH", "/nonexistent", 1);
  host::Arguments arguments = {"completion", "--words", std::to_string(words.size()), "--"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const Captured captured;
  CHECK(host::dispatch(arguments) == 0);
  std::vector<std::string> lines = host::split(captured.text(), '\n');
  CHECK(lines.back().empty());
  lines.pop_back();
  return lines;
}

using Words = std::vector<std::string>;

bool holds(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("the first word is a command or an option") {
  Words names;
  for (const host::Command& command : host::commands()) names.push_back(command.name);
  CHECK(offered({""}) == names);
  CHECK(offered({"re"}) == Words{"replay"});
  CHECK(offered({"xyz"}).empty());
  CHECK(holds(offered({"--g"}), "--game"));
}

TEST_CASE("options are those of the command") {
  CHECK(offered({"play", "--see"}) == Words{"--seed", "--seeds"});
  CHECK(offered({"--see"}) == Words{"--seed", "--seeds"});
  CHECK(offered({"replay", "--see"}).empty());
  CHECK(offered({"replay", "--q"}) == Words{"--quiet"});
  CHECK(offered({"list", "-"}) == Words{"--json", "--wide", "--help"});
}

TEST_CASE("behind an option stand its values") {
  CHECK(offered({"--seats", ""}) == Words{"draw", "listed", "rotate"});
  CHECK(offered({"--seats", "r"}) == Words{"rotate"});
  CHECK(offered({"play", "--board", "f"}) == Words{"final"});
  CHECK(offered({"play", "--record", "some"}) == Words{"@files"});
  CHECK(offered({"replay", "some"}) == Words{"@files"});
  CHECK(offered({"tournament", "--format", "g"}) == Words{"gauntlet"});
  CHECK(offered({"standings", "--html", "some"}) == Words{"@files"});
  CHECK(offered({"validate", "some"}) == Words{"@plugins"});
  CHECK(offered({"completion", ""}) == Words{"bash", "fish", "zsh"});
}

TEST_CASE("without a game there are no strategies and no parameters, and files all the same") {
  CHECK(offered({"--plugin", ""}) == Words{"@plugins"});
  CHECK(offered({"--set", ""}).empty());
}

TEST_CASE("half a command line that makes no sense offers nothing, and never fails") {
  CHECK(offered({"--game", "nowhere", "--set", ""}).empty());
  CHECK(offered({"--game", "./nowhere.so", "--plugin", ""}).empty());
  CHECK(offered({"--game"}) == Words{"--game", "--game-wall", "--game-memory"});
}

TEST_CASE("a number of words that was never meant is no reason to fail") {
  const Captured captured;
  CHECK(host::dispatch({"completion", "--words", "1000000", "--", "re"}) == 0);
  CHECK(host::dispatch({"completion", "--words", "0"}) == 0);
}

TEST_CASE("the script for the shell asks this command") {
  const Captured captured;
  CHECK(host::dispatch({"completion", "bash"}) == 0);
  CHECK(captured.text().find("completion --words") != std::string::npos);
  CHECK(captured.text().ends_with("complete -F _agon_host host\n"));
}
