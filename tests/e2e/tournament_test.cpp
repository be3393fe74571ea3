// Runs of many matches from the outside: tournaments, several jobs, one seat for several strategies.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

using namespace e2e;

namespace {

Words tournament(const Words& more) {
  return with(small_tournament({"--plugin", "server"}), more);
}

}  // namespace

TEST_CASE("a round robin has everybody play everybody in both seats") {
  const Result result = done(host(tournament({"--seeds", "1-2", "--json"})));
  auto played = objects(result.out);
  REQUIRE(played.size() == 2 * 6 + 1);
  const Json summary = played.back().at("run");
  played.pop_back();
  std::set<std::string> pairings;
  std::map<std::string, double> sums;
  for (const Json& match : played) {
    const auto& seats = match.at("seats");
    pairings.insert(support::to_text(match.at("setup").at("seed")) + seats[0].at("strategy").get<std::string>() + "-" +
                    seats[1].at("strategy").get<std::string>());
    for (std::size_t seat = 0; seat < 2; ++seat)
      sums[seats[seat].at("strategy")] += match.at("result").at("scores")[seat].get<double>();
  }
  CHECK(pairings.size() == 12);
  CHECK(summary.at("strategies").size() == 3);
  for (const Json& row : summary.at("strategies")) {
    CHECK(row.at("matches") == 8);
    CHECK(row.at("mean_score").get<double>() == doctest::Approx(sums.at(row.at("name")) / 8));
  }
}

TEST_CASE("a gauntlet has the first one play each other one") {
  const Result result =
      done(host(tournament({"--format", "gauntlet", "--seatings", "one", "--seeds", "1-3", "--json"})));
  const auto played = objects(result.out);
  REQUIRE(played.size() == 3 * 2 + 1);
  const Json& rows = played.back().at("run").at("strategies");
  CHECK(rows[0].at("matches") == 6);
  CHECK(rows[1].at("matches") == 3);
}

TEST_CASE("how many matches are played at a time changes nothing but the time") {
  std::string alone;
  for (const char* const jobs : {"1", "2", "5"}) {
    const Result result = done(host(tournament({"--seeds", "1-10", "--json", "--jobs", jobs})));
    const std::string text = normalised_json(result.out);
    if (alone.empty()) alone = text;
    CHECK(text == alone);
  }
}

TEST_CASE("failures are counted after the table, with the command that plays the first of them again") {
  Words words = tournament({"--seeds", "5", "--no-db", "--plugin", fixture_folder / "failing.so:fails"});
  const Result result = done(host(words));
  CHECK(has(result.out, "\nfails     error        6 "));  // 3 others, both seats
  const std::size_t command = result.out.rfind(host_program.string());
  REQUIRE(command != std::string::npos);
  const Result again = done({.words = {"bash", "-c", lines_of(result.out.substr(command)).front() + " --json"}});
  const Json match = parse_json(again.out);
  CHECK(match.at("setup").at("seed") == 5);
  CHECK(has(support::to_text(match.at("result").at("outcomes")), "the opening book is closed"));
  words.emplace_back("--quiet");
  CHECK(!has(run(host(words)).out, "the opening book"));
}

namespace {

/// A tournament of greedy, random and one that can't be started, with results.db.
struct WithOne : TemporaryFolder {
  WithOne() {
    const auto program = [&](const std::string& name, const std::string& text, bool executable) {
      std::ofstream(path() / name) << text;
      if (executable) std::filesystem::permissions(path() / name, std::filesystem::perms::owner_all);
    };
    program("noexec.py", "#!/usr/bin/env python3\n", false);
    program("nowhere.py", "#!/no/such/interpreter\n", true);
    program("ends.sh", "#!/bin/sh\nexit 3\n", true);
    program("crashes.sh", "#!/bin/sh\nkill -SEGV $$\n", true);
    program("broken.so", "this is no library", false);
  }

  [[nodiscard]] Words words(const std::string& one, const Words& more = {}) const {
    Words all = {"tournament", "--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--plugin", "random"};
    if (!one.empty()) all = with(all, {"--plugin", one});
    return with(with(all, {"--seeds", "1-4", "--db", one.empty() ? "without.db" : "with.db"}), more);
  }

  /// Returns the results of the others, without times.
  static Json others(const Json& table) {
    Json all = Json::array();
    for (Json each : table.at("strategies")) {
      for (const char* const varies : {"cpu_s", "cpu_s_per_match"}) each.erase(varies);
      all.push_back(std::move(each));
    }
    return all;
  }
};

}  // namespace

TEST_CASE("no match with a strategy that can't be started counts, and it is named above the table with the reason") {
  const std::string failing = fixture_folder / "failing.so:stillborn";
  const std::vector<std::array<std::string, 3>> all = {
      {"./noexec.py", "noexec", "chmod +x"},
      {"./nowhere.py", "nowhere", "interpreter"},
      {"./ends.sh", "ends", "it ended before it wrote 'ready', with exit status 3"},
      {"./crashes.sh", "crashes", "(SIGSEGV)"},
      {"./broken.so", "broken", "is not a shared library"},
      {fixture_folder / "undefined_symbol.so", "taker", "undefined symbol"},
      {failing, "stillborn", "no room for the tables"}};
  const WithOne without;
  const Json alone_run = objects(without.done(without.words("", {"--json"})).out).back().at("run");
  const Json alone = WithOne::others(alone_run);
  const Json stored_table = parse_json(without.done({"standings", "--db", "without.db", "--json"}).out);
  const Json stored = WithOne::others(stored_table);
  for (const auto& [plugin, name, reason] : all) {
    CAPTURE(plugin);
    const WithOne folder;
    const Json run = objects(folder.done(folder.words(plugin, {"--json", "--jobs", "2"})).out).back().at("run");
    CHECK(WithOne::others(run) == alone);
    CHECK(run.at("observations") == alone_run.at("observations"));
    CHECK(run.at("given_up").empty());
    REQUIRE(run.at("not_started").size() == 1);
    CHECK(run.at("not_started")[0].at("name") == name);
    CHECK(has(run.at("not_started")[0].at("reason").get<std::string>(), reason));
    const Json table = parse_json(folder.done({"standings", "--db", "with.db", "--run", "all", "--json"}).out);
    CHECK(WithOne::others(table) == stored);
    CHECK(table.at("observations") == stored_table.at("observations"));
    CHECK(has(table.at("not_started")[0].at("reason").get<std::string>(), reason));
    const Result again = folder.done(folder.words(plugin, {"--quiet"}));
    CHECK(again.out.starts_with(name + " can't be started, so no match with it counts: "));
    CHECK(has(again.err, "host: " + name + " can't be started: "));
    for (const Words& words :
         {Words{"tournament", "--game", "tonga", "--plugin", "greedy", "--plugin", plugin, "--no-db"},
          {"compare", "--game", "tonga", "--plugin", plugin, "--against", "greedy", "--no-db"}}) {
      const Result refused = folder.run(words);
      CHECK(refused.code == 3);
      CHECK(has(refused.err, reason));
    }
  }
}

TEST_CASE("the table of a tournament has the best first, then each against each other") {
  const Result result = done(host(tournament({"--seeds", "1-3", "--quiet", "--no-db"})));
  const auto shown = lines_of(result.out);
  REQUIRE(shown.size() == 4 + 1 + 5);
  CHECK(shown[0] == "strategy  matches  mean score  contest  per match  wins  ties  losses  cpu s");
  CHECK(shown[1].starts_with("server "));
  CHECK(shown[3].starts_with("random "));
  CHECK(shown[5].starts_with("Points against each other"));
  CHECK(shown[7].starts_with("1  server    -"));
  for (const std::string& line : shown) CHECK(line.size() <= 80);

  Words words = tournament({"--seeds", "1-3", "--json", "--no-db"});
  const Json summary = objects(run(host(words)).out).back().at("run");
  CHECK(summary.at("strategies")[2].at("name") == "server");
  CHECK(summary.at("strategies")[2].at("rank") == 1);
  REQUIRE(summary.at("head_to_head").size() == 3);
  const Json& first = summary.at("head_to_head")[0];
  CHECK(first.at("name") == "server");
  CHECK(first.at("wins").get<int>() + first.at("ties").get<int>() + first.at("losses").get<int>() == 6);
}

TEST_CASE("a strategy that plays itself has a row for each seat") {
  const Result result =
      done(host(tonga({"--plugin", "greedy", "--plugin", "greedy", "--seeds", "1-4", "--quiet", "--no-db"})));
  CHECK(has(result.out, "\ngreedy (Black)        4 "));
  CHECK(has(result.out, "\ngreedy (White)        4 "));
}

TEST_CASE("a tournament among too few, or among the same, or with an option that can't be, is refused") {
  const Words none = {"tournament", "--game", "tonga"};
  const Words server = with(none, {"--plugin", "server"});
  check_usage_refused(none, "two strategies or more");
  check_usage_refused(server, "two strategies or more");
  check_usage_refused(tournament({"--plugin", "random,name=again"}), "takes part twice");
  check_usage_refused(with(server, {"--plugin", "server,perimeter=edges"}), "two strategies are called server");
  check_usage_refused(tournament({"--format", "swiss"}), "--format swiss: it takes round-robin | gauntlet");
  check_usage_refused(tournament({"--seatings", "some"}), "--seatings some: it takes all | rotate | one");
  check_usage_refused(tournament({"--jobs", "0"}), "--jobs 0: it takes the number of matches at a time");
  check_usage_refused(tournament({"--jobs", "many"}), "--jobs");
  check_usage_refused(tournament({"--jobs", "2", "--pin", "0"}), "one core serves one match");
  check_usage_refused(tournament({"--jobs", "2", "--exclusive", "gpu"}), "which lets one match at a time be played");
  check_usage_refused(tournament({"--exclusive", "../gpu"}), "--exclusive '../gpu': a name has letters");
  check_usage_refused(tournament({"--pin", "moon"}), "--pin moon: it takes auto | off");
}

TEST_CASE("of all runs that name the same device, one match at a time is played") {
  const TemporaryFolder folder;
  // Its match goes on until there is a file "enough".
  const std::string held = folder.path() / "held";
  const std::string enough = folder.path() / "enough";
  folder.write("holds.sh",
               "echo ready\nread -r line\ntouch " + held + "\nuntil [ -e " + enough + " ]; do sleep 0.01; done\n");
  const auto command = [&](const std::string& strategy, const std::string& device) {
    return folder.command(tonga({"--plugin", strategy, "--isolation", "process", "--exclusive", device, "--quiet"}));
  };
  Process holder(command("run:sh holds.sh", "gpu"));
  REQUIRE(comes_true([&] { return fs::exists(held); }));

  Process interrupted(command("random", "gpu"));
  Process waiting(command("random", "gpu"));
  CHECK(run(command("random", "another")).code == 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  CHECK(!waiting.ended());
  CHECK(!interrupted.ended());
  CHECK(interrupted.stop(SIGINT).code == 130);
  CHECK(!waiting.ended());
  CHECK(!holder.ended());

  folder.write("enough", "");
  CHECK(holder.wait().code == 0);
  CHECK(waiting.wait().code == 0);
}
