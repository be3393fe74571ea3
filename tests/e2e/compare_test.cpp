// Comparisons from the outside: is one strategy better than another one?
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"

#include <csignal>
#include <fstream>
#include <map>

using namespace e2e;

namespace {

Words compare(const std::string& one, const std::string& other, const Words& more = {}) {
  return with({"compare", "--game", "tonga", "--set", "n=6", "--plugin", one, "--against", other}, more);
}

/// In a game with one seat, of the plugins that were built.
Command alone(const std::string& game, const std::string& one, const std::string& other, const Words& more = {}) {
  const Words words = with({"compare", "--game", game, "--plugin", one, "--against", other, "--json"}, more);
  Command command = host(words);
  command.environment = {{"AGON_GAME_PATH", (built_folder / "plugins").string()}};
  return command;
}

/// Without what no two runs have in common.
Json lasting(Json result) {
  for (const char* const side : {"new", "old"}) result.at(side).erase("cpu_s_per_match");
  return result;
}

}  // namespace

TEST_CASE("a comparison prints the answer, the two strategies, the evidence, and the seeds to look at") {
  const TemporaryFolder folder;
  const Result result = folder.run(compare("greedy", "random", {"--seeds", "1-30"}));
  CHECK(result.code == 0);
  CHECK(result.err == "");
  check_golden("compare.txt", normalised(result.out, folder.path()));
}

TEST_CASE("the better one is better, and seen from the other side the worse one is worse") {
  const Json one = object_of(host(compare("greedy", "random", {"--json"})));
  const Json other = object_of(host(compare("random", "greedy", {"--json"})));
  CHECK(one.at("answer") == "better");
  CHECK(other.at("answer") == "worse");
  CHECK(one.at("seeds") == 100);
  CHECK(one.at("new").at("matches") == 200);
  CHECK(one.at("difference").get<double>() == -other.at("difference").get<double>());
  CHECK(one.at("wins") == other.at("losses"));
  CHECK(one.at("wilcoxon_p") == other.at("wilcoxon_p"));
  CHECK(one.at("interval")[0].get<double>() > 0);
  CHECK(one.at("elo").at("elo").get<double>() > 50);
  CHECK(one.at("elo").at("superiority").get<double>() > 0.99);
  CHECK(one.at("ratio_of_means").is_null());  // of scores that add up to 0
}

TEST_CASE("with --sprt a clear answer ends the comparison, in either direction, and an unclear one takes all seeds") {
  const Json better = object_of(host(compare("greedy", "random", {"--sprt", "0,20", "--json"})));
  CHECK(better.at("answer") == "better");
  CHECK(better.at("sprt").at("verdict") == "accept H1");
  CHECK(better.at("seeds").get<int>() < 1000);
  CHECK(better.at("new").at("matches").get<int>() == 2 * better.at("seeds").get<int>());
  const Json worse = object_of(host(compare("random", "greedy", {"--sprt", "0,20", "--json"})));
  CHECK(worse.at("answer") == "worse");
  CHECK(worse.at("sprt").at("verdict") == "accept H0");
  CHECK(worse.at("seeds").get<int>() < 1000);
  const Json unclear = object_of(host(compare("greedy", "random", {"--sprt", "0,20", "--seeds", "1-5", "--json"})));
  CHECK(unclear.at("answer") == "no difference found");
  CHECK(unclear.at("sprt").at("verdict") == "running");
  CHECK(unclear.at("seeds") == 5);
}

TEST_CASE("with --sequential a clear answer ends the comparison, for any number of seats") {
  const Json two = object_of(host(compare("greedy", "random", {"--sequential", "--json"})));
  CHECK(two.at("answer") == "better");
  CHECK(two.at("sequential").at("verdict") == "better");
  CHECK(two.at("seeds").get<int>() < 1000);
  const Json one = object_of(alone("chesspuzzle", "warnsdorff", "greedy", {"--sequential"}));
  CHECK(one.at("answer") == "worse");
  CHECK(one.at("seeds").get<int>() < 1000);
  CHECK(one.at("sequential").at("p").get<double>() <= 0.05);
  const Json three =
      object_of(alone("inc", "optimal", "random", {"--sequential", "--set", "rows=3,columns=3,turns=6"}));
  CHECK(three.at("answer") == "better");
  CHECK(three.at("new").at("matches").get<int>() == 9 * three.at("seeds").get<int>());  // seats, in six orders
}

TEST_CASE("standings of a comparison that stopped count the seeds and matches that it counted") {
  const TemporaryFolder folder;
  for (const char* const test : {"--sprt=0,20", "--sequential"}) {
    CAPTURE(test);
    const Json told = folder.object_of(compare("greedy", "random", {test, "--db", "runs.db", "--jobs", "8", "--json"}));
    const Json kept = folder.object_of({"standings", "--db", "runs.db", "--json"});
    CHECK(kept.at("seeds") == told.at("seeds"));
    for (const Json& row : kept.at("strategies")) {
      const Json& same = told.at(row.at("name") == "greedy" ? "new" : "old");
      for (const char* const key : {"matches", "wins", "ties", "losses"}) CHECK(row.at(key) == same.at(key));
      CHECK(row.at("mean_score").get<double>() == doctest::Approx(same.at("mean_score").get<double>()));
    }
  }
}

TEST_CASE(
    "where no difference was found, the comparison says how many seeds it takes, and the command compares on new "
    "ones") {
  const TemporaryFolder folder;
  const Result result = folder.done(compare("greedy", "random", {"--seeds", "1-2", "--no-db"}));
  CAPTURE(result.out);
  REQUIRE(has(result.out, "To find a difference of this size, a comparison needs about "));
  CHECK(has(result.out, "(an interval needs 6 seeds)"));
  std::string command;
  for (const std::string& line : lines_of(result.out)) {
    if (line.starts_with("  ") && has(line, " compare ")) command = line;
  }
  CHECK(has(command, " --seeds 3-"));
  const Result next = run({.words = {"bash", "-c", command + " --quiet --no-db"}, .folder = folder.path()});
  CHECK(next.code == 0);
  CHECK(has(next.out, "greedy"));
}

TEST_CASE("how many matches are played at a time changes nothing, even where the comparison ends early") {
  const TemporaryFolder folder;
  for (const Words& more : std::vector<Words>{{"--seeds", "1-40"}, {"--sprt", "0,30"}, {"--sequential"}}) {
    std::map<std::string, Json> results;
    std::map<std::string, std::string> files;
    for (const std::string jobs : {"1", "3"}) {
      const Words words =
          compare("greedy", "random", with({"--no-db", "--json", "--jobs", jobs, "--record", "all"}, more));
      results[jobs] = lasting(folder.object_of(words));
      files[jobs] = std::to_string(lines_of(content(folder.path() / "all")).size());
    }
    CHECK(results["1"] == results["3"]);
    CHECK(files["1"] == files["3"]);
  }
}

TEST_CASE("one seat: each plays every seed alone, and there is no Elo") {
  const Json result = object_of(alone("linez", "greedy", "random", {"--seeds", "1-10", "--set", "moves=50"}));
  CHECK(result.at("answer") == "better");
  CHECK(result.at("new").at("matches") == 10);
  CHECK(result.at("wins").get<int>() + result.at("ties").get<int>() + result.at("losses").get<int>() == 10);
  CHECK_FALSE(result.contains("elo"));
  CHECK(result.at("largest_gains").size() == 5);
  CHECK(result.at("largest_losses").empty());
}

TEST_CASE("equal play finds no difference") {
  const TemporaryFolder folder;
  // The same code in another file: what follows a library's end is not looked at.
  const auto library = plugin_folder / "tonga/random.so";
  std::ofstream(folder.path() / "other.so", std::ios::binary) << content(library) << "another file";
  const Json same = folder.object_of(compare(library, "./other.so", {"--json", "--seeds", "1-50"}));
  CHECK(same.at("answer") == "no difference found");
  CHECK(same.at("new").at("name") == "random");
  CHECK(same.at("old").at("name") == "other");
  CHECK(same.at("ties") == 50);
  CHECK(same.at("wilcoxon_p") == 1);
  CHECK(same.at("largest_gains").empty());
  const Json tested =
      folder.object_of(compare(library, "./other.so", {"--json", "--sprt", "0,40", "--seeds", "1-3000"}));
  CHECK(tested.at("answer") == "no difference found");
}

TEST_CASE("the command beside a seed plays it again, with its scores, and replay accepts what it records") {
  const TemporaryFolder folder;
  const Json result = folder.object_of(
      compare("greedy,name=it's new", "random", {"--seeds", "1-20", "--json", "--time", "1.5", "--fresh"}));
  REQUIRE(result.at("largest_gains").size() == 5);
  const Json& seed = result.at("largest_gains")[1];
  std::string command = seed.at("command");
  CAPTURE(command);
  CHECK(has(command, "--set n=6 --time 1.5 --fresh "));
  const Result again = run(Command{.words = {"bash", "-c", command}, .folder = folder.path()});
  CAPTURE(again.err);
  CHECK(again.code == 0);
  const std::string file = "seed-" + support::to_text(seed.at("seed")) + ".jsonl";
  const auto matches = lines_of(content(folder.path() / file));
  REQUIRE(matches.size() == 2);
  double score = 0;
  for (std::size_t match = 0; match < matches.size(); ++match) {
    const Json recorded = parse_json(matches[match]);
    CHECK(recorded.at("setup").at("seed") == seed.at("seed"));
    score += recorded.at("result").at("scores")[match].get<double>() / 2;  // greedy sits on seat 0, then on seat 1
  }
  CHECK(seed.at("scores")[0] == score);
}

TEST_CASE("a strategy that fails is compared all the same, and its failures are counted, with a command") {
  const std::string failing = fixture_folder / "failing.so:fails";
  const Result result = run(host(compare(failing, "random", {"--seeds", "4-11"})));
  CHECK(result.code == 0);
  CHECK(result.out.starts_with("fails is worse than random, on 8 seeds of tonga"));
  const std::string row = lines_of(result.out).back();
  CHECK(row.starts_with("fails     error       16           4  the opening book is closed  "));
  CHECK(row.ends_with(" --plugin " + failing + " --plugin random --seats listed --seed 4"));
  const Result quiet = run(host(compare(failing, "random", {"--seeds", "4-11", "--quiet"})));
  CHECK(!has(quiet.out, "the opening book"));
}

TEST_CASE("a comparison is kept in the database, and the same one again plays nothing") {
  const TemporaryFolder folder;
  Words kept = compare("greedy", "random", {"--seeds", "1-10", "--db", "kept.db", "--json"});
  const Json first = folder.object_of(kept);
  CHECK(lasting(folder.object_of(kept)) == lasting(first));
  kept.pop_back();
  const std::string played_before = "20 matches were played before";
  CHECK(has(folder.run(kept).out, played_before));
  kept.insert(kept.end(), {"--record", "again.jsonl"});
  CHECK(!has(folder.run(kept).out, played_before));
}

TEST_CASE("without --against, a build is compared with the one before, though it lay at the same place") {
  const TemporaryFolder folder;
  const fs::path bot = folder.path() / "bot.so";
  fs::copy_file(built_folder / "plugins/tonga/greedy.so", bot);
  const auto build_anew = [&] { std::ofstream(bot, std::ios::app) << "x"; };
  const Words words = {"compare",  "--game",  "tonga", "--set", "n=6",    "--plugin",
                       "./bot.so", "--seeds", "1-3",   "--db",  "runs.db"};
  folder.refuses(words, usage, {"runs.db knows no other build of the strategy greedy", "--against"});
  folder.refuses({"compare", "--game", "tonga", "--plugin", "./bot.so", "--no-db"}, usage,
                 {"--no-db does not go without --against"});
  build_anew();
  const Result second = folder.done(words);
  CHECK(has(second.err, "compares with greedy@"));
  CHECK(has(second.out, "no difference found between greedy and greedy@"));
  const std::string first = second.err.substr(second.err.find('@'), 9);
  CHECK(has(folder.done(words).out, "6 matches were played before"));
  build_anew();
  const Result third = folder.done(words);
  CHECK(has(third.err, "compares with greedy@"));
  CHECK_FALSE(has(third.err, first));
  for (const auto& kept : fs::directory_iterator(folder.path() / "runs.db.builds")) fs::remove_all(kept);
  build_anew();
  folder.refuses(words, usage, {"the last other build of the strategy greedy", "is not where it was", "--against"});
}

TEST_CASE("a test that runs out of seeds goes on with the command that it prints") {
  const TemporaryFolder folder;
  const Json first =
      folder.object_of(compare("greedy", "random", {"--sprt", "0,5", "--seeds", "1-20", "--db", "kept.db", "--json"}));
  CHECK(first.at("sprt").at("verdict") == "running");
  REQUIRE(first.at("seeds_to_find").get<int>() > 20);
  const std::string command = first.at("next_command");
  CAPTURE(command);
  CHECK(has(command, " --sprt 0,5 --seeds 1-"));
  const Result on = done({.words = {"bash", "-c", command + " --json --db kept.db"}, .folder = folder.path()});
  const Json second = parse_json(on.out);
  CHECK(second.at("seeds").get<int>() > 20);
  CHECK(second.at("sprt").at("verdict") == "accept H1");
}

TEST_CASE("nobody is better than a strategy that failed in most of its matches: that is said first") {
  const std::string failing = (fixture_folder / "failing.so:fails").string();
  const Result result = run(host(compare("random", failing, {"--seeds", "1-10"})));
  CHECK(result.code == 0);
  CHECK(
      result.out.starts_with("fails failed in 20 of its 20 matches, so this says little about its strength\nno answer "
                             "between random and fails"));
  CHECK(object_of(host(compare("random", failing, {"--seeds", "1-10", "--json"}))).at("answer") == "no answer");
}

TEST_CASE("a comparison that can't be is refused with a sentence") {
  check_usage_refused({"compare", "--game", "tonga", "--against", "greedy"}, "compare takes two strategies");
  check_usage_refused(compare("greedy", "random", {"--plugin", "server"}), "compare takes two strategies");
  check_usage_refused({"compare", "--plugin", "greedy", "--against", "random"}, "no game is named");
  check_usage_refused(compare("greedy", "greedy,name=other"), "nothing to compare");
  check_usage_refused(compare("server", "server,perimeter=squares"), "nothing to compare");
  check_usage_refused(compare("greedy", "nobody"), "nobody");
  check_usage_refused(compare("greedy", ",depth=1"), "--against ',depth=1'");
  check_usage_refused(compare("greedy", "random", {"--sprt", "20,0"}), "--sprt 20,0: it takes two numbers");
  check_usage_refused(compare("greedy", "random", {"--sprt", "0"}), "--sprt 0: it takes two numbers");
  check_usage_refused(compare("greedy", "random", {"--sprt", "0,x"}), "--sprt 0,x: it takes two numbers");
  check_usage_refused(compare("greedy", "random", {"--sprt", "0,nan"}), "--sprt 0,nan: it takes two numbers");
  check_usage_refused(compare("greedy", "random", {"--sprt", "0,5", "--sequential"}), "exclude each other");
  check_usage_refused(compare("greedy", "random", {"--alpha", "0.5"}), "--alpha 0.5: it takes a probability");
  check_usage_refused(compare("greedy", "random", {"--alpha", "1e-300"}), "--alpha 1e-300: it takes a probability");
  const Result one_seat = run(alone("linez", "greedy", "random", {"--sprt", "0,5"}));
  CHECK(one_seat.code == 2);
  CHECK(has(one_seat.err, "linez has 1 seat: --sequential is for any game"));
}

TEST_CASE("an interrupted comparison tells what it has found, and says that it was interrupted") {
  const TemporaryFolder folder;
  Process process(folder.command(
      compare("server", "server,perimeter=edges,name=edges", {"--seeds", "1-1000000", "--record", "all.jsonl"})));
  const auto some_played = [&] {
    for (const std::string& name : names_in(folder.path())) {
      if (!content(folder.path() / name).empty()) return true;
    }
    return false;
  };
  REQUIRE(comes_true(some_played));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 130);
  CHECK(has(result.err, "interrupted after"));
  CHECK(has(result.out, "Wilcoxon"));
}
