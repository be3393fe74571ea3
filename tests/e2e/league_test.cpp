// Leagues from the outside: versions, what they play, and what no end of the process changes.
#include "tests/e2e/host.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <set>
#include <thread>

using namespace e2e;

namespace {

/// A league of Tonga on small boards, or of another game, with as few matches as may be.
class League {
 public:
  explicit League(int blocks = 4, const std::string& more = "", const std::string& anchor = "server",
                  const std::string& match = "game = 'tonga'\nset = ['n=6']\n") {
    folder_.write("league.toml", "seeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['" + anchor +
                                     "']\nplacements = 1\nblocks = " + std::to_string(blocks) + "\n" + more +
                                     "[match]\nwall = 20\njobs = 2\n" + match);
  }

  void put(const std::string& strategy, const std::string& as) const {
    std::filesystem::remove(path() / "bots" / as);
    folder_.copy(plugin_folder / "tonga" / strategy, "bots/" + as);  // or where an absolute path leads
  }
  void program(const std::string& as, const std::string& text) const { folder_.write_program("bots/" + as, text); }

  [[nodiscard]] Command once() const { return host({"league", "run", path().string(), "--once"}); }
  [[nodiscard]] const fs::path& path() const { return folder_.path(); }
  [[nodiscard]] std::vector<Json> journal() const { return objects(content(path() / "league.log")); }

  /// The players of each block.
  [[nodiscard]] std::vector<std::set<std::string>> blocks() const {
    std::vector<std::set<std::string>> all;
    for (const Json& line : journal()) {
      if (!line.contains("blocks")) continue;
      for (const Json& block : line.at("blocks")) all.push_back(block.at("players").get<std::set<std::string>>());
    }
    return all;
  }

  /// The line of a version; that it was found is checked.
  [[nodiscard]] Json version(const std::string& name) const {
    for (const Json& line : journal())
      if (line.value("version", "") == name) return line;
    FAIL("no version ", name);
    return {};
  }

  /// All results, in the order of the matches.
  [[nodiscard]] std::string results() const {
    return rows(
        path() / "league.db",
        "SELECT DISTINCT name, seat, number, score FROM matches WHERE run IS NOT NULL ORDER BY number, seat, name");
  }

 private:
  TemporaryFolder folder_;
};

/// The journal without times; with the ratings that it notes at rest.
std::string decisions(const League& league) {
  std::string text;
  for (Json line : league.journal()) {
    line.erase("since");
    text += support::to_text(line) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a league is made, plays what its file says, and plays nothing twice") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "weekly").string();
  CHECK(has(done(host({"league", "init", path, "--game", "tonga"})).out, "league run"));
  CHECK(has(content(folder.path() / "weekly/league.toml"), "game = 'tonga'"));
  CHECK(has(content(folder.path() / "weekly/league.toml"), "\ntime = 2 "));
  check_refusal(run(host({"league", "init", path, "--game", "tonga"})), usage, {"league.toml", "there already"});

  const League league;
  league.put("greedy.so", "ann/mine.so");
  league.put("random.so", "bob/mine.so");
  const Result first = done(league.once());
  CHECK(has(first.out, "ann/mine@1 takes part"));
  CHECK(has(first.out, "bob/mine@1"));
  const auto blocks = league.blocks();
  CHECK(blocks[0] == std::set<std::string>{"ann/mine@1", "server"});
  std::map<std::string, int> played;
  for (const auto& block : blocks)
    for (const std::string& name : block) ++played[name];
  CHECK(played["ann/mine@1"] >= 4);
  CHECK(played["bob/mine@1"] >= 4);
  const std::string results = league.results();
  CHECK(lines_of(results).size() == 4 * blocks.size());
  done(league.once());
  CHECK(league.blocks() == blocks);
  CHECK(league.results() == results);
}

TEST_CASE("a league whose path has a colon is refused, as it would be two paths in the command of a bot") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "at 12:30").string();
  for (const Words& words :
       {Words{"init", path, "--game", "tonga"}, Words{"run", path, "--once"}, Words{"serve", path}})
    check_refusal(run(host(with({"league"}, words))), usage, {"at 12:30", "can't have a colon", "another name"});
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("of twelve bots, a changed one alone plays, and its earlier version stays in the archive and the results") {
  const League league;
  for (int bot = 0; bot < 12; ++bot)
    league.put(bot % 2 == 0 ? "greedy.so" : "random.so", "owner" + std::to_string(bot) + "/bot.so");
  done(league.once());
  const std::size_t before = league.blocks().size();
  league.put("server.so", "owner3/bot.so");
  done(league.once());
  const auto blocks = league.blocks();
  CHECK(blocks.size() == before + 4);
  for (std::size_t block = before; block < blocks.size(); ++block) CHECK(blocks[block].contains("owner3/bot@2"));
  CHECK(fs::exists(league.path() / league.version("owner3/bot@1").at("file").get<std::string>()));
  CHECK(has(league.results(), "owner3/bot@1"));

  league.put("random.so", "owner3/bot.so");  // as it was
  CHECK(has(done(league.once()).out, "owner3/bot@1 is back"));
  CHECK(league.blocks().size() == blocks.size());
}

TEST_CASE("a version that can't be loaded, or fails in its trial, plays no match, and its earlier version stays") {
  const League league;
  league.put("greedy.so", "ann/bot.so");
  done(league.once());
  const std::string results = league.results();
  std::ofstream(league.path() / "bots/ann/bot.so") << "no library";
  league.program("eve/exits.sh", "#!/bin/sh\nexit 1\n");
  const Result result = done(league.once());
  CHECK(has(result.out, "ann/bot@2 does not take part, since its trial failed: bot.so: "));
  CHECK_FALSE(has(result.out, "archive/"));
  CHECK(has(league.version("eve/exits@1").at("refused").get<std::string>(), "load: it ended "));
  CHECK(league.results() == results);
}

TEST_CASE("a version whose first matches all fail plays no more, and is told why") {
  const League league(4, "give-up = 2\n");
  // Plays its trial, which it knows by its seed, and fails in the matches.
  league.program("eve/tricky.sh", R"(#!/bin/bash
while read -r word a b c d e seed rest; do
  case $word in
    start) echo ready ;;
    new) last=${seed: -2} ;;
    turn)
      [ "$last" = 79 ] || { echo "error the seed ends in $last"; continue; }
      row=0
      IFS=/ read -ra rows <<<"$b"
      for line in "${rows[@]}"; do
        before=${line%%.*}
        [ "$before" = "$line" ] || { echo "action $row ${#before}"; break; }
        row=$((row + 1))
      done ;;
  esac
done
)");
  league.put("greedy.so", "ann/bot.so");
  const Result result = done(league.once());
  CHECK(has(result.out, "eve/tricky@1 plays no more: its first 2 matches all failed, the last by error: "));
  int blocks = 0;
  for (const auto& players : league.blocks()) blocks += players.contains("eve/tricky@1") ? 1 : 0;
  CHECK(blocks == 1);
}

TEST_CASE("the site of a league has its table with changes, a page for each owner and version, and each match") {
  const League league;
  const fs::path site = league.path() / "site";
  const auto write = [&] { done(host({"league", "run", league.path().string(), "--once", "--html", site.string()})); };
  const auto data_of = [&](const fs::path& page) { return support::page_data(content(page), "report"); };
  league.put("greedy.so", "ann/bot.so");
  league.put("random.so", "bob/bot.so");
  write();
  for (const Json& each : data_of(site / "index.html").at("standings").at("strategies"))
    CHECK(each.at("change").is_null());
  league.put("random.so", "ann/bot.so");
  std::ofstream(league.path() / "bots/bob/other.so") << "no library";
  write();
  const Json index = data_of(site / "index.html");
  CHECK(index.at("standings").at("strategies").size() == 4);
  for (const Json& each : index.at("standings").at("strategies"))
    CHECK(each.at("change").is_null() == (each.at("name") == "ann/bot@2"));
  CHECK(index.at("owners").size() == 2);
  const Json ann = data_of(site / "owner/ann.html");
  CHECK(ann.at("owner").at("versions").at(0).at("state") == "was replaced or removed");
  CHECK(ann.at("owner").at("versions").at(1).at("state") == "takes part");
  CHECK(ann.at("histories").at(0).at("builds").size() == 2);
  const Json bob = data_of(site / "owner/bob.html");
  CHECK(has(bob.at("owner").at("versions").at(1).at("state").get<std::string>(), "is not a shared library"));
  CHECK(names_in(site / "strategy").size() == 4);
  CHECK(names_in(site / "match").size() == 2 * league.blocks().size());
}

TEST_CASE("a league's site has as many pages of matches as league.toml says, and goes on with the newest") {
  const League league(4, "pages = 3\n");
  const fs::path site = league.path() / "site";
  const auto write = [&] { done(host({"league", "run", league.path().string(), "--once", "--html", site.string()})); };
  league.put("greedy.so", "ann/bot.so");
  write();
  const Words first = names_in(site / "match");
  CHECK(first.size() == 3);
  league.put("random.so", "bob/bot.so");
  write();
  CHECK(names_in(site / "match").size() == 3);
  CHECK(names_in(site / "match") != first);
  std::set<std::string> linked;
  for (const std::string& name : names_in(site / "strategy")) {
    const Json page = support::page_data(content(site / "strategy" / name), "report");
    for (const Json& row : page.at("matches").at("listed"))
      if (row.back().is_string()) linked.insert(fs::path(row.back().get<std::string>()).filename());
  }
  const Words pages = names_in(site / "match");
  CHECK(linked == std::set<std::string>(pages.begin(), pages.end()));
}

TEST_CASE("who does not take part is told at each run and on the index, since when and why") {
  const League league(2);
  league.put("greedy.so", "ann/bot.so");
  league.program("ben/bot.py", "print('no interpreter is named')\n");
  league.put("random.so", "dan/bot.so");
  fs::create_directories(league.path() / "bots/eve");
  done(league.once());
  league.program("dan/bot.so", "no library\n");  // its first version plays on
  const std::string site = (league.path() / "site").string();
  for (int times = 0; times < 2; ++times) {
    const Result result = done(host({"league", "run", league.path().string(), "--once", "--html", site}));
    const std::string told = result.out.substr(result.out.find("Do not take part:"));
    CHECK(has(told, "ben/bot@1"));
    CHECK(has(told, "its first line does not name an interpreter"));
    CHECK(has(told, "dan/bot@2"));
    CHECK(has(told, "; dan/bot@1 plays on"));
    CHECK(has(told, "there is no strategy in bots/eve"));
    CHECK_FALSE(has(told, "ann"));
  }
  const Json absent = support::page_data(content(fs::path(site) / "index.html"), "report").at("absent");
  REQUIRE(absent.size() == 3);
  CHECK(absent[0].at("name") == "ben/bot@1");
  CHECK(absent[0].at("page") == "owner/ben.html");
  CHECK(absent[0].at("since").get<std::string>().size() > 10);
  CHECK(absent[2].at("name") == "eve");
}

TEST_CASE("what owners hand in beside strategies is one line, and takes no bot's name") {
  const League league(2);
  league.put("greedy.so", "ada/mybot.so");
  for (const char* const name :
       {"mybot.cpp", "Bot.java", "Bot.class", "main.go", "README.txt", "Thumbs.db", "abgabe.zip", "Makefile"})
    league.program(std::string("ada/") + name, "text\n");  // executable, as on a file system that knows no modes
  league.program("ada/src/mybot.cpp", "text\n");
  league.program("ivy/bot.toml", "plugin = 'run:java -cp . Bot'\n");
  league.program("ivy/Bot.class", "text\n");
  league.put("random.so", "stray.so");
  const Result result = done(league.once());
  CHECK(has(result.out, "ada/mybot@1 takes part"));
  CHECK(has(
      result.out,
      "ada: Bot.class, Bot.java, Makefile, README.txt, Thumbs.db, abgabe.zip, main.go, mybot.cpp are no strategies; "
      "unpack archives; src has no file bot.toml\n"));
  CHECK(has(result.out,
            "ivy: Bot.class is no strategy; bot.toml belongs into a folder of its bot, with the files that it "
            "names: bots/ivy/NAME/bot.toml\n"));
  CHECK(has(result.out, "bots: stray.so belongs to no owner: a strategy lies in bots/OWNER\n"));
  int versions = 0;
  for (const Json& line : league.journal()) versions += line.contains("version") ? 1 : 0;
  CHECK(versions == 2);  // of ada and the anchor
}

TEST_CASE("Ctrl-C says how a league goes on, and keys of [match] that are none are refused with what is meant") {
  const League league(1000);
  league.put("greedy.so", "ann/bot.so");
  Process process(league.once());
  REQUIRE(process.read_until([](const std::string& out) { return has(out, "takes part"); }));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 130);
  CHECK(has(result.err, "interrupted; what was played is stored; to go on: "));
  CHECK(has(result.err, "league run " + league.path().string() + " --once"));
  const League wrong(4, "", "server", "game = 'tonga'\nwal = 60\n");
  check_refusal(run(wrong.once()), usage, {"league.toml, [match]: there is no key 'wal' (did you mean 'wall'?)"});
}

TEST_CASE("a folder with a bot.toml is a bot, which can't name files of others nor set its limits") {
  const League league;
  league.put("greedy.so", "ann/folder/lib.so");
  const auto manifest = [&](const std::string& folder, const std::string& file) {
    std::filesystem::create_directories(league.path() / "bots" / folder);
    std::ofstream(league.path() / "bots" / folder / "bot.toml") << "plugin = \"" << file << "\"\n";
  };
  manifest("ann/folder", "./lib.so");
  manifest("eve/reads", "run:cat " + (league.path() / "league.toml").string());
  manifest("eve/climbs", "../../ann/folder/lib.so");
  manifest("eve/longer", "run:sleep 1,time=1000");
  manifest("eve/opens", "run:sleep 1,read=/home");
  // Interpreters and commands that a bot would choose, whose folders it could then read.
  const std::filesystem::path others = league.path() / "others";
  std::filesystem::create_directories(others / "bin");
  for (const char* const name : {"python3", "tool"}) std::filesystem::copy_file("/bin/true", others / "bin" / name);
  league.program("eve/first.py", "#!" + (others / "bin/python3").string() + "\n");
  manifest("eve/folder_first", "./x.py");
  league.program("eve/folder_first/x.py", "#!" + (others / "bin/python3").string() + "\n");
  manifest("eve/own_python", "run:./bin/python3 x.py");
  league.program("eve/own_python/bin/python3", "#!/bin/sh\n");
  league.program("eve/own_python/pyvenv.cfg", "home = " + (others / "bin").string() + "\n");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", ((others / "bin").string() + ":" + path).c_str(), 1);
  manifest("eve/tool", "run:tool x.py");
  for (const char* const name : {"b c.py", "b;c.py", "b_c.py"})
    league.program(std::string("eve/") + name, "#!/bin/sh\n");
  const auto write = [&](const std::string& name, const std::string& text) {
    league.program("eve/" + name + "/bot.toml", text);
  };
  std::string deep;
  for (int i = 0; i < 60'000; ++i) deep += ".a";
  write("deep", "[a" + deep + "]\n");
  write("deep_key", "a" + deep + " = 1\n");
  // Quotes that would end others, a path with a colon, and a folder whose name no option can have.
  const std::string secret = (league.path() / "league.toml").string();
  write("quotes", "plugin = \'\'\'run:cat \'\"x\"\' " + secret + " \'\"\'\'\'\n");
  write("hidden", "plugin = \'\'\'run:cat \'\"x\"\'\"\' " + secret + " \'y\"\'\'\'\n");
  league.program("notes 12:30.txt", "SECRET\n");
  write("colon", "plugin = \'run:cat \"" + (league.path() / "bots/notes 12:30.txt").string() + "\"\'\n");
  write("a\"b", "plugin = \'\'\'\"./x\',time=1000,foo=\'y.py\"\'\'\'\n");
  write("large", "x = [" + std::string(8'000'000, ' ') + "]\n");
  league.program("eve/second/x:./league.toml/y", "");  // the second path would be a file of the league's user
  write("second", "plugin = 'run:cat x:./league.toml'\n");
  write("x:y", "plugin = 'run:cat .'\n");
  done(league.once());
  for (const std::string each : {"deep", "deep_key"})
    CHECK(has(league.version("eve/" + each + "@1").at("refused").get<std::string>(), "more than 1000 dots"));
  CHECK(has(league.version("eve/large@1").at("refused").get<std::string>(), "bot.toml: has more than 256 KiB"));
  CHECK(league.version("ann/folder@1").at("refused") == "");
  CHECK(has(league.version("eve/reads@1").at("refused").get<std::string>(), "does not lie in the bot's folder"));
  for (const std::string each : {"quotes", "hidden", "colon"}) {
    const std::string refused = league.version("eve/" + each + "@1").at("refused").get<std::string>();
    CAPTURE(refused);
    CHECK(refused != "");
    CHECK_FALSE(has(refused, "game ="));
    CHECK_FALSE(has(refused, "SECRET"));
  }
  ::setenv("PATH", path.c_str(), 1);
  for (const char* const name : {"first", "folder_first"})
    CHECK(has(league.version(std::string("eve/") + name + "@1").at("refused").get<std::string>(),
              "which is not of the system"));
  CHECK(has(league.version("eve/own_python@1").at("refused").get<std::string>(), "an interpreter of its own"));
  CHECK(has(league.version("eve/tool@1").at("refused").get<std::string>(), "is a program of the league's user"));
  for (const char* const name : {"eve/b_c@1", "eve/b_c.py@1", "eve/b_c.py-2@1"})
    CHECK(league.version(name).at("refused") != "");
  CHECK(has(league.version("eve/climbs@1").at("refused").get<std::string>(), "does not lie in the bot's folder"));
  for (const std::string each : {"second", "x_y"})
    CHECK(has(league.version("eve/" + each + "@1").at("refused").get<std::string>(), "has a colon"));
  CHECK(has(league.version("eve/longer@1").at("refused").get<std::string>(), "can't set time"));
  CHECK(has(league.version("eve/opens@1").at("refused").get<std::string>(), "can't set read"));
}

TEST_CASE("a folder with a program in a language of its own plays with the files beside it") {
  const League league;
  league.put("greedy.so", "ann/bot.so");
  for (const auto& [folder, choice] : {std::pair("first", "0"), std::pair("last", "$((${#free[@]} - 1))")}) {
    const std::string path = std::string("gus/") + folder;
    league.program(path + "/bot.toml", "plugin = 'run:bash bot.sh'\n");
    league.program(path + "/bot.sh", R"(. "$(dirname "$0")/parts/choice.sh"
while read -r word time rows seed rest; do
  case $word in
    start) echo ready ;;
    turn)
      free=()
      IFS=/ read -ra all <<<"$rows"
      for row in "${!all[@]}"; do
        for ((column = 0; column < ${#all[row]}; column++)); do
          [ "${all[row]:column:1}" = . ] && free+=("$row $column")
        done
      done
      echo "action ${free[$(choice)]}" ;;
  esac
done
)");
    league.program(path + "/parts/choice.sh", std::string("choice() { echo ") + choice + "; }\n");
  }
  done(host({"league", "run", ".", "--once"}, league.path()));
  CHECK(league.version("gus/first@1").at("refused") == "");
  CHECK(league.version("gus/first@1").at("sha256") != league.version("gus/last@1").at("sha256"));
  CHECK(rows(league.path() / "league.db", "SELECT count(*) FROM matches WHERE outcome <> 'ok'") == "0\n");
  CHECK(has(league.results(), "gus/last@1"));

  league.program("gus/last/parts/choice.sh", "choice() { echo 0; }\n");
  CHECK(has(done(league.once()).out, "gus/last@2 takes part"));
}

TEST_CASE("in a game of three seats, three versions meet in a block, and each takes each seat once") {
  const fs::path inc = built_folder / "plugins/inc";
  const League league(4, "", (inc / "random.so").string(),
                      "game = '" + (inc / "inc.so").string() + "'\nset = ['rows=3', 'columns=4', 'turns=9']\n");
  for (const std::string owner : {"ann", "bob", "cid", "dan"})
    league.put((inc / (owner < "c" ? "optimal.so" : "random.so")).string(), owner + "/bot.so");
  done(league.once());
  const auto blocks = league.blocks();
  std::map<std::string, int> played;
  for (const auto& players : blocks) {
    CHECK(players.size() == 3);
    for (const std::string& name : players) ++played[name];
  }
  for (const std::string owner : {"ann", "bob", "cid", "dan"}) CHECK(played[owner + "/bot@1"] >= 4);
  const fs::path results = league.path() / "league.db";
  CHECK(lines_of(league.results()).size() == 9 * blocks.size());
  CHECK(rows(results,
             "SELECT count(*) FROM (SELECT 1 FROM matches GROUP BY block, name HAVING"
             " count(DISTINCT seat) <> 3)") == "0\n");
  CHECK(rows(results, "SELECT count(*) FROM (SELECT 1 FROM matches GROUP BY block HAVING count(DISTINCT seed) <> 1)") ==
        "0\n");
}

TEST_CASE("in a game of one seat, the two of a block play its seed alone, and the better one is ahead") {
  const fs::path linez = built_folder / "plugins/linez";
  const League league(6, "", (linez / "random.so").string(),
                      "game = '" + (linez / "linez.so").string() + "'\nset = ['rows=6', 'columns=6', 'moves=60']\n");
  league.put((linez / "greedy.so").string(), "ann/bot.so");
  league.put((linez / "random.so").string(), "bob/bot.so");
  const fs::path site = league.path() / "site";
  done(host({"league", "run", league.path().string(), "--once", "--html", site.string()}));
  const fs::path results = league.path() / "league.db";
  CHECK(rows(results, "SELECT DISTINCT seat FROM matches") == "0\n");
  CHECK(rows(results, "SELECT count(DISTINCT number) = 2 * count(DISTINCT block) FROM matches") == "1\n");
  const Json table = parse_json(done(host({"standings", "--run", "all", "--json", "--db", results.string()})).out);
  CHECK(table.at("strategies").at(0).at("name") == "ann/bot@1");
  CHECK(fs::exists(site / "owner/ann.html"));
  const auto blocks = league.blocks();
  CHECK(blocks.size() >= 6);
  done(league.once());
  CHECK(league.blocks() == blocks);
}

TEST_CASE("a league with copies that is killed at any moments decides, plays and rates as one that is not") {
  const auto fill = [](const League& league) {
    for (const std::string owner : {"ann", "bob", "cid", "dan"}) {
      league.put("greedy.so", owner + "/one.so");
      league.put("random.so", owner + "/two.so");
    }
  };
  const League whole(24);
  const League killed(24);
  fill(whole);
  fill(killed);
  done(whole.once());
  std::mt19937 random(7);
  for (int kill = 0; kill < 20; ++kill) {
    Process process(killed.once());
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 120));
    process.stop(SIGKILL);
  }
  done(killed.once());
  CHECK(decisions(killed) == decisions(whole));
  CHECK(killed.results() == whole.results());
  const auto table = [](const League& league) {
    Json json = parse_json(
        done(host({"standings", "--run", "all", "--json", "--db", (league.path() / "league.db").string()})).out);
    std::string text;
    for (const Json& each : json.at("strategies"))
      for (const char* const key :
           {"name", "matches", "rating", "rating_interval", "mean_score", "mean_score_interval"})
        text += support::to_text(each.at(key)) + " ";
    return text;
  };
  CHECK(table(killed) == table(whole));
}

TEST_CASE("a league.toml that is wrong is refused with what would be right") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text, const Words& parts) {
    folder.write("league.toml", text);
    check_refusal(run(host({"league", "run", folder.path().string(), "--once"})), usage, parts);
  };
  const std::string seeds = "seeds = 'random:1:0123456789abcdef0123456789abcdef'\n";
  refused("seeds = 'random:1'\n[match]\ngame='tonga'\n", {"league.toml", "key"});
  refused("seeds = '1-20'\n[match]\ngame='tonga'\n", {"league.toml", "random ones"});
  refused(seeds + "block = 3\n", {"there is no key block", "did you mean 'blocks'"});
  refused(seeds + "blocks = 'x'\n", {"blocks takes a whole number"});
  refused(seeds + "pages = 'all'\n", {"league.toml", "pages takes a whole number from 0 to 1000000"});
  refused(seeds + "page = 5\n", {"there is no key page", "did you mean 'pages'"});
  refused(seeds + "[match]\ngame='tonga'\ntime='x'\n", {"[match]", "--time x"});
  refused(seeds + "[match]\ngame='tonga'\nplugin='x'\n", {"--plugin does not go into league.toml"});
  check_refusal(run(host({"league", "run", "/nowhere"})), usage, {"no league.toml"});
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("a league that plays says once a minute how far it is, also without a terminal") {
    const League league(1'000'000);
    league.put("greedy.so", "ann/bot.so");
    Process process(league.once());
    REQUIRE(process.read_until([](const std::string& out) { return has(out, " played, "); }));
    const Result result = process.stop(SIGINT);
    CHECK(result.code == 130);
    CHECK(has(result.out, "being played; 1 version of owners plays\n"));
  }
}
