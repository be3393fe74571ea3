// The results database where it can't be written to, and after its writer was killed.
#include "tests/e2e/refusals.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using e2e::host;
using e2e::Words;
using support::Result;
using support::TemporaryFolder;

Words run_of(const std::string& seeds, const Words& more = {}) {
  Words words = {"tournament", "--game", "tonga",   "--set", "n=6",  "--plugin",  "greedy",
                 "--plugin",   "random", "--seeds", seeds,   "--db", "results.db"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Result standings(const TemporaryFolder& folder, const Words& more = {}) {
  Words words = {"standings", "--db", "results.db"};
  words.insert(words.end(), more.begin(), more.end());
  return run(host(words, folder.path()));
}

/// The same as a user who may not write there: root becomes nobody for it.
Result standings_of_reader(const TemporaryFolder& folder, const Words& more = {}) {
  Words words = {"standings", "--db", "results.db"};
  words.insert(words.end(), more.begin(), more.end());
  support::Command command = host(words, folder.path());
  const Words nobody = {"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"};
  if (::geteuid() == 0) command.words.insert(command.words.begin(), nobody.begin(), nobody.end());
  return run(command);
}

/// Takes the right to write from the files and their folder, and gives all the right to read; and back.
class ReadOnly {
 public:
  explicit ReadOnly(const TemporaryFolder& folder) : folder_(folder.path()) {
    for (const auto& entry : fs::directory_iterator(folder_)) fs::permissions(entry.path(), fs::perms(0444));
    fs::permissions(folder_, fs::perms(0555));
  }
  ReadOnly(const ReadOnly&) = delete;
  ReadOnly& operator=(const ReadOnly&) = delete;
  ~ReadOnly() {
    fs::permissions(folder_, fs::perms(0755));
    for (const auto& entry : fs::directory_iterator(folder_)) fs::permissions(entry.path(), fs::perms(0644));
  }

 private:
  fs::path folder_;
};

/// A run that was killed after some matches: what it stored is in the log beside the file.
void kill_a_run(const TemporaryFolder& folder) {
  support::Process process(host(run_of("1-1000000"), folder.path()));
  REQUIRE(process.read_until([](const std::string& out) { return out.find("seed 20 ") != std::string::npos; }));
  CHECK(standings(folder, {"--runs"}).out.find("  running  ") != std::string::npos);
  process.signal(SIGKILL);
  process.wait();
}

std::string state_in(const fs::path& file, int run) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, 10'000);
  return database.execAndGet("SELECT state FROM runs WHERE id = " + std::to_string(run)).getString();
}

}  // namespace

TEST_CASE("a database that can't be written to is read all the same") {
  const TemporaryFolder folder;
  REQUIRE(run(host(run_of("1-10", {"--quiet"}), folder.path())).code == 0);
  const std::string expected = standings(folder).out;
  CHECK(expected.find("20 matches") != std::string::npos);
  {
    const ReadOnly locked(folder);
    for (const Words& more : std::vector<Words>{{}, {"--runs"}, {"--json"}, {"--csv"}, {"--run", "all"}}) {
      const Result result = standings_of_reader(folder, more);
      CAPTURE(result.err);
      CHECK(result.code == 0);
      CHECK(result.out == standings(folder, more).out);
    }
    CHECK(standings_of_reader(folder).out == expected);
    CHECK(support::names_in(folder.path()) == Words{"results.db"});
  }
  // The file alone.
  fs::permissions(folder.path() / "results.db", fs::perms(0444));
  fs::permissions(folder.path(), fs::perms(0777));
  CHECK(standings_of_reader(folder).out == expected);
  CHECK(support::names_in(folder.path()) == Words{"results.db"});
}

TEST_CASE("what a killed writer left in its log is read where nothing can be written") {
  const TemporaryFolder folder;
  kill_a_run(folder);
  REQUIRE(fs::file_size(folder.path() / "results.db-wal") > 0);
  const Words before = support::names_in(folder.path());
  std::string found;
  {
    const ReadOnly locked(folder);
    const Result result = standings_of_reader(folder);
    CAPTURE(result.err);
    CHECK(result.code == 0);
    found = result.out;
    CHECK(support::names_in(folder.path()) == before);
  }
  CHECK(found.find("strategy") != std::string::npos);
  CHECK(standings(folder).out == found);
}

TEST_CASE("another user reads a database while it is written to") {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  support::Process process(host(run_of("1-1000000"), folder.path()));
  REQUIRE(process.read_until([](const std::string& out) { return out.find("seed 9 ") != std::string::npos; }));
  for (int round = 0; round < 5; ++round) {
    const Result result = standings_of_reader(folder);
    CAPTURE(result.err);
    CHECK(result.code == 0);
    CHECK(result.out.find("strategy") != std::string::npos);
  }
  CHECK(standings_of_reader(folder, {"--runs"}).out.find("  running  ") != std::string::npos);
  process.signal(SIGINT);
  CHECK(process.wait().code == 130);
}

TEST_CASE("a run that was killed is an interrupted one, at once in what is shown and in the file with the next run") {
  const TemporaryFolder folder;
  kill_a_run(folder);
  CHECK(standings(folder, {"--runs"}).out.find("  interrupted  ") != std::string::npos);
  CHECK(standings(folder, {"--runs", "--json"}).out.find("\"state\":\"interrupted\"") != std::string::npos);
  CHECK(state_in(folder.path() / "results.db", 1) == "running");
  REQUIRE(run(host(run_of("1-2", {"--quiet"}), folder.path())).code == 0);
  CHECK(state_in(folder.path() / "results.db", 1) == "interrupted");
  CHECK(state_in(folder.path() / "results.db", 2) == "finished");
}

TEST_CASE("a run is not taken for an interrupted one while others begin and end") {
  const TemporaryFolder folder;
  support::Process process(host(run_of("1-1000000"), folder.path()));
  REQUIRE(process.read_until([](const std::string& out) { return out.find("seed 2 ") != std::string::npos; }));
  for (int round = 0; round < 3; ++round) REQUIRE(run(host(run_of("1-2", {"--quiet"}), folder.path())).code == 0);
  CHECK(state_in(folder.path() / "results.db", 1) == "running");
  CHECK(standings(folder, {"--runs"}).out.find("  running  ") != std::string::npos);
  process.signal(SIGTERM);
  CHECK(process.wait().code == 130);
  CHECK(state_in(folder.path() / "results.db", 1) == "interrupted");
}
