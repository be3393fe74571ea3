// Files that can't be used as a results database, and disks that can't hold one.
#include "host/store/merge.hpp"
#include "host/store/schema.hpp"
#include "host/store/store.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <doctest/doctest.h>

#include <array>
#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using matches::add;
using matches::record;
using matches::sample;
using support::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

support::Refusal refusal(const fs::path& file, const host::StoreOptions& options = {}) {
  auto refused = support::refusal([&] { const host::Store store(file, options); });
  REQUIRE(refused.code == host::Exit::output);
  REQUIRE(refused.text.find('\n') == std::string::npos);
  return refused;
}

/// Adds matches until that is refused. Those before are there afterwards, and without the limit there is room for more.
/// Requires, rather than checks: a process of its own tells of failures by its end.
void check_full(const fs::path& file, const host::StoreOptions& options, const std::string& says) {
  std::uint64_t stored = 0;
  {
    host::Store store(file, options);
    const host::RunId run = store.begin_run(record());
    const auto refused = support::refusal([&] {
      for (; stored < 1'000'000; ++stored) add(store, run, sample(stored, stored), std::string(2000, 'x'));
    });
    REQUIRE(refused.code == host::Exit::output);
    REQUIRE(refused.says(says));
    REQUIRE(refused.says("what was stored before is kept"));
    // The same object goes on as well as it can: it reads, and refuses again.
    REQUIRE(store.find(sample(0).key()));
    REQUIRE(support::refusal([&] {
              for (std::uint64_t more = 0; more < 100; ++more)
                add(store, run, sample(5000 + more, 5000 + more), std::string(50'000, 'x'));
            }).code == host::Exit::output);
  }
  REQUIRE(stored > 5);
  ::rlimit no_limit{RLIM_INFINITY, RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &no_limit);
  host::Store store(file);
  for (std::uint64_t seed = 0; seed < stored; ++seed) REQUIRE(store.find(sample(seed).key()));
  REQUIRE_FALSE(store.find(sample(stored).key()));
  add(store, store.begin_run(record()), sample(stored, stored));
  REQUIRE(store.find(sample(stored).key()));
  REQUIRE(matches::integrity(file) == "ok");
}

}  // namespace

TEST_CASE("a file that is no database is refused and left as it is") {
  const TemporaryFolder folder;
  for (const std::string& text : {std::string("notes\n"), std::string(100'000, 'x'), std::string(16, '\0')}) {
    const fs::path file = folder.write("notes", text);
    CHECK(refusal(file).says("notes: is no results database"));
    CHECK(support::content(file) == text);
    CHECK(folder.count() == 1);
  }
}

TEST_CASE("an empty file becomes a database, as one that is not there") {
  const TemporaryFolder folder;
  const host::Store store(folder.write("empty", ""));
  CHECK(fs::file_size(folder.path() / "empty") > 0);
}

TEST_CASE("another program's database is refused and left as it is") {
  // One that says whose it is, one that does not, and one that has versions of its own.
  for (const char* const sql :
       {"PRAGMA application_id = 252006673", "CREATE TABLE runs (id INTEGER PRIMARY KEY)", "PRAGMA user_version = 1"}) {
    CAPTURE(sql);
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "other.db";
    matches::change(file, sql);
    const std::string before = support::content(file);
    CHECK(refusal(file).says("other.db: is a database of another program"));
    CHECK(support::content(file) == before);
    CHECK(folder.count() == 1);
  }
}

TEST_CASE("a newer host's database is refused, with both versions, and left as it is") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "agon.db";
  { const host::Store store(file); }
  matches::change(file, "PRAGMA user_version = " + std::to_string(host::schema_version + 1));
  const std::string before = support::content(file);
  const auto refused = refusal(file);
  CHECK(refused.says("newer host"));
  CHECK(refused.says("of version " + std::to_string(host::schema_version + 1) + ", this host knows version " +
                     std::to_string(host::schema_version)));
  CHECK(support::content(file) == before);
}

TEST_CASE("a database from before version 1.0 is refused with what to do, and left as it is, also by a merge") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "agon.db";
  { const host::Store store(file); }
  matches::change(file,
                  "PRAGMA application_id = " + std::to_string(host::unreleased_id) + "; PRAGMA user_version = 13");
  const std::string before = support::content(file);
  for (const bool to_write : {true, false}) {
    const auto refused = refusal(file, {.create = false, .to_write = to_write});
    CHECK(refused.says("from before version 1.0"));
    CHECK(refused.says("move it away or name another file"));
  }
  CHECK(support::refusal([&] { host::merge(folder.path() / "all.db", file); }).says("before version 1.0"));
  CHECK_FALSE(fs::exists(folder.path() / "all.db"));
  CHECK(support::content(file) == before);
}

TEST_CASE("a database that is damaged is refused") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "agon.db";
  { const host::Store store(file); }
  const std::string whole = support::content(file);
  for (const char* const sql : {"DROP VIEW matches; DROP TABLE seats", "PRAGMA user_version = -1"}) {
    CAPTURE(sql);
    matches::change(file, sql);
    CHECK(refusal(file).says("damaged"));
    folder.write("agon.db", whole);
  }
  folder.write("agon.db", whole.substr(0, 100) + std::string(whole.size() - 100, 'x'));
  CHECK(refusal(file).says("damaged"));
  std::string large = whole;  // the first record of the schema claims to have 4 GiB
  constexpr std::size_t before_text = 10;
  large.replace(large.find("tablerunsruns") - before_text, 5, "\xff\xff\xff\xff\x7f");
  folder.write("agon.db", large);
  CHECK(refusal(file).says("damaged"));
}

TEST_CASE("what a damaged database holds is refused when it is read") {
  for (const char* const sql : {"UPDATE seats SET outcome = 'odd'", "DELETE FROM strategies",
                                "UPDATE strategies SET options = '{'", "DELETE FROM seats WHERE seat = 0"}) {
    CAPTURE(sql);
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "agon.db";
    {
      host::Store store(file);
      add(store, store.begin_run(record()), sample(1));
    }
    matches::change(file, sql);
    host::Store store(file);
    CHECK(support::refusal([&] { return store.find(sample(1).key()); }).says("damaged"));
    CHECK(support::refusal([&] { store.for_each_match({}, [](const auto&) {}); }).says("damaged"));
  }
}

TEST_CASE("a folder, and a name that is none, are refused") {
  const TemporaryFolder folder;
  CHECK(refusal(folder.path()).says("is a folder"));
  CHECK(refusal("").says("needs a file name"));
  CHECK(refusal(folder.write("file", "") / "agon.db").says("its folder can't be made"));
}

TEST_CASE("a database that must be there is not created") {
  const TemporaryFolder folder;
  CHECK(refusal(folder.path() / "new" / "agon.db", {.create = false}).says("there is no such results database"));
  CHECK(folder.count() == 0);
}

TEST_CASE("what may not be written to is refused") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "agon.db";
  ::chmod(folder.path().c_str(), 0755);
  const auto as_somebody = [&](const std::string& says) {
    return matches::ended(matches::in_process([&] {
      if (::geteuid() == 0 && ::seteuid(65534) != 0) return 1;
      return refusal(file).says(says) ? 0 : 2;
    }));
  };
  ::chmod(folder.path().c_str(), 0555);
  CHECK(as_somebody("can't be opened and written to: Permission denied") == 0);
  ::chmod(folder.path().c_str(), 0755);
  folder.write("agon.db", "");
  ::chmod(file.c_str(), 0444);
  CHECK(as_somebody("can't be written to: it is read-only") == 0);
  fs::remove(file);
  { const host::Store store(file); }
  ::chmod(file.c_str(), 0444);
  CHECK(as_somebody("can't be written to: it is read-only") == 0);
}

TEST_CASE("a database that stays locked is refused after a while, and works when it is free again") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "agon.db";
  host::Store store(file, {.patience = std::chrono::milliseconds(300)});
  const host::RunId run = store.begin_run(record());
  {
    SQLite::Database other(file.string(), SQLite::OPEN_READWRITE);
    const SQLite::Transaction lock(other, SQLite::TransactionBehavior::IMMEDIATE);
    const auto refused = support::refusal([&] { add(store, run, sample(1)); });
    CHECK(refused.code == host::Exit::output);
    CHECK(refused.says("kept it locked for more than 0.3 s"));
    CHECK_FALSE(store.find(sample(1).key()));
  }
  add(store, run, sample(1));
  CHECK(store.find(sample(1).key()));
}

TEST_CASE("a database that may not grow says so, keeps what it has and opens again") {
  const TemporaryFolder folder;
  check_full(folder.path() / "agon.db", {.max_pages = 60}, "the disk is full");
}

TEST_CASE("a database that is read without locks, and written to meanwhile, is refused") {
  const support::TemporaryFolder folder;
  const auto file = folder.path() / "agon.db";
  {
    host::Store store(file);
    add(store, store.begin_run(record()), sample(1));
  }
  ::chmod(file.c_str(), 0644);
  ::chmod(folder.path().c_str(), 0755);
  if (::geteuid() != 0) return;  // the file's owner can write, and so reads with locks
  std::array<int, 2> opened{};
  std::array<int, 2> written{};
  REQUIRE(::pipe(opened.data()) == 0);
  REQUIRE(::pipe(written.data()) == 0);
  char byte = 'x';
  const pid_t process = matches::in_process([&] {
    if (::setuid(65534) != 0) return 1;
    host::Store reader(file, {.create = false, .to_write = false});
    if (reader.runs().size() != 1 || ::write(opened[1], &byte, 1) != 1 || ::read(written[0], &byte, 1) != 1) return 2;
    const auto refused = support::refusal([&] { static_cast<void>(reader.runs()); });
    return refused.says("was written to while it was read") ? 0 : 3;
  });
  ::close(opened[1]);
  CHECK(::read(opened[0], &byte, 1) == 1);
  ::usleep(50'000);  // so that the time of the change differs
  {
    host::Store writer(file);
    add(writer, writer.begin_run(record()), sample(2));
  }
  CHECK(::write(written[1], &byte, 1) == 1);
  CHECK(matches::ended(process) == 0);
  for (const int end : {opened[0], written[0], written[1]}) ::close(end);
}
