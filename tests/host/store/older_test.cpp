// Databases of older hosts: they are brought up to date, and read where they can't be written.
#include "host/store/merge.hpp"
#include "host/store/schema.hpp"
#include "host/store/store.hpp"
#include "host/util/escape.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/temporary_folder.hpp"

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>
#include <boost/algorithm/string/replace.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

using matches::add;
using matches::record;
using matches::sample;

namespace {

/// Transcripts as versions before 9 kept them, as text.
const std::string to_version_8 = R"sql(
CREATE TEMP TABLE old AS SELECT match, CAST(line AS TEXT) AS line FROM transcripts;
DROP TABLE transcripts;
CREATE TABLE transcripts (match INTEGER PRIMARY KEY REFERENCES matches, line TEXT NOT NULL) STRICT;
INSERT INTO transcripts SELECT * FROM old;
DROP TABLE old;
ALTER TABLE runs DROP COLUMN schedule;
DROP TABLE files;
PRAGMA user_version = 8;
)sql";

/// Replaces the table of conditions by one without openings, as versions before 7 had it, with these columns of
/// numbers.
std::string without_openings(const std::string& numbers) {
  const std::string columns = "game, version, protocol, sha256, parameters, " + numbers;
  return to_version_8 + "DROP VIEW results; CREATE TEMP TABLE kept AS SELECT id, " + columns +
         " FROM conditions; DROP TABLE conditions; CREATE TABLE conditions (id INTEGER PRIMARY KEY, game TEXT NOT NULL,"
         " version TEXT NOT NULL, protocol TEXT NOT NULL, sha256 TEXT NOT NULL, parameters TEXT NOT NULL, " +
         boost::replace_all_copy(numbers, ",", " INTEGER NOT NULL,") + " INTEGER NOT NULL, UNIQUE (" + columns +
         ")) STRICT; INSERT INTO conditions SELECT * FROM kept; DROP TABLE kept;";
}

const std::string limits_of_versions_2_to_6 =
    without_openings("cpu_ns, turn_cpu_ns, increment_ns, wall_ns, memory_bytes, threads");

const std::string without_digests = "ALTER TABLE matches DROP COLUMN digest;";
const std::string without_machines = without_digests + "DROP TABLE played_on; DROP TABLE machines;";
const std::string without_parts = without_machines + "DROP TABLE shards; DROP TABLE game_faults;";

/// Version 1 knew no limits of turns.
const std::string to_version_1 =
    without_openings("cpu_ns, memory_bytes, wall_ns, threads") + without_parts + "PRAGMA user_version = 1;";

/// Version 2 knew no parts of runs.
const std::string to_version_2 = limits_of_versions_2_to_6 + without_parts + "PRAGMA user_version = 2;";

/// Version 4 knew no machines; its view had fewer columns.
const std::string to_version_4 = limits_of_versions_2_to_6 + without_machines +
                                 "CREATE VIEW results AS SELECT run, match FROM run_matches; PRAGMA user_version = 4;";

/// Version 5 knew no digests of matches.
const std::string to_version_5 = limits_of_versions_2_to_6 + without_digests + "PRAGMA user_version = 5;";

/// Version 6 knew no openings.
const std::string to_version_6 = limits_of_versions_2_to_6 + "PRAGMA user_version = 6;";

/// Version 7 kept commands as lines for a shell.
const std::string to_version_7 = to_version_8 + "PRAGMA user_version = 7;";

/// A database of an older version with one match.
struct Older : support::TemporaryFolder {
  static constexpr const char* quoted_command = "host --game counting --plugin ''a b''";
  static inline const host::Words words = {"host", "--game", "counting", "--plugin", "a b"};
  std::filesystem::path file = path() / "agon.db";
  explicit Older(const std::string& to_older = to_version_1) {
    {
      host::Store store(file);
      const host::RunId run = store.begin_run(record());
      add(store, run, sample(1));
      store.finish_run(run, host::RunState::finished);
    }
    matches::change(file, std::string("UPDATE runs SET command = '") + quoted_command + "';" + to_older);
  }
};

host::Conditions conditions_in(host::Store& store) {
  host::Conditions found;
  store.for_each_match({}, [&](const host::StoredMatch& match) { found = *match.conditions; });
  return found;
}

}  // namespace

TEST_CASE("a database of an older host is brought up to date, and keeps what it holds") {
  const Older older;
  auto paced = sample(2, 1);
  paced.identity.conditions.limits.turn_cpu_ns = 7;
  auto with_increments = sample(3, 2);
  with_increments.identity.conditions.limits.increment_ns = 8;
  {
    host::Store store(older.file);
    CHECK(conditions_in(store) == sample(1).identity.conditions);
    CHECK(store.runs().at(0).record.command == Older::words);
    const host::RunId run = store.begin_run(record());
    add(store, run, paced);
    add(store, run, with_increments);
    CHECK(*store.find(paced.key())->conditions == paced.identity.conditions);
    CHECK(*store.find(with_increments.key())->conditions == with_increments.identity.conditions);
    CHECK(*store.find(sample(1).key())->conditions == sample(1).identity.conditions);
  }
  CHECK(matches::integrity(older.file) == "ok");
  SQLite::Database database(older.file.string());
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == host::schema_version);
  CHECK(database.execAndGet("SELECT count(*) FROM conditions").getInt() == 3);
  CHECK(database.execAndGet("SELECT count(DISTINCT match) FROM results").getInt() == 3);
}

TEST_CASE("matches of a database that knew no openings have none, and are found again") {
  const Older older(to_version_6);
  auto opened = sample(2, 1);
  opened.identity.conditions.opening = R"({"plies":4})";
  {
    host::Store store(older.file);
    CHECK(store.find(sample(1).key())->conditions->opening.empty());
    add(store, store.begin_run(record()), opened);
    CHECK(*store.find(opened.key())->conditions == opened.identity.conditions);
    CHECK(store.find(opened.key())->summary().opening == host::Opening{.plies = 4});
  }
  CHECK(matches::integrity(older.file) == "ok");
  SQLite::Database database(older.file.string());
  CHECK(database.execAndGet("SELECT group_concat(opening, '|') FROM results WHERE seat = 0").getString() ==
        R"(|{"plies":4})");
}

TEST_CASE("a command line of an older host is split as a shell splits it, once") {
  const std::vector<std::string> words = {"host",
                                          "a b",
                                          "it's",
                                          "",
                                          "x\x1b"
                                          "y\n'\\",
                                          "--set",
                                          "n=6",
                                          "$(rm)",
                                          "bot\xff.so"};
  std::string line;
  for (const std::string& word : words) line += host::shell_word(word) + " ";
  CHECK(host::words_of_line(line) == words);
  CHECK(host::words_of_line("  ").empty());
  CHECK(host::words_of_line("'open") == host::Words{"open"});
  const Older older(to_version_7);
  for (int time = 0; time < 2; ++time) {
    host::Store store(older.file);
    CHECK(store.runs().at(static_cast<std::size_t>(time)).record.command == (time == 0 ? Older::words : words));
    host::RunRecord next = record();
    next.command = words;
    store.begin_run(next);
  }
  CHECK(host::Store(older.file).runs().at(2).record.command == words);
}

TEST_CASE("matches of a database that knew no machines have none, and new ones have theirs") {
  const Older older(to_version_4);
  {
    host::Store store(older.file);
    CHECK(store.find(sample(1).key())->machine == nullptr);
    add(store, store.begin_run(record()), sample(2, 1));
    CHECK(*store.find(sample(2, 1).key())->machine == host::this_machine());
  }
  CHECK(matches::integrity(older.file) == "ok");
  SQLite::Database database(older.file.string());
  CHECK(database.execAndGet("SELECT group_concat(coalesce(machine, 'none'), ' ') FROM results WHERE seat = 0")
            .getString() == "none " + host::this_machine().name);
}

TEST_CASE("matches of a database that knew no digests get them from their transcripts, where these are stored") {
  const support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "agon.db";
  const auto line = [](const std::string& seed, const std::string& action, const std::string& times) {
    return R"({"agon":1,"setup":{"seed":)" + seed + R"(,"start":"."},"actions":[")" + action +
           R"("],"result":{"scores":[1,2],"contest":[1,2],"cpu_s":)" + times + "}}";
  };
  {
    host::Store store(file);
    const host::RunId run = store.begin_run(record());
    add(store, run, sample(1, 0), line("1", "a", "[1]"));
    add(store, run, sample(2, 1), line("\"22\"", "a", "[2]"));
    add(store, run, sample(3, 2), line("1", "b", "[1]"));
    add(store, run, sample(4, 3));
  }
  matches::change(file, to_version_5);
  host::Store store(file);
  const auto digest = [&](std::uint64_t seed) { return store.find(sample(seed).key())->result.digest; };
  REQUIRE(digest(1));
  CHECK_FALSE(digest(1)->was_played());
  CHECK(digest(2) == digest(1));
  CHECK(digest(3) != digest(1));
  CHECK_FALSE(digest(4));
}

TEST_CASE("transcripts that an older host kept as text are compressed, and read as they are where that is impossible") {
  const support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "agon.db";
  const std::string line(5000, 'x');
  {
    host::Store store(file);
    add(store, store.begin_run(record()), sample(1), line);
  }
  matches::change(file, to_version_8);
  const auto transcript = [&](const host::StoreOptions& options) {
    host::Store store(file, options);
    return store.transcript(store.find(sample(1).key())->id);
  };
  if (::geteuid() != 0) {  // root may write everywhere
    ::chmod(folder.path().c_str(), 0500);
    CHECK(transcript({.create = false, .to_write = false}) == line);
    ::chmod(folder.path().c_str(), 0700);
  }
  CHECK(transcript({}) == line);
  CHECK(SQLite::Database(file.string())
            .execAndGet("SELECT length(line) < 100 AND size = 5000 FROM transcripts")
            .getInt() == 1);
}

TEST_CASE("a database of an older host can be merged, and has no parts of runs") {
  for (const std::string& to_older : {to_version_1, to_version_2, to_version_4, to_version_5, to_version_7}) {
    const Older older(to_older);
    const Older target(to_older);
    CHECK(host::merge(target.file, older.file).new_matches == 0);
    const std::filesystem::path all = older.path() / "all.db";
    CHECK(host::merge(all, older.file).new_matches == 1);
    CHECK(host::incomplete_runs(all).empty());
  }
}

TEST_CASE("a database of an older host that can't be written is read, and left as it is") {
  const Older older;
  const std::string before = support::content(older.file);
  ::chmod(older.file.c_str(), 0444);
  ::chmod(older.path().c_str(), 0555);
  CHECK(matches::ended(matches::in_process([&] {
          if (::geteuid() == 0 && ::setuid(65534) != 0) return 1;
          host::Store store(older.file, {.create = false, .to_write = false});
          if (store.runs().at(0).record.command != Older::words) return 3;
          return conditions_in(store) == sample(1).identity.conditions ? 0 : 2;
        })) == 0);
  ::chmod(older.path().c_str(), 0755);
  CHECK(support::content(older.file) == before);
}
