// Databases that somebody has made to harm who reads them: what they declare is refused before it is executed.
#include "host/store/merge.hpp"
#include "host/store/store.hpp"
#include "host/store/words.hpp"
#include "host/util/input_file.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>
#include <zlib.h>

#include <sys/stat.h>

#include <fstream>
#include <string>
#include <vector>

using matches::add;
using matches::record;
using matches::sample;
using support::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// Makes a database with a match and its transcript.
fs::path honest(const TemporaryFolder& folder, const std::string& name = "results.db") {
  const fs::path file = folder.path() / name;
  host::Store store(file, {});
  const host::RunId run = store.begin_run(record());
  for (std::uint64_t seed = 0; seed < 3; ++seed) add(store, run, sample(seed, seed), "a line");
  store.finish_run(run, host::RunState::finished);
  return file;
}

/// Checks that each way to a database refuses it with this sentence, and at once.
void check_refused(const TemporaryFolder& folder, const fs::path& file, const std::string& says) {
  const std::vector<host::StoreOptions> ways = {
      {}, {.create = false, .to_write = false}, {.create = false, .to_write = true}};
  for (const host::StoreOptions& way : ways) {
    const auto refused = support::refusal([&] { const host::Store store(file, way); });
    CHECK(refused.code == host::Exit::output);
    CHECK_MESSAGE(refused.says(says), refused.text);
    CHECK(refused.says("results.db"));
  }
  CHECK(support::refusal([&] { host::merge(folder.path() / "target.db", file); }).says(says));
  CHECK_FALSE(fs::exists(folder.path() / "target.db"));
  const fs::path own = honest(folder, "own.db");
  CHECK(support::refusal([&] { host::merge(file, own); }).says(says));
  CHECK(support::refusal([&] { host::incomplete_runs(file); }).says(says));
}

constexpr const char* endless = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) ";

}  // namespace

TEST_CASE("a database with a view or a trigger is refused in one sentence, by every way to it") {
  const std::string view = std::string("AS ") + endless + "SELECT i AS id FROM n";
  const std::vector<std::pair<std::string, std::string>> attacks = {
      {"CREATE VIEW more " + view, "has the view 'more'"},
      {"DROP VIEW matches; CREATE VIEW matches " + view, "has the view 'matches'"},
      {"CREATE TRIGGER each AFTER INSERT ON runs BEGIN DELETE FROM stored_matches; END", "has the trigger 'each'"},
      // A trigger may have the name of a table.
      {"CREATE TRIGGER runs AFTER INSERT ON stored_matches BEGIN DELETE FROM runs; END", "has the trigger 'runs'"},
      {"CREATE TRIGGER t INSTEAD OF INSERT ON matches BEGIN SELECT 1; END", "has the trigger 't'"},
      {"CREATE INDEX slow ON runs (hex(zeroblob(30000000)))", "has the index 'slow'"},
      {"CREATE INDEX part ON seats (score) WHERE length(hex(zeroblob(30000000))) > 0", "has the index 'part'"}};
  for (const auto& [sql, says] : attacks) {
    CAPTURE(sql);
    const TemporaryFolder folder;
    const fs::path file = honest(folder);
    matches::change(file, sql);
    check_refused(folder, file, says);
  }
}

TEST_CASE("a table of the database that is replaced, by a view, a virtual one or one that computes, is refused") {
  for (const char* const table : {"runs", "strategies", "line_ups", "stored_matches", "seats", "run_matches",
                                  "conditions", "shards", "game_faults", "machines", "played_on", "transcripts"}) {
    CAPTURE(std::string(table));
    const std::string name = table;
    const TemporaryFolder folder;
    const fs::path file = honest(folder);
    matches::change(file, "DROP VIEW matches; DROP TABLE " + name + "; CREATE VIEW " + name + " AS " + endless +
                              "SELECT i AS id, i AS run FROM n");
    check_refused(folder, file, "has the view '" + name + "'");
    matches::change(file, "DROP VIEW " + name + "; CREATE TABLE " + name +
                              " (id INTEGER PRIMARY KEY, run TEXT AS (hex(zeroblob(30000000))))");
    check_refused(folder, file, "is a damaged results database");
    matches::change(file, "DROP TABLE " + name + "; CREATE TABLE " + name +
                              " (id INTEGER PRIMARY KEY CHECK (length(hex(zeroblob(30000000))) > id))");
    check_refused(folder, file, "is a damaged results database");
  }
}

TEST_CASE("tables of a user's own, statistics of SQLite and their indexes are no attack") {
  const TemporaryFolder folder;
  const fs::path file = honest(folder);
  matches::change(file, "CREATE TABLE notes (text TEXT); CREATE INDEX by_text ON notes (text); ANALYZE");
  host::Store store(file, {});
  CHECK(store.find(sample(0).key()));
}

TEST_CASE("a file beside the database that is a pipe or a link is refused, and not opened") {
  for (const char* const ending : {"-journal", "-wal", "-shm"}) {
    CAPTURE(std::string(ending));
    const TemporaryFolder folder;
    const fs::path file = honest(folder);
    const fs::path beside = file.string() + ending;
    REQUIRE(::mkfifo(beside.c_str(), 0600) == 0);
    check_refused(folder, file, "is no regular file");
    fs::remove(beside);
    const fs::path victim = folder.write("victim", "precious");
    fs::create_symlink(victim, beside);
    check_refused(folder, file, "is no regular file");
    CHECK(support::content(victim) == "precious");
  }
}

TEST_CASE("what is no regular file is refused as a database before it is opened") {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "results.db";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  check_refused(folder, pipe, "is no regular file");
  for (const char* const device : {"/dev/zero", "/dev/full", "/dev/null"})
    CHECK(support::refusal([&] { const host::Store store(device, {}); }).says("is no regular file"));
}

namespace {

/// Changes the pages of a table so that a few lead to each other, and the table has more rows than could ever be read.
void make_endless(const fs::path& file, const std::string& table) {
  std::size_t page = 0;
  std::size_t root = 0;
  {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA journal_mode = DELETE");
    page = static_cast<std::size_t>(database.execAndGet("PRAGMA page_size").getInt());
    root = static_cast<std::size_t>(
        database.execAndGet("SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'").getInt());
  }
  std::string bytes = support::content(file);
  const auto byte_at = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(bytes[at])}; };
  const auto begin = [&](std::size_t number) { return (number - 1) * page; };
  const auto cell = [&](std::size_t number, std::size_t index) {
    const std::size_t at = begin(number) + 12 + 2 * index;
    return begin(number) + byte_at(at) * 256 + byte_at(at + 1);
  };
  const auto lead = [&](std::size_t at, std::size_t number) {
    for (std::size_t i = 4; i-- > 0; number >>= 8U) bytes[at + i] = static_cast<char>(number);
  };
  REQUIRE((bytes[begin(root)] == 5 || bytes[begin(root)] == 2));  // it has pages below it
  const std::size_t count = byte_at(begin(root) + 4);
  constexpr std::size_t levels = 6;
  REQUIRE(count >= levels);
  std::vector<std::size_t> pages = {root};
  for (std::size_t i = 0; i < levels; ++i) {
    const std::size_t at = cell(root, i);
    pages.push_back(byte_at(at) << 24U | byte_at(at + 1) << 16U | byte_at(at + 2) << 8U | byte_at(at + 3));
  }
  const std::string whole = bytes.substr(begin(root), page);
  for (std::size_t level = 0; level < levels; ++level) {
    if (level > 0) bytes.replace(begin(pages[level]), page, whole);
    for (std::size_t i = 0; i < count; ++i) lead(cell(pages[level], i), pages[level + 1]);
    lead(begin(pages[level]) + 8, pages[level + 1]);
  }
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("a table whose pages lead to each other, so that it has no end, is given up") {
  for (const char* const table : {"stored_matches", "run_matches"}) {
    CAPTURE(std::string(table));
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "results.db";
    {
      host::Store store(file, {});
      const host::RunId run = store.begin_run(record());
      store.together([&] {
        for (std::uint64_t seed = 0; seed < 1200; ++seed) add(store, run, sample(seed, seed));
      });
      store.finish_run(run, host::RunState::finished);
    }
    make_endless(file, table);
    CHECK(support::refusal([&] { host::merge(folder.path() / "target.db", file); }).code == host::Exit::output);
    if (std::string(table) == "stored_matches") continue;  // of which readers look up single rows
    host::Store store(file, {.create = false, .to_write = false});
    CHECK(support::refusal([&] { store.for_each_match({}, [](const host::Result&) {}); }).code == host::Exit::output);
  }
}

TEST_CASE("a transcript of more than 64 MiB is neither stored nor unpacked, whatever its size is said to be") {
  const auto compressed = [](std::size_t size) {
    const std::string text(size, ' ');
    std::string bytes(::compressBound(size), '\0');
    uLongf length = bytes.size();
    REQUIRE(::compress(reinterpret_cast<Bytef*>(bytes.data()), &length, reinterpret_cast<const Bytef*>(text.data()),
                       text.size()) == Z_OK);
    bytes.resize(length);
    return bytes;
  };
  const std::string bomb = compressed(4 * host::longest_line);
  std::string line;
  for (const std::size_t claimed :
       {4 * host::longest_line, host::longest_line + 1, host::longest_line, std::size_t{1000}, SIZE_MAX, SIZE_MAX / 2})
    CHECK_FALSE(host::unpack_line({bomb, claimed}, line));
  CHECK(line.size() <= host::longest_line);
  const std::string largest(host::longest_line, ' ');
  REQUIRE(host::unpack_line(host::pack_line(largest), line));
  CHECK(line == largest);
  CHECK(host::pack_line(largest + " ").bytes.empty());

  const TemporaryFolder folder;
  const fs::path file = honest(folder);
  {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    SQLite::Statement put(database, "UPDATE transcripts SET line = ?, size = ?");
    put.bindNoCopy(1, bomb.data(), static_cast<int>(bomb.size()));
    put.bind(2, static_cast<std::int64_t>(4 * host::longest_line));
    put.exec();
  }
  host::Store store(file, {});
  CHECK(support::refusal([&] { return store.transcript(1); }).says("a transcript can't be read"));
}
