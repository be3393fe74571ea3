// Bad input gives one sentence that names the file, option or seat, a documented exit code, and nothing else: no
// output, no file, no crash.
#include "tests/e2e/host.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using e2e::fixture_folder;
using e2e::host;
using e2e::small_match;
using support::run;
using support::TemporaryFolder;
using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

// The documented exit codes.
constexpr int differs = 1;
constexpr int usage = 2;
constexpr int plugin = 3;
constexpr int transcript = 4;
constexpr int output = 5;
constexpr int game = 6;

struct Case {
  Words arguments;
  int code = 0;
  Words fragments{};  // each of which the line must contain
};

std::string fixture(const std::string& name) {
  return fixture_folder / (name + ".so");
}

std::string shipped(const std::string& name) {
  return e2e::plugin_folder / "tonga" / (name + ".so");
}

Words tonga(Words more) {
  Words words = {"--game", "tonga", "--set", "n=6"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// One match between shipped strategies that is all right but for what is added.
Words match(const Words& more) {
  return small_match(more);
}

std::string spelled(const Words& words) {
  std::string line = "host";
  for (const std::string& word : words) line += " '" + word + "'";
  return line;
}

/// Runs each in a folder that holds what `prepare` puts there.
void check(const std::vector<Case>& cases, const std::function<void(const TemporaryFolder&)>& prepare = {}) {
  const TemporaryFolder folder;
  if (prepare) prepare(folder);
  const Words before = support::names_in(folder.path());
  for (const Case& each : cases) {
    INFO(spelled(each.arguments));
    const support::Result result = run(host(each.arguments, folder.path()));
    INFO(result.err);
    CHECK(result.code == each.code);
    CHECK(result.out == "");
    const Words lines = support::lines_of(result.err);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().starts_with("host: "));
    for (const std::string& fragment : each.fragments) {
      CAPTURE(fragment);
      CHECK(lines.front().find(fragment) != std::string::npos);
    }
    CHECK(support::names_in(folder.path()) == before);
  }
}

void put_broken_libraries(const TemporaryFolder& folder) {
  const std::string whole = support::content(shipped("greedy"));
  folder.write("empty.so", "");
  folder.write("text.so", "#include <tonga/tonga.hpp>\n");
  folder.write("source.cpp", "int main() {}\n");
  folder.write("head.so", whole.substr(0, 40));
  folder.write("half.so", whole.substr(0, whole.size() / 2));
  folder.write("nearly.so", whole.substr(0, whole.size() - 1));
  fs::create_directory(folder.path() / "folder.so");
  folder.copy(shipped("greedy"), "mybot.so");
}

}  // namespace

TEST_CASE("a file that is no library that can be used is refused with its name and the reason") {
  check(
      {
          {tonga({"--plugin", "./none.so"}), plugin, {"./none.so: no such file"}},
          {tonga({"--plugin", "none.so"}), plugin, {"none.so: no such file"}},
          {tonga({"--plugin", "/none"}), plugin, {"/none: no such file"}},
          {tonga({"--plugin", "empty.so"}), plugin, {"empty.so: is not a shared library"}},
          {tonga({"--plugin", "text.so"}), plugin, {"text.so: is not a shared library"}},
          {tonga({"--plugin", "./source.cpp"}), plugin, {"./source.cpp: is not a shared library"}},
          {tonga({"--plugin", "head.so"}), plugin, {"head.so: is not a shared library"}},
          {tonga({"--plugin", "half.so"}), plugin, {"half.so: is damaged: its end is missing"}},
          {tonga({"--plugin", "nearly.so"}), plugin, {"nearly.so: is damaged: its end is missing"}},
          {tonga({"--plugin", "folder.so"}), plugin, {"folder.so: is a folder"}},
          {tonga({"--plugin", "/dev/null"}), plugin, {"/dev/null: is not a regular file"}},
          {tonga({"--plugin", fixture("no_symbol")}), plugin, {"no_symbol.so: ", "does not export", "agon_plugin"}},
          {tonga({"--plugin", fixture("abi_old")}),
           plugin,
           {"abi_old.so: ", "0.9", "older", "(1.0)", "build it again"}},
          {tonga({"--plugin", fixture("abi_new_minor")}), plugin, {"abi_new_minor.so: ", "1.77", "newer", "(1.0)"}},
          {tonga({"--plugin", fixture("abi_new_major")}), plugin, {"abi_new_major.so: ", "2.0", "newer host"}},
          {tonga({"--plugin", fixture("bad_tables")}), plugin, {"bad_tables.so: strategy 'hollow' lacks a function"}},
          {{"--game", "./none.so"}, plugin, {"./none.so: no such file"}},
          {{"--game", "text.so"}, plugin, {"text.so: is not a shared library"}},
          {{"--game", fixture("no_symbol")}, plugin, {"no_symbol.so: ", "does not export"}},
          {{"--game", fixture("abi_new_major")}, plugin, {"abi_new_major.so: ", "2.0"}},
          {{"info", "half.so"}, plugin, {"half.so: is damaged"}},
      },
      put_broken_libraries);
}

TEST_CASE("a library that misses a symbol is refused with the symbol's name where it is loaded into the host itself") {
  check({{tonga({"--plugin", fixture("undefined_symbol"), "--isolation", "none"}),
          plugin,
          {"undefined_symbol.so: can't be loaded: undefined symbol: missing_function"}}});
}

TEST_CASE("a library that holds something else than what is asked for says what it holds") {
  check({
      {tonga({"--plugin", fixture("other_game")}),
       plugin,
       {"other_game.so", "no strategy for tonga", "other for chess"}},
      {tonga({"--plugin", fixture("other_revision")}),
       plugin,
       {"other_revision.so", "(tonga/1)", "(tonga/77)", "build it again with this game's header"}},
      {tonga({"--plugin", shipped("tonga")}), plugin, {"tonga.so holds no strategy for tonga", "the game tonga"}},
      {{"--game", shipped("greedy")}, plugin, {"greedy.so holds no game", "the strategy greedy for tonga"}},
      {{"info", shipped("greedy")}, plugin, {"greedy.so holds no game"}},
      {tonga({"--plugin", fixture("failing")}), usage, {"failing.so holds several", "failing.so:ID", "illegal"}},
      {tonga({"--plugin", fixture("failing") + ":ilegal"}), usage, {"no strategy 'ilegal'", "did you mean 'illegal'?"}},
  });
}

TEST_CASE("an unknown name is refused, with the near one if there is one") {
  check(
      {
          {{"--game", "tnoga"}, usage, {"no game called 'tnoga'", "did you mean 'tonga'?"}},
          {{"--game", "chess"}, usage, {"no game called 'chess'; there is tonga"}},
          {{"--game", ""}, usage, {"no game called ''"}},
          {{"--plugin", "greedy"}, usage, {"no game is named", "--game", "tonga"}},
          {{"info", "tnoga"}, usage, {"did you mean 'tonga'?"}},
          {tonga({"--plugin", "sever"}), usage, {"no strategy called 'sever'", "did you mean 'server'?"}},
          {tonga({"--plugin", "tonga/grredy"}), usage, {"'grredy'", "did you mean 'greedy'?"}},
          {tonga({"--plugin", "zebra"}), usage, {"no strategy called 'zebra' for tonga; there is greedy, random"}},
          {tonga({"--plugin", "chess/greedy"}), usage, {"'chess/greedy'", "write tonga/greedy"}},
          {tonga({"--plugin", "mybot"}), usage, {"no strategy called 'mybot'", "did you mean the file ./mybot.so?"}},
          {tonga({"--plugin", "server,perimetre=edges"}),
           usage,
           {"server", "'perimetre'", "did you mean 'perimeter'?"}},
          {tonga({"--plugin", "server,perimeter=edgse"}), usage, {"perimeter=edgse", "did you mean 'edges'?"}},
          {tonga({"--plugin", "greedy,depth=3"}), usage, {"strategy greedy has no option 'depth'; it has none"}},
          {tonga({"--set", "m=8"}), usage, {"tonga has no parameter 'm'", "did you mean 'n'?"}},
          {tonga({"--set", "colour=8"}), usage, {"tonga has no parameter 'colour'; it has n"}},
          {tonga({"--plguin", "greedy"}), usage, {"no option --plguin", "did you mean '--plugin'?"}},
          {tonga({"-x"}), usage, {"no option -x", "'host play --help'"}},
          {{"list", "--jsn"}, usage, {"no option --jsn", "did you mean '--json'?", "'host list --help'"}},
          {{"replay", "--bord", "none", "x"}, usage, {"no option --bord", "did you mean '--board'?"}},
          {{"reply", "x"}, usage, {"no command 'reply'", "did you mean 'replay'?"}},
          {{"serve"}, usage, {"no command 'serve'", "play, tournament, compare, watch, standings, list, info"}},
          {{"completion", "fish"}, usage, {"bash"}},
      },
      put_broken_libraries);
}

TEST_CASE("a parameter's value that can't be is refused with those that can") {
  std::vector<Case> cases;
  for (const std::string value :
       {"7", "18", "5", "4", "-6", "0", "abc", "", "6.0", "6 ", "0x6", "+6", "99999999999999999999", "1e1", "nan"}) {
    cases.push_back(
        {{"--game", "tonga", "--set", "n=" + value}, usage, {"tonga", "n=" + value + ": it takes 6, 8, ..., 16"}});
  }
  cases.push_back({{"--game", "tonga", "--set", "n"}, usage, {"--set: 'n' is not of the form name=value"}});
  cases.push_back({{"--game", "tonga", "--set", ""}, usage, {"--set: '' is not of the form name=value"}});
  cases.push_back({{"--game", "tonga", "--set", "=6"}, usage, {"--set: '=6' is not of the form name=value"}});
  cases.push_back({{"--game", "tonga", "--set", "n=6,"}, usage, {"--set: '' is not of the form name=value"}});
  check(cases);
}

TEST_CASE("a specification of a plugin that is none is refused") {
  check({
      {tonga({"--plugin", ""}), usage, {"--plugin ''", "mybot.so,depth=3"}},
      {tonga({"--plugin", ",perimeter=edges"}), usage, {"--plugin ',perimeter=edges'"}},
      {tonga({"--plugin", "server,"}), usage, {"--plugin server: '' is not of the form name=value"}},
      {tonga({"--plugin", "server,perimeter"}), usage, {"'perimeter' is not of the form name=value"}},
      {tonga({"--plugin", "server,perimeter="}), usage, {"perimeter=: it takes squares | edges | outline"}},
      {tonga({"--plugin", fixture("failing") + ":picky"}), usage, {"picky", "depth and width don't go together"}},
  });
}

TEST_CASE("too many or too few strategies are refused with the number that the game takes") {
  check({
      {match({"--plugin", "random"}), usage, {"3 plugins are too many", "tonga has 2 seats"}},
      {{"--game", fixture("broken_game")}, usage, {"broken has 1 seat and no default opponent", "name 1 more"}},
  });
}

TEST_CASE("an option's value that can't be is refused with those that can") {
  check({
      {match({"--seed", "abc"}), usage, {"'abc'", "whole numbers"}},
      {match({"--seed", "-1"}), usage, {"'-1'"}},
      {match({"--seed", "1.5"}), usage, {"'1.5'"}},
      {match({"--seed", "18446744073709551616"}), usage, {"'18446744073709551616'"}},
      {match({"--seed", "1,2"}), usage, {"--seed takes one seed; --seeds takes several"}},
      {match({"--seeds", "1-"}), usage, {"'1-'", "as in 7 or 1-20"}},
      {match({"--seeds", "1,,2"}), usage, {"'1,,2'"}},
      {match({"--seeds", "5-1"}), usage, {"5-1 runs backwards"}},
      {match({"--seeds", "1-5,3"}), usage, {"3 is named twice"}},
      {match({"--seeds", "0-18446744073709551615"}), usage, {"more than ten million"}},
      {match({"--seed", "1", "--seeds", "1-2"}), usage, {"--seed and --seeds exclude each other"}},
      {match({"--seats", "lsited"}), usage, {"--seats lsited", "draw, listed, rotate"}},
      {match({"--seats", "0,0"}), usage, {"--seats 0,0", "as in 1,0"}},
      {match({"--seats", "1"}), usage, {"--seats 1"}},
      {match({"--seats", "0,1,2"}), usage, {"--seats 0,1,2"}},
      {match({"--seats", "0,2"}), usage, {"--seats 0,2"}},
      {match({"--time", "abc"}), usage, {"--time", "abc"}},
      {match({"--time", "-1"}), usage, {"--time -1", "seconds"}},
      {match({"--time", "nan"}), usage, {"--time nan"}},
      {match({"--time", "1e10"}), usage, {"--time"}},
      {match({"--board", "moved"}), usage, {"--board moved", "did you mean 'moves'?"}},
      {match({"--isolation", "jail"}), usage, {"--isolation jail", "it takes sandbox | "}},
      {match({"--isolation", ""}), usage, {"--isolation"}},
      {match({"--quiet=3"}), usage, {"--quiet"}},
      {match({"--game", "tonga"}), usage, {"--game", "more than once"}},
      {match({"stray"}), usage, {"'stray' stands alone", "--plugin", "--game"}},
      {{"list", "tonga"}, usage, {"host info tonga"}},
      {{"info"}, usage, {"info takes one game", "tonga"}},
      {{"info", "tonga", "tonga"}, usage, {"info takes one game"}},
      {{"replay"}, usage, {"replay takes one file"}},
      {{"replay", "a", "b"}, usage, {"replay takes one file"}},
      {{"completion"}, usage, {"bash"}},
  });
}

TEST_CASE("an option without its value is refused with its name") {
  std::vector<Case> cases;
  for (const std::string option :
       {"--seed", "--seeds", "--seats", "--set", "--time", "--board", "--isolation", "--record", "--plugin"}) {
    cases.push_back({match({option}), usage, {option, "missing"}});
  }
  cases.push_back({{"--game"}, usage, {"--game", "missing"}});
  check(cases);
}

TEST_CASE("a record that can't be written is refused before the first match, and leaves nothing") {
  check(
      {
          {match({"--record", "nowhere/match.json"}), output, {"nowhere/match.json: can't be written: No such file"}},
          {match({"--record", "folder.so"}), output, {"folder.so: can't be written: Is a directory"}},
          {match({"--record", "text.so/match.json"}),
           output,
           {"text.so/match.json: can't be written: Not a directory"}},
          {match({"--record", "/dev/full"}), output, {"/dev/full: can't be written: No space left"}},
      },
      put_broken_libraries);
}

TEST_CASE("an existing record is kept as it is if the run that should replace it can't begin") {
  const TemporaryFolder folder;
  folder.write("match.json", "precious\n");
  CHECK(run(host(match({"--record", "match.json", "--plugin", "random"}), folder.path())).code == usage);
  CHECK(run(host({"--game", fixture("broken_game"), "--plugin", fixture("broken_game"), "--record", "match.json"},
                 folder.path()))
            .code == game);
  CHECK(support::content(folder.path() / "match.json") == "precious\n");
  CHECK(support::names_in(folder.path()) == Words{"match.json"});
}

TEST_CASE("a run whose record does not fit on the disk keeps the matches that do") {
  const TemporaryFolder folder;
  const std::string limited = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";  // 8 KiB: some five matches
  Words words = {"bash", "-c", limited, "bash", e2e::host_program};
  const Words rest = match({"--seeds", "1-20", "--record", "match.json", "--no-db"});
  words.insert(words.end(), rest.begin(), rest.end());
  const support::Result result = run({.words = words, .folder = folder.path()});
  CHECK(result.code == output);
  CHECK(result.err.find("match.json: can't be written") != std::string::npos);
  CHECK(support::names_in(folder.path()) == Words{"match.json"});
  const std::string kept = support::content(folder.path() / "match.json");
  CHECK(kept.ends_with("\n"));
  CHECK(support::lines_of(kept).size() == support::lines_of(result.out).size());
  CHECK(run(host({"replay", "match.json", "--quiet"}, folder.path())).code == 0);
}

TEST_CASE("output that can't be written is an error, not a success") {
  const support::Result result =
      run({.words = {"bash", "-c", "exec \"$@\" > /dev/full", "bash", e2e::host_program, "list"}});
  CHECK(result.code == output);
  CHECK(result.err == "host: the output can't be written\n");
}

TEST_CASE("a game that breaks its contract ends the run with its name, and not the host") {
  check({{{"--game", fixture("broken_game"), "--plugin", fixture("broken_game")},
          game,
          {"the game broken, seed 1, says that seat 7 is to move"}},
         {{"--game", fixture("broken_game"), "--plugin", fixture("broken_game"), "--record", "match.json"},
          game,
          {"broken", "notation"}}});
}

TEST_CASE("what is no plugin in a searched folder does not keep the others from being found") {
  const TemporaryFolder folder;
  put_broken_libraries(folder);
  fs::copy_file(fixture("abi_new_major"), folder.path() / "newer.so");
  fs::copy_file(fixture("undefined_symbol"), folder.path() / "undefined.so");
  support::Command command = host({"list"}, folder.path());
  command.environment["AGON_PLUGIN_PATH"] = folder.path().string() + ":/nowhere::";
  const support::Result listed = run(command);
  CHECK(listed.code == 0);
  CHECK(listed.out.find("tonga/greedy") != std::string::npos);
  CHECK(listed.out.find("Can't be used: " + (folder.path() / "newer.so").string()) != std::string::npos);
  // It can't be loaded, but a list loads nothing.
  CHECK(listed.out.find((folder.path() / "undefined.so").string()) != std::string::npos);
  CHECK(listed.out.find("text.so") == std::string::npos);
  command.words = host(match({"--quiet"})).words;
  CHECK(run(command).code == 0);
}

TEST_CASE("lists, descriptions, completion and hints run nothing of a strategy") {
  const TemporaryFolder folder;
  fs::copy_file(fixture("aborting"), folder.path() / "aborting.so");
  const auto printed = [&](const Words& words) {
    support::Command command = host(words, folder.path());
    command.environment["AGON_PLUGIN_PATH"] = folder.path().string();
    return run(command);
  };
  for (const Words& words : {Words{"list"}, Words{"list", "--json"}, Words{"info", "tonga"},
                             Words{"completion", "--words", "4", "--", "--game", "tonga", "--plugin", "o"}}) {
    CAPTURE(words);
    const support::Result result = printed(words);
    CHECK(result.code == 0);
    CHECK(result.out.find("other") != std::string::npos);
  }
  const support::Result slip = printed(tonga({"--plugin", "othre"}));
  CHECK(slip.code == usage);
  CHECK(slip.err.find("did you mean 'other'?") != std::string::npos);
}

namespace {

Json& at(Json& json, const std::string& pointer) {
  return json[Json::json_pointer(pointer)];
}

/// A transcript with one field set to something else.
std::string altered(const Json& whole, const std::string& pointer, const Json& value) {
  Json copy = whole;
  at(copy, pointer) = value;
  return copy.dump() + "\n";
}

std::string without(const Json& whole, const std::string& parent, const std::string& key) {
  Json copy = whole;
  at(copy, parent).erase(key);
  return copy.dump() + "\n";
}

struct Damage {
  std::string content;
  int code = 0;
  std::string fragment;
};

void check_damage(const std::vector<Damage>& cases) {
  const TemporaryFolder folder;
  for (const Damage& each : cases) {
    INFO(each.content.substr(0, 300));
    folder.write("match.json", each.content);
    const support::Result result = run(host({"replay", "match.json", "--quiet"}, folder.path()));
    INFO(result.err);
    CHECK(result.code == each.code);
    CHECK(result.out == "");
    const Words lines = support::lines_of(result.err);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().starts_with("host: match.json"));
    CHECK(lines.front().find(each.fragment) != std::string::npos);
  }
}

std::string recorded_match() {
  const TemporaryFolder folder;
  REQUIRE(run(host(match({"--record", "match.json"}), folder.path())).code == 0);
  return support::content(folder.path() / "match.json");
}

}  // namespace

TEST_CASE("a file that holds no whole transcript is refused as such") {
  const std::string whole = recorded_match();
  std::vector<Damage> cases = {
      {"", transcript, "empty"},
      {"\n\n", transcript, "holds no transcript"},
      {"hello\n", transcript, "no JSON from byte 1"},
      {"[1, 2]\n", transcript, "is not an object"},
      {"null\n", transcript, "is not an object"},
      {std::string("\x7f"
                   "ELF\0\1\2\3\xff\n",
                   9),
       transcript, "no JSON"},
      {std::string(100000, '['), transcript, "nested too deeply"},
      {whole + whole.substr(0, 500), transcript, "line 2: is no transcript"},
      {whole.substr(0, whole.size() - 1) + whole, transcript, "no JSON"},
  };
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{10}, whole.size() / 4, whole.size() / 2, whole.size() - 2}) {
    cases.push_back({whole.substr(0, size), transcript, "is no transcript, or a damaged one"});
  }
  check_damage(cases);
  check({
      {{"replay", "none.json"}, transcript, {"none.json"}},
      {{"replay", "."}, transcript, {"."}},
      {{"replay", shipped("greedy")}, transcript, {"greedy.so", "no transcript"}},
      {{"replay", "-"}, transcript, {"-: holds no transcript"}},
  });
}

TEST_CASE("a transcript with a field missing is refused with the field's name") {
  const Json whole = Json::parse(recorded_match());
  std::vector<Damage> cases;
  for (const auto& [parent, keys] :
       std::vector<std::pair<std::string, Words>>{{"", {"agon", "game", "setup", "seats", "actions", "result"}},
                                                  {"/game", {"id", "version", "protocol"}},
                                                  {"/setup", {"seed", "parameters", "start"}},
                                                  {"/seats/1", {"strategy", "version", "sha256", "options"}},
                                                  {"/actions/3", {"seat", "action"}},
                                                  {"/result", {"scores", "contest", "outcomes"}},
                                                  {"/result/outcomes/0", {"kind"}}}) {
    for (const std::string& key : keys) {
      cases.push_back({without(whole, parent, key), transcript, "the field '" + key + "' is missing"});
    }
  }
  check_damage(cases);
}

TEST_CASE("a transcript with a field of the wrong kind or out of range is refused") {
  const Json whole = Json::parse(recorded_match());
  const Json seat = whole.at("seats").at(0);
  check_damage({
      {altered(whole, "/agon", 2), transcript, "format"},
      {altered(whole, "/agon", "1"), transcript, "'agon'"},
      {altered(whole, "/game/id", "tnoga"), usage, "did you mean 'tonga'?"},
      {altered(whole, "/game/id", "chess"), usage, "no game called 'chess'"},
      {altered(whole, "/game/id", ""), usage, "no game called ''"},
      {altered(whole, "/game/id", shipped("tonga")), transcript, "no game's id"},
      {altered(whole, "/game/protocol", "tonga/2"), transcript, "tonga/2"},
      {altered(whole, "/setup/seed", -1), transcript, "'seed'"},
      {altered(whole, "/setup/seed", 1.5), transcript, "'seed'"},
      {altered(whole, "/setup/seed", "1"), transcript, "'seed'"},
      {altered(whole, "/setup/parameters/n", 7), transcript, "n=7"},
      {altered(whole, "/setup/parameters/n", nullptr), transcript, "'n'"},
      {altered(whole, "/setup/parameters/m", 6), transcript, "did you mean 'n'?"},
      {altered(whole, "/setup/start", 5), transcript, "'start'"},
      {altered(whole, "/seats", Json::array({seat})), transcript, "for each seat"},
      {altered(whole, "/seats", "greedy"), transcript, "'seats'"},
      {altered(whole, "/seats/0", 5), transcript, "seat 0: is not an object"},
      {altered(whole, "/actions/0", "3 4"), transcript, "action 1: is not an object"},
      {altered(whole, "/actions/0/seat", 4294967296), transcript, "'seat'"},
      {altered(whole, "/actions/0/seat", 0.5), transcript, "'seat'"},
      {altered(whole, "/actions/0/forfeit", {{"kind", "bogus"}, {"reason", ""}}), transcript, "'bogus' is no outcome"},
      {altered(whole, "/actions/0/forfeit", {{"kind", "ok"}}), transcript, "'ok'"},
      {altered(whole, "/actions/0/forfeit", {{"kind", "crash"}}), transcript, "'reason'"},
      {altered(whole, "/result/scores", Json::array({174})), transcript, "for each seat"},
      {altered(whole, "/result/scores", Json::array({"a", "b"})), transcript, "not a number"},
      {altered(whole, "/result/contest", Json::array({1})), transcript, "for each seat"},
      {altered(whole, "/result/outcomes/0/kind", "bogus"), transcript, "'bogus' is no outcome"},
  });
}

TEST_CASE("a transcript that is whole but does not play as recorded says where it differs") {
  const Json whole = Json::parse(recorded_match());
  const std::string first = whole.at("actions").at(0).at("action");
  const std::size_t actions = whole.at("actions").size();
  Json shorter = whole;
  shorter.at("actions").erase(actions - 1);
  Json longer = whole;
  longer.at("actions").push_back(whole.at("actions").back());
  check_damage({
      {altered(whole, "/actions/0/action", "3"), differs, "action 1: '3' is no move"},
      {altered(whole, "/actions/0/action", "6 0"), differs, "action 1: the action is illegal: 6 0 is off the board"},
      {altered(whole, "/actions/1/action", first), differs, "action 2: the action is illegal: " + first + " is taken"},
      {altered(whole, "/actions/0/seat", 1), differs, "action 1: seat 1 acts although seat 0 is to move"},
      {altered(whole, "/actions/0/seat", 7), differs, "action 1: there is no seat 7"},
      {altered(whole, "/actions/0/seat", -1), differs, "action 1: there is no seat -1"},
      {altered(whole, "/actions/0/reveals", "a tile"), differs, "action 1: it reveals ''"},
      {altered(whole, "/actions/0/forfeit", {{"kind", "crash"}, {"reason", "SIGSEGV"}}), differs, "action 2: "},
      {shorter.dump(), differs, "the record ends before the match is over"},
      {longer.dump(), differs, "action " + std::to_string(actions + 1) + ": the match is over by then"},
      {altered(whole, "/setup/start", "......"), differs, "the match starts from"},
      {altered(whole, "/setup/parameters/n", 8), differs, "the match starts from"},
      {altered(whole, "/result/scores", Json::array({1, -1})), differs, "not 1, -1 as recorded"},
      {altered(whole, "/result/contest/0", 1), differs, "the contest scores are"},
  });
}

TEST_CASE("of several transcripts the one that differs is named by its line, and the others are checked all the same") {
  const TemporaryFolder folder;
  const std::string good = recorded_match();
  const std::string bad = altered(Json::parse(good), "/result/scores", Json::array({1, -1}));
  folder.write("matches.json", good + bad + "\n" + good + bad);
  const support::Result result = run(host({"replay", "matches.json", "--quiet"}, folder.path()));
  CHECK(result.code == differs);
  const Words lines = support::lines_of(result.err);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("host: matches.json, line 2: "));
  CHECK(lines[1].starts_with("host: matches.json, line 5: "));
}

TEST_CASE("--board of replay is checked, too") {
  const TemporaryFolder folder;
  folder.write("match.json", recorded_match());
  const support::Result result = run(host({"replay", "match.json", "--board", "moved"}, folder.path()));
  CHECK(result.code == usage);
  CHECK(result.err.find("did you mean 'moves'?") != std::string::npos);
}
