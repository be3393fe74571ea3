// What Tab offers: the scripts of `host completion`, driven as the shells drive them.
#include "tests/e2e/host.hpp"

#include <algorithm>

using namespace e2e;

namespace {

constexpr const char* driver = R"(
set -u
host=$1 COMP_LINE=$2 COMP_WORDBREAKS=$3
shift 3
COMP_POINT=${#COMP_LINE} COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
source <("$host" completion bash)
compopt() { :; } # may only be called by bash itself
_agon_host "$host" "${COMP_WORDS[-1]}" ''
((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
)";

/// The words that bash makes of a line: parted by blanks, and at runs of characters in `breaks`, which are words, too.
Words bash_words(const std::string& line, const std::string& breaks) {
  Words words;
  char before = ' ';
  for (const char each : line) {
    const auto kind = [&](char c) { return c == ' ' ? 0 : breaks.find(c) == std::string::npos ? 1 : 2; };
    if (kind(each) != 0 && kind(each) != kind(before)) words.emplace_back();
    if (kind(each) != 0) words.back() += each;
    before = each;
  }
  if (before == ' ') words.emplace_back();
  return words;
}

/// What Tab offers at the end of the line, sorted; in an empty folder, if none is given.
Words offered(const std::string& line, const fs::path& folder = {},
              const std::string& breaks = "=:", const std::string& program = host_program) {
  const TemporaryFolder empty;
  Words words = {"bash", "--norc", "-c", driver, "bash", program, line, " \t\n" + breaks};
  for (const std::string& word : bash_words(line, breaks)) words.push_back(word);
  const Result result = run({.words = words, .folder = folder.empty() ? empty.path() : folder});
  INFO(line);
  CHECK(result.err == "");
  CHECK(result.code == 0);
  Words replies = lines_of(result.out);
  std::sort(replies.begin(), replies.end());
  return replies;
}

}  // namespace

/// What Tab offers in a zsh whose compadd and _files print what they are given.
Words offered_in_zsh(const std::string& line, const fs::path& folder) {
  const std::string in_zsh =
      "compdef() {}; compset() {}; compadd() { while [[ $1 != -- ]]; do shift; done; "
      "[[ $2 == ${words[CURRENT]}* ]] && print -r -- $2; }; _files() { (($#)) || print -l -- *(N) }; "
      "source <($1 completion zsh); words=(\"${(@s: :)2}\") CURRENT=${#words}; _agon_host";
  Command command{.words = {"zsh", "-f", "-c", in_zsh, "zsh", host_program, line}, .folder = folder};
  command.environment["HOME"] = folder.string();
  command.environment["TERM"] = "dumb";
  const Result result = run(command);
  INFO(line);
  CHECK(result.err == "");
  Words replies = lines_of(result.out);
  std::sort(replies.begin(), replies.end());
  return replies;
}

TEST_CASE("Tab offers the same in zsh, where it is installed") {
  if (run({.words = {"sh", "-c", "command -v zsh"}}).code != 0) {
    MESSAGE("zsh is not installed");
    return;
  }
  const TemporaryFolder folder;
  folder.write("mine.json", "");
  const std::string host = host_program;
  CHECK(offered_in_zsh(host + " l", folder.path()) == Words{"league", "list"});
  CHECK(offered_in_zsh(host + " standings --pr", folder.path()) == Words{"--prune"});
  CHECK(offered_in_zsh(host + " --game tonga --set ", folder.path()) == Words{"n="});
  CHECK(offered_in_zsh(host + " --game tonga --plugin gre", folder.path()) == Words{"greedy"});
  const Words files = offered_in_zsh(host + " replay ", folder.path());
  CHECK(std::find(files.begin(), files.end(), "mine.json") != files.end());
}

TEST_CASE("Tab offers the commands, and those that begin like what is written") {
  Words commands;  // of the help, in groups
  bool listed = false;
  for (const std::string& line : lines_of(done(host({"--help"})).out)) {
    listed |= line == "Play:";
    if (line.starts_with('\'')) break;
    if (listed && line.starts_with("  ")) commands.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  std::ranges::sort(commands);
  CHECK(commands.size() > 10);
  CHECK(offered("host ") == commands);
  CHECK(offered("host l") == Words{"league", "list"});
  CHECK(offered("host league ") == Words{"init", "run", "serve"});
  CHECK(offered("host zz") == Words{});
}

TEST_CASE("Tab offers the options of the command, which is play where none is named") {
  CHECK(offered("host --se") == Words{"--seats", "--secret", "--seed", "--seeds", "--set"});
  CHECK(offered("host play --is") == Words{"--isolation"});
  CHECK(offered("host merge --") == Words{"--help", "--into", "--json"});
  CHECK(offered("host replay --b") == Words{"--board"});
  CHECK(offered("host standings --p") == Words{"--pgn", "--prune"});
}

TEST_CASE("each command explains itself, with all options that Tab offers") {
  for (const std::string& command : offered("host ")) {
    CAPTURE(command);
    const std::string help = done(host({command, "--help"})).out;
    for (const std::string& option : offered("host " + command + " --")) CHECK_MESSAGE(has(help, option + " "), option);
  }
}

TEST_CASE("Tab offers the options that tune can vary, and its samplers") {
  CHECK(offered("host tune --game tonga --plugin server --tune p") == Words{"perimeter"});
  CHECK(offered("host tune --game tonga --plugin server,perimeter=edges --tune ") == Words{"perimeter"});
  CHECK(offered("host tune --tune p") == Words{});
  CHECK(offered("host tune --sampler ") == Words{"random", "tpe"});
}

TEST_CASE("Tab offers games, and files that may be ones") {
  const TemporaryFolder folder;
  folder.write("tonga2.so", "");
  folder.write("tonga2.cpp", "");  // is neither a library nor executable
  CHECK(offered("host info t", folder.path()) == Words{"tonga", "tonga2.so"});
  CHECK(offered("host --game ", folder.path()) == Words{"tonga", "tonga2.so"});
  CHECK(offered("host --game=tong", folder.path()) == Words{"tonga", "tonga2.so"});
}

TEST_CASE("Tab offers the strategies of the game that is named, and files") {
  const TemporaryFolder folder;
  folder.write("rabbit.so", "");
  CHECK(offered("host --game tonga --plugin ", folder.path()) ==
        Words{"greedy", "human", "rabbit.so", "random", "server"});
  CHECK(offered("host --game tonga --plugin greedy --plugin r", folder.path()) == Words{"rabbit.so", "random"});
  CHECK(offered("host play --game=tonga --plugin=ser") == Words{"server"});
  CHECK(offered("host compare --game tonga --plugin greedy --against s") == Words{"server"});
  CHECK(offered("host compare --game tonga --plugin hu") == Words{});  // no person plays there
  CHECK(offered("host --game tonga --plugin human,") == Words{"human,name="});
  CHECK(offered("host --game tonga --swap 5:") == Words{"0=", "1="});
  CHECK(offered("host --game tonga --swap 5:0=g") == Words{"greedy"});
}

TEST_CASE("Tab offers a strategy's options behind the comma, and their values behind the '='") {
  const std::string line = "host --game tonga --plugin server";
  CHECK(offered(line + ",") == Words{"server,increment=", "server,memory=", "server,name=", "server,perimeter=",
                                     "server,threads=", "server,time=", "server,turn-time=", "server,wall="});
  CHECK(offered(line + ",p") == Words{"server,perimeter="});
  CHECK(offered(line + ",perimeter=") == Words{"edges", "outline", "squares"});
  CHECK(offered(line + ",perimeter=o") == Words{"outline"});
  CHECK(offered(line + ",perimeter=edges,n") == Words{"edges,name="});
  CHECK(offered(line + ",name=old,perimeter=s") == Words{"squares"});
  CHECK(offered("host --game tonga --plugin nobody,") == Words{});
}

TEST_CASE("Tab offers a game's parameters, and their values behind the '='") {
  CHECK(offered("host --game tonga --set ") == Words{"n="});
  CHECK(offered("host --game tonga --set n=") == Words{"10", "12", "14", "16", "4", "6", "8"});
  CHECK(offered("host --game tonga --set n=1") == Words{"10", "12", "14", "16"});
  CHECK(offered("host --game tonga --set=n=8") == Words{"8"});
  CHECK(offered("host --set ") == Words{});  // of which game?
}

TEST_CASE("where bash does not break words at '=', the answers are whole words") {
  CHECK(offered("host --game tonga --set n=1", {}, "") == Words{"n=10", "n=12", "n=14", "n=16"});
  CHECK(offered("host --game tonga --plugin server,perimeter=o", {}, "") == Words{"server,perimeter=outline"});
  CHECK(offered("host --game=ton", {}, "") == Words{"--game=tonga"});
}

TEST_CASE("Tab offers the words that an option takes") {
  CHECK(offered("host --game tonga --seeds r") == Words{"random:100"});
  CHECK(offered("host tournament --seeds=") == Words{"1-100", "random:100"});
  CHECK(offered("host --game tonga --seats ") == Words{"draw", "listed", "rotate"});
  CHECK(offered("host --game tonga --board m") == Words{"moves"});
  CHECK(offered("host tournament --format g") == Words{"gauntlet"});
  CHECK(offered("host --game tonga --isolation ") == Words{"none", "process", "sandbox", "sandbox,strict"});
  CHECK(offered("host replay --board f") == Words{"final"});
  CHECK(offered("host completion ") == Words{"bash", "zsh"});
}

TEST_CASE("Tab offers what can be made, and the languages that a game has templates in") {
  CHECK(offered("host new ") == Words{"game", "strategy"});
  CHECK(offered("host new strategy --game ton") == Words{"tonga"});
  CHECK(offered("host new strategy ") == Words{});
  const std::string built = (built_folder / "host").string();
  CHECK(offered(built + " new strategy --language ", {}, "=:", built) ==
        Words{"c", "c++", "go", "java", "javascript", "python", "rust", "topcoder"});
  CHECK(offered(built + " new strategy --game tonga --language r", {}, "=:", built) == Words{"rust"});
  CHECK(offered(built + " new game --kind ", {}, "=:", built) == Words{"board", "cards", "simultaneous"});
}

TEST_CASE("Tab offers files where a file is wanted, with blanks and colons in their names") {
  const TemporaryFolder folder;
  folder.write("a match.json", "");
  folder.write("b:1.json", "");
  CHECK(offered("host replay ", folder.path()) == Words{"a match.json", "b:1.json"});
  CHECK(offered("host replay b:", folder.path()) == Words{"1.json"});
  CHECK(offered("host --game tonga --record a", folder.path()) == Words{"a match.json"});
  CHECK(offered("host standings --html a", folder.path()) == Words{"a match.json"});
  CHECK(offered("host --game tonga --seed ", folder.path()) == Words{});
}

TEST_CASE("a damaged command line offers nothing, and breaks nothing") {
  CHECK(offered("host --game nothing --plugin ") == Words{});
  CHECK(offered("host --game tonga --plugin ,") == Words{});
  CHECK(offered("host info --p") == Words{"--protocol"});
  for (const std::string number : {"0", "1000000"}) {
    const Result beyond = run(host({"completion", "words", number, "--", "li"}));
    CHECK(beyond.err == "");
    CHECK(beyond.code == 0);
  }
}
