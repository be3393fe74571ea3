// A program plays wherever a strategy does, and its match is the same.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"
#include "tests/support/inflated_page.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <string>
#include <thread>

namespace {

using namespace programs;

}  // namespace

TEST_CASE("a program plays a match at each level of isolation, and the transcript is the same") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  std::string actions;
  for (const std::string level : {"none", "process", "sandbox"}) {
    CAPTURE(level);
    const support::Json match = stage.match(bot, {"--isolation", level});
    CHECK(reason_of(match) == "");
    REQUIRE(kind_of(match) == "ok");
    CHECK(match.at("seats").at(0).at("strategy") == "bot");
    if (actions.empty()) actions = match.at("actions").dump();
    CHECK(match.at("actions").dump() == actions);
  }
  check_has(actions, R"("action":"0 0")");
}

TEST_CASE("a command line plays, with its options and its name, and is identified by what it names") {
  const Stage stage;
  stage.script("bot.sh", takes_first, "echo \"log $rest\";");
  const support::Json file = stage.match("./bot.sh");
  const support::Json command = stage.match("run:sh './bot.sh',name=Ada,depth=3");
  CHECK(kind_of(command) == "ok");
  CHECK(command.at("seats").at(0).at("name") == "Ada");
  CHECK(command.at("seats").at(0).at("options").at("depth") == "3");
  CHECK(command.at("actions") == file.at("actions"));
  CHECK(command.at("seats").at(0).at("sha256") != file.at("seats").at(0).at("sha256"));
  stage.script("bot.sh", takes_first);
  CHECK(stage.match("run:sh './bot.sh',depth=3").at("seats").at(0).at("sha256") !=
        command.at("seats").at(0).at("sha256"));
}

TEST_CASE("in quotes, a path and an option's value may have commas, in commands to type again, too") {
  const Stage stage;
  std::filesystem::create_directory(stage.path() / "a,b");
  stage.script("a,b/bot.sh", "first_empty; echo \"action $cell\"; echo \"log option\"", "echo \"log $rest\";");
  const support::Json match = stage.match("'./a,b/bot.sh',weights=\"1,2\"");
  CHECK(kind_of(match) == "ok");
  CHECK(match.at("seats").at(0).at("strategy") == "bot");
  CHECK(match.at("seats").at(0).at("options").at("weights") == "1,2");
  const support::Result on = stage.done(
      {"--game", "tonga", "--from", "match.json", "--plugin", "\"./a,b/bot.sh\"", "--plugin", "random", "--quiet"});
}

TEST_CASE("a program's first line may begin with a byte order mark, and its lines may end as on Windows") {
  const Stage stage;
  const support::Json match = stage.match(
      stage.script("bot.sh", "first_empty; printf 'action %s\\r\\n' \"$cell\"", "printf '\\357\\273\\277';"));
  CHECK(kind_of(match) == "ok");
}

TEST_CASE("files beside a program open by relative names, wherever the host was started") {
  const Stage stage;
  const std::string start = "read -r weight < weights.txt || exit 1; echo \"log weight $weight\";";
  std::filesystem::create_directory(stage.path() / "mine");
  stage.write("mine/weights.txt", "3\n");
  stage.script("mine/bot.sh", takes_first, start);
  stage.script("bot.sh", takes_first, start);
  for (const std::string level : {"sandbox", "process"}) {
    for (const std::string plugin : {"./mine/bot.sh", "run:sh mine/bot.sh", "./bot.sh,cwd=mine"}) {
      CAPTURE(plugin);
      const support::Result result =
          stage.host(e2e::tonga({"--plugin", plugin, "--plugin", "random", "--no-db", "--log", "--isolation", level}));
      check_has(result.err, "weight 3");
    }
  }
  const support::Json elsewhere = stage.match("./bot.sh");  // the folder holds a record
  check_has(reason_of(elsewhere), "The sandbox does not open the folder ");
}

TEST_CASE("a program plays with the interpreter that the shell would take, and with its environment") {
  const Stage stage;
  for (const char* const folder : {"mine", "env", "env/bin", "env/lib"})
    std::filesystem::create_directory(stage.path() / folder);
  stage.write("env/pyvenv.cfg", "home = /usr/bin\n");
  stage.write("env/lib/module", "LOADED=yes");
  stage.write("env/bin/python3",
              "#!/bin/sh\n. \"$(dirname \"$0\")/../lib/module\"; export LOADED; exec /bin/sh \"$@\"\n");
  stage.script("mine/bot.py", takes_first, "echo \"log loaded $LOADED\";");
  std::string text = support::content(stage.path() / "mine/bot.py");
  stage.write("mine/bot.py", "#!/usr/bin/env python3" + text.substr(text.find('\n')));
  for (const std::string plugin : {"./mine/bot.py", "run:python3 mine/bot.py", "run:env/bin/python3 mine/bot.py"}) {
    CAPTURE(plugin);
    const support::Result result =
        support::run({.words = {std::string(AGON_TEST_BUILT) + "/host", "--game", "tonga", "--set", "n=6", "--plugin",
                                plugin, "--plugin", "random", "--no-db", "--log"},
                      .folder = stage.path(),
                      .environment = {{"PATH", (stage.path() / "env/bin").string() + ":/usr/bin:/bin"}}});
    check_has(result.err, "loaded yes");
  }
}

TEST_CASE("one process plays many matches, and one that can't, or ends by itself, is started again for the next one") {
  const Stage stage;
  const auto starts = [&](const std::string& bot) {
    const support::Result result = stage.done(e2e::tonga(
        {"--plugin", bot, "--plugin", "random", "--seeds", "1-3", "--jobs", "1", "--no-db", "--log", "--quiet"}));
    CHECK_FALSE(has(result.out, "exit"));
    return count_of(result.err, "started\n");
  };
  const std::string log = "echo \"log started\";";
  CHECK(starts(stage.script("bot.sh", takes_first, log)) == 1);
  CHECK(starts(stage.script("single.sh", takes_first, "echo single; " + log)) == 3);
  const std::string text = support::content(stage.path() / stage.script("ends.sh", takes_first, log));
  CHECK(starts(stage.write("ends.sh", support::replaced(text, "quit) exit 0", "end|quit) sleep 0.2; exit 0"))) == 3);
}

TEST_CASE("a transcript has the CPU time and the log of each turn, and so has its page") {
  const Stage stage;
  const std::string bot =
      stage.script("bot.sh", "first_empty; echo \"log at $cell\"; echo \"action $cell\"", "echo \"log started\";");
  for (const std::string level : {"none", "process", "sandbox"}) {
    CAPTURE(level);
    const support::Json match = stage.match(bot, {"--isolation", level});
    const support::Json& usage = match.at("usage");
    CHECK(usage.at("cpu_us").size() == match.at("actions").size());
    std::string acted;
    std::string logged;
    std::int64_t used = 0;
    for (const support::Json& action : match.at("actions"))
      if (action.at("seat") == 0) acted += "at " + action.at("action").get<std::string>() + "\n";
    for (const support::Json& log : usage.at("logs")) {
      CHECK(match.at("actions").at(log.at("action").get<std::size_t>() - 1).at("seat") == 0);
      logged += log.at("log").get<std::string>();
      used += usage.at("cpu_us").at(log.at("action").get<std::size_t>() - 1).get<std::int64_t>();
    }
    CHECK(logged == "started\n" + acted);
    CHECK(used > 0);
    CHECK(used <= match.at("result").at("cpu_s").at(0).get<double>() * 1e6 + 1);
  }
  stage.done({"replay", "match.json", "--html", "page.html"});
  const std::string page = support::inflated_page(stage.path() / "page.html");
  check_has(page, R"("log":)");
  check_has(page, "started");
  check_has(page, R"("cpu_us":)");
}

TEST_CASE("what a strategy reports is in the transcript, in replay, in --json and on the page, and changes no match") {
  const Stage stage;
  const std::string silent = stage.script("silent.sh", "first_empty; echo \"action $cell\"");
  const std::string talks =
      stage.script("talks.sh",
                   "first_empty; echo 'info depth 1'; echo 'info value 9'; echo 'info share 2'; echo 'info value x';"
                   "echo \"info nodes 7 value -1.5 new 3 depth 2 line $cell 5 5\"; echo \"action $cell\"");
  for (const std::string level : {"none", "process", "sandbox"}) {
    CAPTURE(level);
    const support::Json without = stage.match(silent, {"--isolation", level});
    const support::Json match = stage.match(talks, {"--isolation", level});
    CHECK(match.at("actions") == without.at("actions"));
    CHECK_FALSE(without.at("usage").contains("evaluations"));
    const support::Json& first = match.at("usage").at("evaluations").at(0);
    CHECK(first == support::parse_json(R"({"action":1,"value":-1.5,"depth":2,"nodes":7,"line":"0 0 5 5"})"));
    const support::Json search = stage.match("mcts,simulations=50", {"--isolation", level});
    CHECK(search.at("usage").at("evaluations").at(0).at("nodes") == 50);
  }
  static_cast<void>(stage.match(talks, {}));
  stage.done({"replay", "match.json", "--html", "page.html"});
  CHECK(has(support::inflated_page(stage.path() / "page.html"), R"("evaluation":{"value":-1.5)"));
  CHECK(has(stage.host({"replay", "match.json"}).out, "\nexpects a score of -1.5, depth 2, 7 positions: 0 0 5 5\n"));
  const auto printed = stage.host({"--game", "tonga", "--plugin", "uct,simulations=50", "--plugin", "random", "--set",
                                   "n=6", "--json", "--quiet", "--no-db"});
  CHECK(support::parse_json(printed.out).at("usage").at("evaluations").at(0).at("nodes") == 50);
}

TEST_CASE("a hint tells between which actions a strategy chooses, and drops what a program says amiss") {
  const Stage stage;
  const std::string bot = stage.script(
      "bot.sh",
      "echo 'info candidates 1 4 4'; echo 'info candidates .5 3 3 | 0.25 9 9|x 4 4|.75  2 2| |7 4 4|.3 3 3|1 1 1'\n"
      "echo 'action 2 2'");
  for (const std::string level : {"none", "process", "sandbox"}) {
    CAPTURE(level);
    const support::Result result =
        stage.host(e2e::tonga({"--seats", "listed", "--plugin", "human", "--plugin", "random", "--isolation", level}),
                   "1 1\nhint uct,simulations=300\nhint " + bot + "\nhint greedy\n");
    CAPTURE(result.out);
    CHECK(std::regex_search(result.out, std::regex(R"(uct would play: \d \d\n( +\d+ %  \d \d\n){5}bot)")));
    check_has(result.out, "bot would play: 2 2\n  75 %  2 2\n  50 %  3 3\ngreedy");
    CHECK(std::regex_search(result.out, std::regex(R"(greedy would play: \d \d\n+$)")));
  }
}

TEST_CASE("a program knows its seat, its time and its options, and both its output and standard error reach the log") {
  const Stage stage;
  const std::string bot = stage.write("bot.sh", R"(#!/bin/sh
while read -r line; do
  case $line in
    agon* | game* | option* | new*) echo "log $line" ;;
    start) echo ready ;;
    turn*) echo "log ${line%% .*}"; echo "an error" >&2; echo "error that is enough" ;;
  esac
done
)");
  const support::Result result =
      stage.done(e2e::tonga({"--seats", "listed", "--plugin", bot + ",depth=3", "--plugin", "greedy", "--time", "5",
                             "--memory", "100", "--log", "--quiet"}));
  for (const std::string line : {"agon 1", "game tonga tonga/1", "option depth 3", "new seat 0 seats 2 seed ",
                                 " time 5000 increment 0 turntime 0 memory 104857600 threads 1", "an error"}) {
    CAPTURE(line);
    check_has(result.err, line);
  }
  CHECK(has(result.out + result.err, "it says: that is enough"));
}

TEST_CASE("programs stand in tournaments and comparisons") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  const support::Result tournament =
      stage.host({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", bot, "--plugin", bot + ",name=other,x=1",
                  "--plugin", "random", "--seeds", "1-2", "--no-db", "--quiet"});
  CHECK(complaints(tournament) == "");
  CHECK(tournament.code == 0);
  check_has(tournament.out, "other");
  const support::Result comparison = stage.host({"compare", "--game", "tonga", "--set", "n=6", "--plugin", bot,
                                                 "--against", "random", "--seeds", "1-2", "--no-db", "--quiet"});
  CHECK(complaints(comparison) == "");
  CHECK(comparison.code == 0);
}

TEST_CASE(
    "programs of one name are told apart by their folders, and names keep all letters, also in what plays again") {
  const Stage stage;
  const std::string cyrillic = "\u0431\u043e\u0442";
  const std::string anna = stage.script("anna/bot.sh", takes_first);
  const std::string gus = stage.script("gus/bot.sh", takes_first, "true;");
  const std::string other = stage.script(cyrillic + "-1.2.sh", takes_first, ":;");
  const support::Result played =
      stage.done({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", anna, "--plugin", gus, "--plugin", other,
                  "--seeds", "1", "--db", "league.db", "--quiet"});
  const support::Result standings = stage.done({"standings", "--db", "league.db", "--json", "--html", "page.html"});
  const std::string page = support::inflated_page(stage.path() / "page.html");
  for (const std::string& name : {std::string("anna/bot"), std::string("gus/bot"), cyrillic + "-1.2"}) {
    CAPTURE(name);
    check_has(played.out, name);
    check_has(standings.out, "\"" + name + "\"");
    check_has(page, name);
  }
  const std::string plugins = e2e::rows(stage.path() / "league.db", "SELECT plugins FROM line_ups");
  check_has(plugins, anna + ",name=anna/bot");
  check_has(plugins, gus + ",name=gus/bot");
  const support::Json match = stage.match(anna, {}, gus);
  CHECK(match.at("seats").at(0).at("name") == "anna/bot");
  CHECK(match.at("seats").at(1).at("name") == "gus/bot");
}

TEST_CASE("strict isolation asks the same of a program behind --plugin, --against and --swap") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  const auto code = [&](Words words) {
    const Words common = e2e::tonga({"--plugin", "random", "--isolation", "sandbox,strict", "--quiet"});
    words.insert(words.end(), common.begin(), common.end());
    return stage.host(words).code;
  };
  const int expected = code({"play", "--plugin", bot});
  CHECK((expected == 0 || expected == 7));  // 7: this system lacks a layer
  CHECK(code({"compare", "--against", bot, "--seeds", "1", "--no-db"}) == expected);
  CHECK(code({"play", "--swap", "3:0=" + bot}) == expected);
}

TEST_CASE("a program takes over in the middle of a match, and gives hints") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  const support::Result swapped =
      stage.host(e2e::tonga({"--seats", "listed", "--plugin", "greedy", "--plugin", "random", "--swap", "11:0=" + bot,
                             "--record", "swapped.json", "--quiet"}));
  CHECK(complaints(swapped) == "");
  CHECK(swapped.code == 0);
  CHECK(has(support::content(stage.path() / "swapped.json"), R"("strategy":"bot")"));
}

TEST_CASE("limits by the clock hold in a match with a person, too") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", "sleep 1000;");
  const support::Result result = stage.done(e2e::tonga(
      {"--seats", "listed", "--plugin", bot, "--plugin", "human", "--wall", "0.5", "--record", "match.json"}));
  CHECK(kind_of(stage.recorded()) == "stall");
}

TEST_CASE("with --reload, a program that is saved during a match takes over at its next turn, if it gets ready") {
  const Stage stage;
  const std::string bot = stage.script("bot.sh", takes_first);
  stage.script("better.sh", takes_first, "echo 'log better';");
  stage.write("broken.sh", "#!/bin/sh\nexit 3\n");
  // Saves a file over the bot's in its second turn, and another one in its fourth. A file counts as saved after 100 ms.
  stage.script("editor.sh", std::string(R"(turns=x$turns
      case $turns in
        xx) mv broken.sh bot.sh; sleep 0.3 ;;
        xxxx) mv better.sh bot.sh; sleep 0.3 ;;
      esac; )") + takes_first);
  const Words words = {"--game",     "tonga",       "--set",    "n=6",      "--seats",           "listed",
                       "--plugin",   bot,           "--reload", "--plugin", "./editor.sh,cwd=.", "--record",
                       "match.json", "--isolation", "process",  "--log"};
  const support::Result result = stage.done(words);
  CHECK(has(result.err,
            "the new build of ./bot.sh can't take over seat 0 (Black): it ended before it wrote 'ready', "
            "with exit status 3; the one before plays on"));
  check_has(result.err, "the new build of ./bot.sh plays seat 0 (Black) from action 9 on");
  CHECK(has(result.err + result.out, "better"));
  const support::Json match = stage.recorded();
  CHECK(kind_of(match) == "ok");
  REQUIRE(match.at("takeovers").size() == 1);
  CHECK(match.at("takeovers").at(0).at("action") == 9);
  CHECK(match.at("takeovers").at(0).at("player").at("sha256") != match.at("seats").at(0).at("sha256"));
}

TEST_CASE("a program has limits of its own, and with a prefix options of these names") {
  const Stage stage;
  const std::string bot = stage.write("told.sh", R"(#!/bin/sh
while read -r line; do
  case $line in
    start) echo ready ;;
    option*|new*) echo "log $line on $(nproc) cores" ;;
    turn*) echo "action 9 9" ;;
  esac
done
)");
  const auto told = [&](const std::string& plugin) {
    return stage.host(e2e::tonga({"--plugin", plugin, "--plugin", "greedy", "--log", "--quiet"})).err;
  };
  const std::string own = told(bot + ",time=3,memory=100,limit.threads=2,option.time=soon,depth=4");
  check_has(own, "time 3000 ");
  check_has(own, "memory 104857600 threads 2");
  check_has(own, "option time soon");
  check_has(own, "option depth 4");
  CHECK_MESSAGE(!has(own, "option limit"), own);
  const bool several = std::thread::hardware_concurrency() > 1;
  CHECK_MESSAGE(has(own, " on 1 cores") != several, own);
  const std::string all = told(bot);
  check_has(all, " on 1 cores");
  check_has(all, "threads 1");
  CHECK_MESSAGE(!has(all, "time 3000 "), all);
}

TEST_CASE("tuning gives a program whole numbers where its range has whole numbers") {
  const Stage stage;
  const std::string bot = stage.write("whole.sh", R"(#!/bin/sh
while read -r line; do
  case $line in
    option\ k\ *[!0-9]*) echo "error k takes whole numbers" ;;
    start) echo ready ;;
    turn*) echo "action 9 9" ;;
  esac
done
)");
  const support::Result result =
      stage.done({"tune", "--game", "tonga", "--set", "n=6", "--plugin", bot + ",k=1", "--tune", "k=0:5", "--against",
                  "random", "--sampler", "random", "--matches", "150", "--check", "20001-20006", "--no-db", "--quiet"});
  CHECK_MESSAGE(!has(result.out + result.err, "whole numbers"), result.out, result.err);
  check_has(result.out, "\nk  ");
}
