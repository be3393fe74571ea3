// The results database from the outside: what was finished is kept, and not played twice.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"

#include <sqlite3.h>

#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

using namespace e2e;

namespace {

/// Short matches of a tournament.
Words greedy_run(const std::string& seeds, const Words& more = {}) {
  return with(small_tournament({"--seeds", seeds, "--db", "results.db"}), more);
}

/// All that is known of the matches, but for times and memory.
std::string matches_in(const fs::path& file) {
  return rows(file,
              "SELECT hex(key), seat, score, contest, outcome, turns FROM stored_matches JOIN seats "
              "ON seats.match = stored_matches.id ORDER BY key, seat");
}

std::int64_t stored_matches(const fs::path& file) {
  if (!fs::exists(file) || number(file, "SELECT count(*) FROM sqlite_master") == 0) return 0;
  return number(file, "SELECT count(*) FROM stored_matches");
}

}  // namespace

TEST_CASE("a run that was killed at any moment goes on where it stopped, and ends like one that was not") {
  const TemporaryFolder folder;
  const fs::path results = folder.path() / "results.db";
  const Words words = greedy_run("1-1000", {"--quiet"});  // two thousand matches
  folder.done(words);
  const std::string expected = matches_in(results);
  fs::remove(results);

  // Twenty moments: random numbers of stored matches, so that they lie all over the run on a busy machine as well.
  std::mt19937 random(20);
  std::set<std::int64_t> moments;
  while (moments.size() < 20) moments.insert(random() % 1900);
  std::int64_t stored = 0;
  for (const std::int64_t moment : moments) {
    Process process(folder.command(words));
    while (stored_matches(results) < moment) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
    process.stop(SIGKILL);
    const std::int64_t after = stored_matches(results);
    CHECK(after >= stored);
    CHECK(rows(results, "PRAGMA integrity_check") == "ok\n");
    stored = after;
  }
  const Result last = folder.run(greedy_run("1-1000"));
  CHECK(last.code == 0);
  CHECK(has(last.out, std::to_string(stored) + " of 2000 matches were played before"));
  CHECK(matches_in(results) == expected);
  CHECK(number(results, "SELECT count(DISTINCT key) FROM stored_matches") == 2000);
  CHECK(stored_matches(results) == 2000);
}

TEST_CASE("what is in the database is not played again, and makes the same table") {
  const TemporaryFolder folder;
  const Words words = greedy_run("1-10");
  const Result first = folder.run(words);
  const Result second = folder.run(words);
  CHECK(second.code == 0);
  CHECK(has(second.out, "20 of 20 matches were played before"));
  CHECK(normalised(second.out, folder.path()).starts_with(normalised(first.out, folder.path())));
  const Result more = folder.run(greedy_run("6-15"));
  CHECK(has(more.out, "10 of 20 matches were played before"));
  const Result again = folder.run(greedy_run("6-15", {"--record", "again.jsonl"}));  // which takes playing
  CHECK(!has(again.out, "played before"));
  CHECK(number(folder.path() / "results.db", "SELECT count(*) FROM stored_matches") == 30);
  CHECK(number(folder.path() / "results.db", "SELECT count(*) FROM runs") == 4);
}

TEST_CASE("other limits, parameters or options make other matches") {
  const TemporaryFolder folder;
  folder.done(greedy_run("1-2"));
  for (const Words& more :
       {Words{"--time", "3"}, Words{"--turn-time", "3"}, Words{"--increment", "0.5"}, Words{"--wall", "50"},
        Words{"--memory", "32"}, Words{"--threads", "2"}, Words{"--set", "n=8"}}) {
    Words words = greedy_run("1-2", more);
    if (more[0] == "--set") words.erase(words.begin() + 3, words.begin() + 5);
    const Result result = folder.run(words);
    CHECK(result.code == 0);
    CHECK(!has(result.out, "played before"));
  }
  CHECK(has(folder.run(greedy_run("1-2", {"--isolation", "none"})).out, "played before"));
}

TEST_CASE("an interrupted run keeps what is finished and is marked so") {
  const TemporaryFolder folder;
  Process process(folder.command(greedy_run("1-1000000")));
  REQUIRE(process.read_until([](const std::string& out) { return has(out, "seed 5"); }));
  const Result result = process.stop(SIGINT);
  CHECK(result.code == 130);
  const auto lines = static_cast<std::int64_t>(lines_of(result.out.substr(0, result.out.find("\n\n") + 1)).size());
  CHECK(number(folder.path() / "results.db", "SELECT count(*) FROM stored_matches") == lines);
  CHECK(number(folder.path() / "results.db", "SELECT count(*) FROM runs WHERE state = 'interrupted'") == 1);
}

TEST_CASE("several matches are kept in the user's data folder, a single one is not, and --no-db keeps none") {
  const TemporaryFolder folder;
  const auto play = [&](const Words& more) {
    Command command = folder.command(small_match(more));
    command.environment["XDG_DATA_HOME"] = folder.path() / "data";
    return run(command);
  };
  const auto file = folder.path() / "data/agon/agon.db";
  CHECK(play({}).code == 0);
  CHECK(play({"--seeds", "1-3", "--no-db"}).code == 0);
  CHECK_FALSE(fs::exists(file));
  CHECK(play({"--seeds", "1-3"}).code == 0);
  CHECK(number(file, "SELECT count(*) FROM stored_matches") == 3);
  CHECK(play({"--seed", "9", "--db", "one.db"}).code == 0);
  CHECK(number(folder.path() / "one.db", "SELECT count(*) FROM stored_matches") == 1);
}

TEST_CASE("transcripts are kept, unless the run is large or they are removed, and stored matches get theirs once") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "results.db";
  const auto transcripts = [&] { return number(file, "SELECT count(*) FROM transcripts"); };
  folder.done(greedy_run("1-2"));
  folder.done({"standings", "--prune", "--db", "results.db"});
  CHECK(transcripts() == 0);
  CHECK(has(folder.done(greedy_run("1-3")).out, "4 of 6 matches were played before"));
  CHECK(transcripts() == 2);
  CHECK(has(folder.done(greedy_run("1-3", {"--keep"})).out, "2 of 6 matches were played before"));
  CHECK(transcripts() == 6);
  CHECK(has(folder.done(greedy_run("1-3", {"--keep"})).out, "6 of 6 matches were played before"));
  CHECK(number(file, "SELECT count(*) FROM transcripts WHERE length(line) < size") == 6);

  CHECK(folder.done({"standings", "--db", "results.db", "--prune", "--run", "1"})
            .out.starts_with("removed 4 transcripts; results.db has "));
  CHECK(folder.done({"standings", "--db", "results.db", "--prune"}).out.starts_with("removed 2 trans"));
  CHECK(transcripts() == 0);
  CHECK(number(file, "SELECT count(*) FROM stored_matches") == 6);

  Process large(folder.command(greedy_run("1-6000")));
  REQUIRE(large.read_until([](const std::string& out) { return has(out, "seed 5"); }));
  large.stop(SIGINT);
  CHECK(number(file, "SELECT count(*) FROM stored_matches") > 6);
  CHECK(transcripts() == 0);
}

TEST_CASE("a database that can't be used is refused in a sentence, and nothing is played") {
  const TemporaryFolder folder;
  const auto refused = [&](const Words& words, int code, const std::string& why) {
    folder.refuses(words, code, {why});
  };
  folder.write("results.db", "this is no database, but a text that is long enough to be looked at as one");
  refused(greedy_run("1-2"), output, "results.db");
  CHECK(content(folder.path() / "results.db").starts_with("this is no database"));
  refused(greedy_run("1-2", {"--no-db"}), 2, "--db and --no-db");
  fs::remove(folder.path() / "results.db");
  refused(greedy_run("5-1"), 2, "runs backwards");
  refused(greedy_run("0x"), 2, "0x");
}

TEST_CASE("a full disk ends a run in a sentence, and the database still opens") {
  const TemporaryFolder folder;
  folder.done(greedy_run("1-5", {"--quiet"}));
  const std::int64_t before = number(folder.path() / "results.db", "SELECT count(*) FROM stored_matches");
  std::string line = "ulimit -f 200; exec '" + host_program.string() + "'";
  for (const std::string& word : greedy_run("1-100000", {"--quiet"})) line += " '" + word + "'";
  const Result full = run({.words = {"/bin/bash", "-c", line}, .folder = folder.path()});
  CHECK(full.code == 5);
  CAPTURE(full.err);
  CHECK(has(full.err, "results.db"));
  CHECK(number(folder.path() / "results.db", "SELECT count(*) FROM stored_matches") > before);
  const Result after = folder.run(greedy_run("1-5"));
  CHECK(after.code == 0);
  CHECK(has(after.out, "10 of 10 matches were played before"));
}

TEST_CASE("two hosts on one file play their matches side by side") {
  const TemporaryFolder folder;
  Process one(folder.command(greedy_run("1-150", {"--quiet"})));
  Process other(folder.command(greedy_run("101-250", {"--quiet"})));
  CHECK(one.wait().code == 0);
  CHECK(other.wait().code == 0);
  CHECK(number(folder.path() / "results.db", "SELECT count(*) FROM stored_matches") == 500);
  CHECK(number(folder.path() / "results.db", "SELECT count(*) FROM run_matches") == 600);
}
