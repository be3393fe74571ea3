// What the host's commands print: the whole of it, against golden files; and where colour is used.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"
#include "tests/support/pattern.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

using namespace e2e;

namespace {

constexpr char escape = '\x1b';

/// Runs it, checks that it succeeds without a word on stderr, and compares what it prints.
void check_output(const std::string& golden, const Words& arguments) {
  const TemporaryFolder folder;
  const Result result = folder.run(arguments);
  CHECK(result.err == "");
  CHECK(result.code == 0);
  check_golden(golden, normalised(result.out, folder.path()));
  CHECK(names_in(folder.path()).empty());
}

/// The help texts of `commands`. An option is one line, with the names of all commands that have it.
std::string merged_help(const Words& commands) {
  std::string text;
  std::vector<std::pair<std::string, std::string>> options;
  for (const std::string& command : commands) {
    const Result result = run(host({command, "--help"}));
    CHECK(result.err == "");
    CHECK(result.code == 0);
    std::string heading;
    for (const std::string& line : lines_of(support::Pattern(" *\n {7,}").replaced(result.out, " "))) {
      if (line.ends_with(":") && !line.starts_with(" ")) heading = line;
      if (!line.starts_with("  -")) {
        if (line.empty()) continue;
        if (line != heading && text.ends_with(": ")) text += "\n";
        text += line + (line == heading ? " " : "\n");
        continue;
      }
      const std::string option = heading + support::Pattern(" {3,}").replaced(line, "  ");
      const auto known = std::find_if(options.begin(), options.end(), [&](auto& each) { return each.first == option; });
      if (known == options.end())
        options.emplace_back(option, command);
      else
        known->second += " " + command;
    }
    text += "\n";
  }
  for (const auto& [option, names] : options) text += option + "  [" + names + "]\n";
  return text;
}

Words keys(const Json& object) {
  Words names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("the host explains itself, and each command explains its options") {
  check_output("help.txt", {"--help"});
  check_output("help_standings.txt", {"standings", "--help"});  // lines are broken in columns as in this one
  check_golden("help_commands.txt",
               merged_help({"play", "tournament", "league", "compare", "tune", "watch", "standings", "merge", "list",
                            "info", "replay", "blame", "serve", "validate", "doctor", "new", "completion"}));
}

TEST_CASE("the options that compare alone has, which decide its answer, are on the first screen of its help") {
  const Result help = run(host({"help", "compare"}));
  constexpr std::size_t rows = 24;  // of a terminal
  const Words lines = lines_of(help.out);
  REQUIRE(lines.size() > rows);
  for (const std::string option : {"--against", "--sprt", "--sequential", "--alpha"}) {
    CAPTURE(option);
    CHECK(std::any_of(lines.begin(), lines.begin() + rows,
                      [&](const std::string& line) { return line.starts_with("  " + option + " "); }));
  }
}

TEST_CASE("whatever is asked for as help is the same, wins over everything else on the line, and plays nothing") {
  const std::vector<std::pair<Words, Words>> all = {{{}, {"--help"}},
                                                    {{"-h"}, {"--help"}},
                                                    {{"help"}, {"--help"}},
                                                    {{"help", "play"}, {"play", "--help"}},
                                                    {{"help", "completion"}, {"completion", "-h"}},
                                                    {{"--game", "nothing", "--help"}, {"help", "play"}},
                                                    {{"replay", "--nonsense", "-h"}, {"help", "replay"}}};
  for (const auto& each : all) {
    CAPTURE(each.first);
    CHECK(done(host(each.first)).out == done(host(each.second)).out);
  }
}

TEST_CASE("where whoever reads the output ends, the host ends without a word, whether it gets the signal or not") {
  for (const char* const trap : {"", "trap '' PIPE; "}) {
    CAPTURE(trap);
    const Result result =
        run({.words = {"bash", "-c", std::string(trap) + "{ sleep 0.1; \"$0\" list --json; echo $? >&2; } | true",
                       host_program}});
    CHECK(result.err == "141\n");
  }
}

TEST_CASE("tables and texts fit a terminal; a pipe has all of them") {
  const auto longest = [](const std::string& text) {
    std::size_t most = 0;
    for (const std::string& line : lines_of(text)) most = std::max(most, line.size());
    return most;
  };
  // script makes a terminal, and stty its width.
  const auto in_terminal = [](const std::string& words) {
    const std::string command = "stty cols 80; '" + (built_folder / "host").string() + "' " + words;
    return run({.words = {"script", "-q", "-e", "-c", command, "/dev/null"}}).out;
  };
  CHECK(longest(in_terminal("list | head -n 30")) > 80);  // a pipe has all
  const std::string cut = in_terminal("list");
  const auto tables = cut.substr(0, cut.find("Searched"));
  CHECK(has(tables, "tonga"));
  CHECK(longest(tables) <= 81);  // with the '\r' of a terminal
  for (const char* const words : {"help", "info tonga", "info polyomino", "doctor"}) {
    CAPTURE(words);
    CHECK(longest(in_terminal(words)) <= 81);
    CHECK(longest(in_terminal(std::string(words) + " | cat")) > 80);
  }
  // A command can be copied from a help: it is left in one line.
  CHECK(has(in_terminal("help tournament"), "--plugin ./new.so --plugin A --plugin B --format gauntlet --seeds 1-100"));
}

TEST_CASE("info lists only strategies that can play the game, and a run refuses others before its first match") {
  const auto built = [](Words words) {
    words.insert(words.begin(), built_folder / "host");
    return run({.words = std::move(words)});
  };
  const std::string two = built({"info", "tonga"}).out;
  CHECK(has(two, "  alphabeta "));
  const std::string one = built({"info", "linez"}).out;
  CHECK(has(one, "  mcts "));
  CHECK(!has(one, "  alphabeta "));
  const Result refused =
      built({"compare", "--game", "linez", "--plugin", "random", "--against", "alphabeta", "--no-db"});
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "alphabeta cannot play linez, which does not have two seats"));
}

TEST_CASE("--version is one line with the version of the project") {
  check_output("version.txt", {"--version"});
}

TEST_CASE("list shows the games and strategies that are found, and where") {
  check_output("list.txt", {"list"});
}

TEST_CASE("list --json holds the same as list, for programs") {
  const Json list = object_of(host({"list", "--json"}));
  CHECK(keys(list) == Words{"folders", "games", "refused", "strategies"});
  CHECK(list.at("refused").empty());
  CHECK(keys(list.at("games").at(0)) == Words{"file", "id", "protocol", "seats", "summary", "version"});
  CHECK(list.at("games").at(0).at("seats") == Json{2, 2});
  Words found;
  for (const Json& each : list.at("strategies")) {
    CHECK(keys(each) == Words{"file", "id", "protocol", "summary", "version"});
    CHECK(fs::exists(each.at("file").get<std::string>()));
    found.push_back(each.at("protocol").get<std::string>() + " " + each.at("id").get<std::string>());
  }
  CHECK(found == Words{"tonga/1 greedy", "tonga/1 random", "tonga/1 server"});
}

TEST_CASE("info tells a game's rules, limits, parameters and strategies") {
  check_output("info_tonga.txt", {"info", "tonga"});
  const Json told = parse_json(run(host({"info", "tonga", "--json"})).out);
  CHECK(told.at("limits").at("cpu_s") == 20);
  CHECK(told.at("parameters").at(0).at("range") == "4, 6, ..., 16");
  std::map<std::string, Json> strategies;
  for (const Json& each : told.at("strategies")) strategies[each.at("id")] = each;
  CHECK(strategies.at("server").at("options").at(0).at("choices") == Json({"squares", "edges", "outline"}));
  CHECK(strategies.at("server").at("any") == false);
}

TEST_CASE("info prints the structs of a game's protocol, as a table and as JSON") {
  const std::string title = "Protocol tonga/1\n\n";
  const std::string shown = done(host({"info", "tonga", "--protocol"})).out;
  REQUIRE(shown.starts_with(title));
  check_has(content(source_folder / "plugins/tonga/README.md"), "```text\n" + shown.substr(title.size()) + "```\n");
  check_output("protocol_tonga.json", {"info", "tonga", "--protocol", "--json"});
}

TEST_CASE("one match prints the final board, and the points, scores and outcomes of both") {
  check_output("match.txt", small_match());
}

TEST_CASE("'host play' and 'host' are the same command") {
  const TemporaryFolder folder;
  auto spelled = small_match();
  spelled.insert(spelled.begin(), "play");
  CHECK(normalised(run(host(spelled)).out, folder.path()) == normalised(run(host(small_match())).out, folder.path()));
}

TEST_CASE("several matches print a line each and a table") {
  check_output("matches.txt", small_match({"--seeds", "1-5"}));
}

TEST_CASE("--quiet prints one line for a match, and only the table for several") {
  check_output("quiet_match.txt", small_match({"--quiet"}));
  check_output("quiet_matches.txt", small_match({"--seeds", "1-5", "--quiet"}));
}

TEST_CASE("--board moves shows the board after every action") {
  const std::string shown = normalised(done(host(small_match({"--board", "moves"}))).out, {});
  CHECK(count_of(shown, ", White ") == 37);  // the first one is that of the start
  check_golden("board_moves.txt", shown.substr(0, shown.find("\n2. ")));
  const std::string once = normalised(done(host(small_match())).out, {});
  CHECK(shown.ends_with(once.substr(once.find("\n   0"))));
}

TEST_CASE("--board none shows no board, and --board final shows it after each of several matches") {
  const auto shown = [](const Words& more) { return normalised(done(host(small_match(more))).out, {}); };
  const std::string once = shown({});
  const std::string board = once.substr(once.find("\n   0"), once.find("\nseat") - once.find("\n   0"));
  CHECK(shown({"--board", "none"}) == support::replaced(once, board, ""));
  const std::string twice = shown({"--board", "final", "--seeds", "1,2"});
  check_has(twice, board);
  CHECK(count_of(twice, ", White ") == 2);
}

TEST_CASE("strategies are called as name= says, with their options, and missing ones are the default opponent") {
  const std::string shown = done(host(tonga({"--plugin", "tonga/server,perimeter=edges,name=edgy"}))).out;
  for (const char* const row : {"\nBlack  edgy ", "\nWhite  server "}) check_has(shown, row);
}

TEST_CASE("replay shows a recorded match move by move, and says that it went as recorded") {
  const TemporaryFolder folder;
  const Result played = folder.done(small_match({"--record", "match.json", "--board", "moves"}));
  const auto replayed = [&](Words words) {
    words.insert(words.begin(), {"replay", "match.json"});
    const Result result = folder.run(words);
    CHECK(result.code == 0);
    CHECK(result.err == "");
    return normalised(result.out, folder.path());
  };
  const std::string boards = played.out.substr(0, played.out.find("seat   strategy"));
  CHECK(replayed({}) == boards + "seed 1  n=6  greedy (Black) -120, random (White) 120\nas recorded\n");
  check_golden("replay_final.txt", replayed({"--board", "final"}));
  CHECK(replayed({"--quiet"}) == "match.json: 1 match plays as recorded\n");
  Command piped = folder.command({"replay", "-", "--quiet"});
  const std::string match = content(folder.path() / "match.json");
  piped.input = match + match;
  const Result both = run(piped);
  CHECK(both.code == 0);
  CHECK(both.out == "-: 2 matches play as recorded\n");
}

TEST_CASE("--json prints an object for each match, with the same fields as a transcript without its actions") {
  const Result result = run(host(small_match({"--json"})));
  CHECK(result.code == 0);
  const std::vector<Json> lines = objects(result.out);
  REQUIRE(lines.size() == 1);
  const Json& match = lines.front();
  CHECK(keys(match) == Words{"agon", "game", "result", "seats", "setup", "usage"});
  CHECK(match.at("agon") == 1);
  CHECK(match.at("game").at("id") == "tonga");
  CHECK(match.at("game").at("protocol") == "tonga/1");
  CHECK(match.at("setup") == Json{{"seed", 1}, {"parameters", {{"n", 6}}}});
  REQUIRE(match.at("seats").size() == 2);
  for (const Json& seat : match.at("seats")) {
    CHECK(keys(seat) == Words{"options", "sha256", "strategy", "version"});
    CHECK(seat.at("sha256").get<std::string>().size() == 64);
    CHECK(seat.at("options") == Json::object());
  }
  const Json& outcome = match.at("result");
  CHECK(keys(outcome) == Words{"contest", "cpu_s", "outcomes", "peak_kib", "scores", "turns", "wall_s"});
  for (const Json& values : outcome) {
    CAPTURE(outcome);
    REQUIRE(values.is_array());
    CHECK(values.size() == 2);
  }
  for (std::size_t seat = 0; seat < 2; ++seat) {
    CHECK(outcome.at("scores").at(seat).is_number_integer());
    CHECK(outcome.at("contest").at(seat).is_number());
    CHECK(outcome.at("outcomes").at(seat) == Json{{"kind", "ok"}});
    CHECK(outcome.at("cpu_s").at(seat).get<double>() >= 0);
    CHECK(outcome.at("wall_s").at(seat).get<double>() >= 0);
    CHECK(outcome.at("turns").at(seat) == 18);
  }
  CHECK(outcome.at("scores").at(0) == -outcome.at("scores").at(1).get<int>());
}

TEST_CASE("--json ends several matches with an object of the whole run") {
  const Result result = run(host(small_match({"--json", "--seeds", "1-5"})));
  CHECK(result.code == 0);
  const std::vector<Json> lines = objects(result.out);
  REQUIRE(lines.size() == 6);
  double greedy_scores = 0;
  for (std::size_t index = 0; index < 5; ++index) {
    CHECK(lines[index].at("setup").at("seed") == index + 1);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (lines[index].at("seats").at(seat).at("strategy") == "greedy") {
        greedy_scores += lines[index].at("result").at("scores").at(seat).get<double>();
      }
    }
  }
  const Json& whole = lines.back().at("run");
  CHECK(whole.at("contest") == "sum of signed roots");
  REQUIRE(whole.at("strategies").size() == 2);
  const Json& greedy = whole.at("strategies").at(0);
  CHECK(greedy.at("name") == "greedy");
  CHECK(greedy.at("matches") == 5);
  CHECK(greedy.at("mean_score").get<double>() == doctest::Approx(greedy_scores / 5));
  CHECK(greedy.at("wins").get<int>() + greedy.at("ties").get<int>() + greedy.at("losses").get<int>() == 5);
  CHECK(greedy.at("failures") == 0);
}

TEST_CASE("the board is in colour on a terminal that knows colours, and nowhere else") {
  struct Case {
    bool terminal;
    std::optional<std::string> term;
    std::optional<std::string> no_color;
    bool colour;
  };
  const std::vector<Case> cases = {
      {true, "xterm-256color", std::nullopt, true},
      {true, "xterm-256color", "", true},  // no-color.org: only a value that is not empty counts
      {true, "xterm-256color", "1", false},
      {true, "dumb", std::nullopt, false},
      {true, std::nullopt, std::nullopt, false},
      {false, "xterm-256color", std::nullopt, false},
  };
  for (const Case& each : cases) {
    CAPTURE(each.terminal);
    CAPTURE(each.term.value_or("(unset)"));
    CAPTURE(each.no_color.value_or("(unset)"));
    for (const std::string when : {"final", "moves"}) {
      Command command = host(small_match({"--board", when}));
      command.terminal = each.terminal;
      command.environment = {{"TERM", each.term}, {"NO_COLOR", each.no_color}};
      const Result result = run(command);
      CHECK(result.code == 0);
      CHECK((result.out.find(escape) != std::string::npos) == each.colour);
    }
  }
}

TEST_CASE("without its colour codes the coloured board is the plain one, but for blanks at the ends of lines") {
  Command command = host(small_match());
  const std::string plain = normalised(run(command).out, {});
  command.terminal = true;
  command.environment = {{"TERM", "xterm-256color"}, {"LC_ALL", "C.UTF-8"}};
  std::string coloured = run(command).out;
  for (std::size_t at = 0; (at = coloured.find(escape)) != std::string::npos;) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  coloured = support::Pattern(" +\n").replaced(coloured, "\n");
  CHECK(normalised(coloured, {}) == plain);
}
