// Seeds from the outside: random ones that can be played again, the largest ones, and a secret beside them.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"
#include "tests/support/pattern.hpp"

#include <csignal>
#include <cstdint>
#include <set>

using namespace e2e;

namespace {

const std::string key = "0123456789abcdef0123456789abcdef";
const std::string extremes =
    "0,9007199254740991,9007199254740992,9223372036854775807,9223372036854775808,"
    "18446744073709551615";

Words play(const Words& more) {
  return with(small_match({"--no-db", "--json"}), more);
}

/// The option that a run says its drawn seeds are given again with.
std::string told_seeds(const std::string& err) {
  const support::Pattern pattern("to play these seeds again: --seeds (random:[0-9]+:[0-9a-f]{32})\n");
  const Words found = pattern.find(err);
  REQUIRE(found.size() == 2);
  return found[1];
}

Words seeds_of(const Result& result) {
  Words seeds;
  for (const Json& match : objects(result.out, "setup")) {
    const Json& seed = match.at("setup").at("seed");
    seeds.push_back(seed.is_string() ? seed.get<std::string>() : support::to_text(seed));
  }
  return seeds;
}

/// The matches that were recorded, without times.
std::string recorded(const fs::path& file) {
  return normalised_json(content(file));
}

}  // namespace

TEST_CASE("random seeds differ from each other and from run to run, and the run says what gives them again") {
  const Result first = done(host(play({"--seeds", "random:5"})));
  const Result other = done(host(play({"--seeds", "random:5"})));
  const auto seeds = seeds_of(first);
  CHECK(std::set<std::string>(seeds.begin(), seeds.end()).size() == 5);
  CHECK(seeds_of(other) != seeds);
  // Five numbers of 64 bits are all below 2^57 with a chance of 2^-35.
  CHECK(std::any_of(seeds.begin(), seeds.end(), [](const std::string& seed) { return std::stoull(seed) >> 57U != 0; }));

  const std::string told = told_seeds(first.err);
  CHECK(told.starts_with("random:5:"));
  CHECK(parse_json(lines_of(first.out).back()).at("run").at("seed_list") == told);
  const Result again = done(host(play({"--seeds", told})));
  CHECK(normalised_json(again.out) == normalised_json(first.out));
  CHECK(again.err == "");
}

TEST_CASE("every command that takes seeds takes random ones, and says them even if it is to be quiet") {
  const Words rivals = tonga({"--no-db", "--quiet", "--seeds", "random:2"});
  for (const Words& words :
       {with({"play", "--plugin", "greedy"}, rivals),
        with({"tournament", "--plugin", "greedy", "--plugin", "random"}, rivals),
        with({"compare", "--plugin", "greedy", "--against", "random"}, rivals),
        with({"compare", "--plugin", "greedy", "--against", "random", "--sequential"}, rivals),
        with({"compare", "--plugin", "greedy", "--against", "random", "--sprt", "0,20"}, rivals)}) {
    CAPTURE(words);
    CHECK(told_seeds(done(host(words)).err).starts_with("random:2:"));
  }
  const TemporaryFolder folder;
  folder.copy(plugin_folder / "tonga/greedy.so", "bot.so");
  Process watch(
      folder.command({"watch", "--game", "tonga", "--set", "n=6", "--plugin", "./bot.so", "--seeds", "random:2"}));
  CHECK(watch.read_until([](const std::string& out) { return has(out, "Waiting for"); }));
  CHECK(told_seeds(watch.stop(SIGINT).err).starts_with("random:2:"));
}

TEST_CASE("an interrupted run with random seeds says how to go on, and goes on where it stopped") {
  const TemporaryFolder folder;
  const auto tournament = [](const std::string& seeds) {
    return small_tournament({"--db", "runs.db", "--seeds", seeds, "--json"});
  };
  Process process(folder.command(tournament("random:100000")));
  REQUIRE(process.read_until([](const std::string& out) { return lines_of(out).size() > 4; }));
  const Result stopped = process.stop(SIGINT);
  CHECK(stopped.code == 130);
  const std::string told = told_seeds(stopped.err);
  CHECK(has(stopped.err, "; to go on: "));
  CHECK(has(stopped.err, " --seeds " + told + " --json\n"));
  CHECK(has(rows(folder.path() / "runs.db", "SELECT command FROM runs"), "\"--seeds\",\"" + told));

  // The first of them: more seeds of a key begin with the fewer.
  const std::string few = "random:2:" + told.substr(told.rfind(':') + 1);
  Command command = folder.command(tournament(few));
  command.words.pop_back();  // --json
  const Result again = done(command);
  CHECK(has(again.out, "4 of 4 matches were played before"));
}

TEST_CASE("the command that plays a failed match of random seeds again gives the same match") {
  const TemporaryFolder folder;
  // It fails on its fourth turn, and its opponent plays by its own random numbers until then.
  const Result result = folder.done(tonga({"--plugin", fixture_folder / "failing.so:fails", "--plugin", "random",
                                           "--seeds", "random:3", "--record", "run.jsonl", "--no-db"}));
  const std::string command = result.out.substr(result.out.rfind(host_program.string()));
  CHECK(has(command, "--secret "));
  const std::string line = lines_of(command).front() + " --record again.jsonl --quiet";
  const Result again = done({.words = {"bash", "-c", line}, .folder = folder.path()});
  const Json first = parse_json(lines_of(recorded(folder.path() / "run.jsonl")).front());
  const Json second = parse_json(recorded(folder.path() / "again.jsonl"));
  CHECK(second.at("actions") == first.at("actions"));
  CHECK(second.at("setup") == first.at("setup"));
}

TEST_CASE("a secret changes the strategies' random numbers and nothing else, and is part of what a match is") {
  const TemporaryFolder folder;
  const auto played = [&](const Words& more) {
    folder.done(with(small_match({"--seeds", "1-2", "--db", "runs.db", "--record", "run.jsonl"}), more));
    return recorded(folder.path() / "run.jsonl");
  };
  const std::string without = played({});
  const std::string one = played({"--secret", "open sesame"});
  const std::string other = played({"--secret", "open wheat"});
  CHECK(one != without);
  CHECK(other != without);
  CHECK(one != other);
  CHECK(played({"--secret", ""}) == without);
  for (const std::string level : {"sandbox", "process", "none"})
    CHECK(played({"--secret", "open sesame", "--isolation", level}) == one);
  const auto match = [](const std::string& line) { return parse_json(lines_of(line).front()).at("setup"); };
  CHECK(match(one) == match(without));
  CHECK(rows(folder.path() / "runs.db", "SELECT count(*) FROM stored_matches") == "6\n");
  CHECK(has(rows(folder.path() / "runs.db", "SELECT command FROM runs"), "\"--secret\",\"open wheat\""));
}

TEST_CASE("seeds at the ends of their range survive JSON, replay and the database") {
  const TemporaryFolder folder;
  const Words run = {"compare",   "--game", "tonga",   "--set",  "n=6",  "--plugin", "greedy",
                     "--against", "random", "--seeds", extremes, "--db", "runs.db",  "--json"};
  const Json first = parse_json(folder.done(with(run, {"--record", "run.jsonl"})).out);
  std::set<std::string> shown;
  for (const char* const list : {"largest_gains", "largest_losses"}) {
    for (const Json& seed : first.at(list)) {
      const std::string text =
          seed.at("seed").is_string() ? seed.at("seed").get<std::string>() : support::to_text(seed.at("seed"));
      CHECK(has(seed.at("command").get<std::string>(), "--seeds " + text + " "));
      shown.insert(text);
    }
  }
  for (const std::string& seed : shown) CHECK(has("," + extremes + ",", "," + seed + ","));
  CHECK(folder.done({"replay", "run.jsonl", "--quiet"}).code == 0);
  CHECK(has(content(folder.path() / "run.jsonl"), "\"seed\":\"18446744073709551615\""));

  CHECK(rows(folder.path() / "runs.db", "SELECT DISTINCT seed FROM stored_matches ORDER BY id") ==
        "0\n9007199254740991\n9007199254740992\n9223372036854775807\n-9223372036854775808\n-1\n");
  CHECK(rows(folder.path() / "runs.db", "SELECT DISTINCT format('%llu', seed) FROM stored_matches ORDER BY id") ==
        "0\n9007199254740991\n9007199254740992\n9223372036854775807\n9223372036854775808\n18446744073709551615\n");
  Json second = parse_json(folder.done(run).out);
  CHECK(second.at("largest_gains") == first.at("largest_gains"));
  CHECK(second.at("largest_losses") == first.at("largest_losses"));
  CHECK(rows(folder.path() / "runs.db", "SELECT count(*) FROM stored_matches") == "12\n");
}

TEST_CASE("a failure on the largest seed is listed with it in every form") {
  const TemporaryFolder folder;
  folder.done(tonga({"--plugin", fixture_folder / "failing.so:fails", "--plugin", "random", "--seed",
                     "18446744073709551615", "--db", "runs.db", "--quiet"}));
  const Result table = folder.done({"standings", "--db", "runs.db", "--html", "page.html"});
  CHECK(has(table.out, "  18446744073709551615  "));
  const Json told = parse_json(folder.done({"standings", "--db", "runs.db", "--json"}).out);
  CHECK(told.at("failures").back().at("seed") == "18446744073709551615");
  const Json page = support::page_data(content(folder.path() / "page.html"), "report");
  CHECK(page.at("standings").at("failures").back().at("seed") == "18446744073709551615");
}

TEST_CASE("random seeds and secrets that can't be are refused in one sentence by every command") {
  const std::vector<Words> commands = {{"play", "--game", "tonga"},
                                       {"tournament", "--game", "tonga", "--plugin", "greedy", "--plugin", "random"},
                                       {"compare", "--game", "tonga", "--plugin", "greedy", "--against", "random"},
                                       {"watch", "--game", "tonga", "--plugin", "greedy"}};
  const std::vector<std::pair<Words, std::string>> table = {
      {{"--seeds", "random"}, "random:N"},
      {{"--seeds", "random:0"}, "random:N"},
      {{"--seeds", "random:many"}, "random:N"},
      {{"--seeds", "random:10000001"}, "ten million"},
      {{"--seeds", "random:3:" + key.substr(1)}, "32 hexadecimal digits"},
      {{"--seeds", "random:3:" + key + ":4"}, "random:N"},
      {{"--seeds", "random:3,7"}, "random:N"},
  };
  for (const Words& command : commands) {
    for (const auto& [more, why] : table) check_usage_refused(with(command, more), why);
  }
  check_usage_refused(with(commands.front(), {"--seed", "random:1"}), "--seed takes one number");
}
