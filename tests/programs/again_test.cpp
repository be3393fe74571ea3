// The commands that standings print to play stored matches again.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"
#include "tests/support/process.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

using namespace programs;

namespace {

/// Adds all commands in the data of a page, each as one line.
void add_commands(const support::Json& json, std::set<std::string>& commands) {
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) {
    if (key == "again" && value.is_array()) {
      std::string line;
      for (const support::Json& phrase : value) line += phrase.get<std::string>() + " ";
      commands.insert(line);
    } else if (key == "again" && value.is_string()) {
      commands.insert(value.get<std::string>() + " ");
    } else {
      add_commands(value, commands);
    }
  }
}

std::string before_result(const std::string& line) {
  return line.substr(0, line.find(",\"result\":"));
}

/// Plays all commands of the run, which it has recorded as all.jsonl. Returns their number.
std::size_t play_all(const Stage& stage) {
  const support::Result shown = stage.done({"standings", "--db", "results.db", "--json", "--html", "page.html"});
  std::set<std::string> commands;
  add_commands(support::parse_json(shown.out), commands);
  add_commands(support::page_data(support::content(stage.path() / "page.html"), "report"), commands);
  const std::vector<std::string> played = support::lines_of(support::content(stage.path() / "all.jsonl"));
  const std::string path = std::string("PATH=") + AGON_TEST_BUILT + ":$PATH; ";  // for commands of the page
  for (const std::string& command : commands) {
    CAPTURE(command);
    const support::Result again = support::run({.words = {"sh", "-c", path + command}, .folder = stage.path()});
    CHECK_MESSAGE(again.code == 0, again.err);
    const std::size_t name = command.find("match-");
    REQUIRE(name != std::string::npos);
    const std::string file = command.substr(name, command.find(' ', name) - name);
    const std::string line = support::lines_of(support::content(stage.path() / file)).at(0);
    CHECK(before_result(line) == before_result(played.at(std::stoul(file.substr(6)))));
  }
  return commands.size();
}

/// A program that plays the first empty cell and, if `fails`, an illegal action in its third turn.
std::string program(const Stage& stage, const std::string& name, bool fails) {
  std::filesystem::create_directories((stage.path() / name).parent_path());
  const std::string turn = fails ? "n=$((n + 1)); first_empty; [ $n = 3 ] && cell=\"9 9\"; echo \"action $cell\""
                                 : "first_empty; echo \"action $cell\"";
  stage.script(name, turn);
  return "./" + name;
}

}  // namespace

TEST_CASE(
    "every command that plays a stored match again plays that match: programs, options, limits, openings, secrets") {
  const Stage stage;
  const std::string ida = program(stage, "ida/jan.sh", false);
  const std::string anna = program(stage, "anna/jan.sh", true);
  stage.write("openings.txt", "0 0; 5 5\n1 1; 4 4\n2 3; 3 2\n");
  stage.done(with({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", ida, "--plugin", anna, "--secret",
                   "open sesame", "--quiet"},
                  support::words_of("--plugin uct,simulations=3,name=few --plugin uct,simulations=9,time=3 --seeds 1-3 "
                                    "--openings openings.txt --time 5 --turn-time 2 --wall 30 --memory 200 "
                                    "--game-wall 20 --game-memory 512 --db results.db --record all.jsonl")));
  CHECK(play_all(stage) >= 1);
}

TEST_CASE("of two seats with one strategy, each gets its own options in the command, and a command its name") {
  const Stage stage;
  const std::string bot = program(stage, "bots/jan.sh", true);
  stage.done({"play", "--game", "tonga", "--set", "n=6", "--plugin", "run:sh " + bot + ",name=Ada", "--plugin",
              "uct,simulations=3", "--seeds", "random:2", "--isolation", "process", "--fresh", "--db", "results.db",
              "--record", "all.jsonl", "--quiet"});
  CHECK(play_all(stage) > 0);
  for (const char* const made : {"results.db", "all.jsonl"}) std::filesystem::remove(stage.path() / made);
  stage.done({"play", "--game", "tonga", "--set", "n=6", "--plugin", "run:sh " + bot + ",name=Ada,time=9", "--plugin",
              "run:sh " + bot + ",name=Eve,time=8", "--seeds", "1-3", "--db", "results.db", "--record", "all.jsonl",
              "--quiet"});
  CHECK(play_all(stage) > 0);
}
