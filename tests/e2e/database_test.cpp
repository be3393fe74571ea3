// The results database from the outside: what was finished is kept, and not played twice.
#include "tests/e2e/golden.hpp"
#include "tests/e2e/host.hpp"
#include "tests/e2e/stored.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using e2e::host;
using Words = std::vector<std::string>;

/// Short matches of a tournament.
Words greedy_run(const std::string& seeds, const Words& more = {}) {
  Words words = {"tournament", "--game", "tonga",   "--set", "n=6",  "--plugin",  "greedy",
                 "--plugin",   "random", "--seeds", seeds,   "--db", "results.db"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// For writing too: a database whose writer was killed has to be put in order before it can be read.
std::int64_t count(const std::filesystem::path& file, const std::string& query) {
  const SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, 10'000);
  SQLite::Statement statement(database, query);
  statement.executeStep();
  return statement.getColumn(0).getInt64();
}

/// All that is known of the matches, but for times and memory.
std::string matches_in(const std::filesystem::path& file) {
  return e2e::rows(file,
                   "SELECT hex(key), seat, score, contest, outcome, turns FROM matches JOIN seats "
                   "ON seats.match = matches.id ORDER BY key, seat");
}

std::int64_t stored_matches(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file) || count(file, "SELECT count(*) FROM sqlite_master") == 0) return 0;
  return count(file, "SELECT count(*) FROM matches");
}

}  // namespace

TEST_CASE("a run that was killed at any moment goes on where it stopped, and ends like one that was not") {
  const support::TemporaryFolder folder;
  const std::filesystem::path results = folder.path() / "results.db";
  const Words words = greedy_run("1-1000", {"--quiet"});  // two thousand matches
  REQUIRE(run(host(words, folder.path())).code == 0);
  const std::string expected = matches_in(results);
  std::filesystem::remove(results);

  // Twenty moments: random numbers of stored matches, so that they lie all over the run on a busy machine as well.
  std::mt19937 random(20);
  std::set<std::int64_t> moments;
  while (moments.size() < 20) moments.insert(random() % 1900);
  std::int64_t stored = 0;
  for (const std::int64_t moment : moments) {
    support::Process process(host(words, folder.path()));
    while (stored_matches(results) < moment) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
    process.signal(SIGKILL);
    process.wait();
    const std::int64_t after = stored_matches(results);
    CHECK(after >= stored);
    stored = after;
  }
  const support::Result last = run(host(greedy_run("1-1000"), folder.path()));
  CHECK(last.code == 0);
  CHECK(last.out.find(std::to_string(stored) + " of 2000 matches were played before") != std::string::npos);
  CHECK(matches_in(results) == expected);
  CHECK(count(results, "SELECT count(DISTINCT key) FROM matches") == 2000);
  CHECK(stored_matches(results) == 2000);
}

TEST_CASE("what is in the database is not played again, and makes the same table") {
  const support::TemporaryFolder folder;
  const Words words = greedy_run("1-10");
  const support::Result first = run(host(words, folder.path()));
  const support::Result second = run(host(words, folder.path()));
  CHECK(second.code == 0);
  CHECK(second.out.find("20 of 20 matches were played before") != std::string::npos);
  CHECK(e2e::normalised(second.out, folder.path()).starts_with(e2e::normalised(first.out, folder.path())));
  const support::Result more = run(host(greedy_run("6-15"), folder.path()));
  CHECK(more.out.find("10 of 20 matches were played before") != std::string::npos);
  const support::Result afresh = run(host(greedy_run("6-15", {"--afresh"}), folder.path()));
  CHECK(afresh.out.find("played before") == std::string::npos);
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM matches") == 30);
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM runs") == 4);
}

TEST_CASE("other limits, parameters or options make other matches") {
  const support::TemporaryFolder folder;
  REQUIRE(run(host(greedy_run("1-2"), folder.path())).code == 0);
  for (const Words& more :
       {Words{"--time", "3"}, Words{"--turn-time", "3"}, Words{"--increment", "0.5"}, Words{"--wall", "50"},
        Words{"--memory", "32"}, Words{"--threads", "2"}, Words{"--set", "n=8"}}) {
    Words words = greedy_run("1-2", more);
    if (more[0] == "--set") words.erase(words.begin() + 3, words.begin() + 5);
    const support::Result result = run(host(words, folder.path()));
    CHECK(result.code == 0);
    CHECK(result.out.find("played before") == std::string::npos);
  }
  CHECK(run(host(greedy_run("1-2", {"--isolation", "none"}), folder.path())).out.find("played before") !=
        std::string::npos);
}

TEST_CASE("an interrupted run keeps what is finished and is marked so") {
  const support::TemporaryFolder folder;
  support::Process process(host(greedy_run("1-1000000"), folder.path()));
  REQUIRE(process.read_until([](const std::string& out) { return out.find("seed 5") != std::string::npos; }));
  process.signal(SIGINT);
  const support::Result result = process.wait();
  CHECK(result.code == 130);
  const auto lines =
      static_cast<std::int64_t>(support::lines_of(result.out.substr(0, result.out.find("\n\n") + 1)).size());
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM matches") == lines);
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM runs WHERE state = 'interrupted'") == 1);
}

TEST_CASE("several matches are kept in the user's data folder, a single one is not, and --no-db keeps none") {
  const support::TemporaryFolder folder;
  const auto play = [&](const Words& more) {
    support::Command command = host(e2e::small_match(more), folder.path());
    command.environment["XDG_DATA_HOME"] = folder.path() / "data";
    return run(command);
  };
  const auto file = folder.path() / "data/agon/agon.db";
  CHECK(play({}).code == 0);
  CHECK(play({"--seeds", "1-3", "--no-db"}).code == 0);
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(play({"--seeds", "1-3"}).code == 0);
  CHECK(count(file, "SELECT count(*) FROM matches") == 3);
  CHECK(play({"--seed", "9", "--db", "one.db"}).code == 0);
  CHECK(count(folder.path() / "one.db", "SELECT count(*) FROM matches") == 1);
}

TEST_CASE("transcripts are kept on demand") {
  const support::TemporaryFolder folder;
  REQUIRE(run(host(greedy_run("1-2", {"--keep"}), folder.path())).code == 0);
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM transcripts WHERE line LIKE '%\"actions\"%'") == 4);
}

TEST_CASE("a database that can't be used is refused in a sentence, and nothing is played") {
  const support::TemporaryFolder folder;
  const auto refused = [&](const Words& words, int code, const std::string& why) {
    const support::Result result = run(host(words, folder.path()));
    CHECK(result.code == code);
    CHECK(result.out == "");
    CHECK(support::lines_of(result.err).size() == 1);
    CAPTURE(result.err);
    CHECK(result.err.find(why) != std::string::npos);
  };
  folder.write("results.db", "this is no database, but a text that is long enough to be looked at as one");
  refused(greedy_run("1-2"), 9, "results.db");
  CHECK(support::content(folder.path() / "results.db").starts_with("this is no database"));
  refused(greedy_run("1-2", {"--no-db"}), 2, "--db and --no-db");
  std::filesystem::remove(folder.path() / "results.db");
  refused(greedy_run("5-1"), 2, "runs backwards");
  refused(greedy_run("0x"), 2, "0x");
}

TEST_CASE("a full disk ends a run in a sentence, and the database still opens") {
  const support::TemporaryFolder folder;
  REQUIRE(run(host(greedy_run("1-5", {"--quiet"}), folder.path())).code == 0);
  const std::int64_t before = count(folder.path() / "results.db", "SELECT count(*) FROM matches");
  std::string line = "ulimit -f 200; exec '" + e2e::host_program.string() + "'";
  for (const std::string& word : greedy_run("1-100000", {"--quiet"})) line += " '" + word + "'";
  const support::Result full = support::run({.words = {"/bin/bash", "-c", line}, .folder = folder.path()});
  CHECK(full.code == 9);
  CAPTURE(full.err);
  CHECK(full.err.find("results.db") != std::string::npos);
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM matches") > before);
  const support::Result after = run(host(greedy_run("1-5"), folder.path()));
  CHECK(after.code == 0);
  CHECK(after.out.find("10 of 10 matches were played before") != std::string::npos);
}

TEST_CASE("two hosts on one file play their matches side by side") {
  const support::TemporaryFolder folder;
  support::Process one(host(greedy_run("1-150", {"--quiet"}), folder.path()));
  support::Process other(host(greedy_run("101-250", {"--quiet"}), folder.path()));
  CHECK(one.wait().code == 0);
  CHECK(other.wait().code == 0);
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM matches") == 500);
  CHECK(count(folder.path() / "results.db", "SELECT count(*) FROM run_matches") == 600);
}
