// The results database where it can't be written to, and after its writer was killed.

#include "tests/e2e/host.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>

using namespace e2e;

namespace {

Words run_of(const std::string& seeds, const Words& more = {}) {
  return with(small_tournament({"--seeds", seeds, "--db", "results.db"}), more);
}

Result standings(const TemporaryFolder& folder, const Words& more = {}) {
  return folder.run(with({"standings", "--db", "results.db"}, more));
}

/// The same as a user who may not write there: root becomes nobody for it.
Result standings_of_reader(const TemporaryFolder& folder, const Words& more = {}) {
  const Words words = with({"standings", "--db", "results.db"}, more);
  Command command = folder.command(words);
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
  Process process(folder.command(run_of("1-1000000")));
  REQUIRE(process.read_until([](const std::string& out) { return has(out, "seed 20 "); }));
  CHECK(has(standings(folder, {"--run", "list"}).out, "  running  "));
  process.stop(SIGKILL);
}

std::string state_in(const TemporaryFolder& folder, int run) {
  return rows(folder.path() / "results.db", "SELECT state FROM runs WHERE id = " + std::to_string(run));
}

}  // namespace

TEST_CASE("a file system without locks is named at once, with what to do") {
  const TemporaryFolder folder;
  folder.done(run_of("1-2", {"--quiet"}));
  folder.write("league/league.toml",
               "seeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['random']\n[match]\ngame = 'tonga'\n");
  const auto refused = [&](const Words& words, int fault) {
    Command command = folder.command(words);
    command.environment["LD_PRELOAD"] = AGON_TEST_FIXTURES "/no_locks.so";
    command.environment["AGON_TEST_LOCK_FAULT"] = std::to_string(fault);
    const auto began = std::chrono::steady_clock::now();
    const Result result = run(command);
    CHECK(result.code != 0);
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));  // others are waited for longer
    return result.err;
  };
  for (const int fault : {ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL}) {
    CAPTURE(fault);
    constexpr const char* sentence =
        "its file system has no locks, as some network file systems: name a file on a local disk with --db, or play "
        "with --no-db";
    CHECK(has(refused(run_of("3-4", {"--quiet"}), fault), "results.db: " + std::string(sentence)));
    CHECK(has(refused(with(small_tournament({"--seeds", "1-2", "--db", "new.db"}), {"--quiet"}), fault), sentence));
    CHECK(has(refused({"standings", "--db", "results.db"}, fault), sentence));
    CHECK(has(refused(with(small_tournament({"--seeds", "1-2", "--no-db", "--exclusive", "gpu"}), {"--quiet"}), fault),
              "--exclusive: the file can't be locked, as on some network file systems"));
    CHECK(has(refused({"league", "run", "league", "--once"}, fault),
              "league.log: it can't be locked, as on some network file systems"));
  }
  CHECK(has(standings(folder).out, "4 matches"));
  CHECK(names_in(folder.path()) == Words{"league", "new.db", "results.db"});
}

TEST_CASE("a database that can't be written to is read all the same") {
  const TemporaryFolder folder;
  folder.done(run_of("1-10", {"--quiet"}));
  const std::string expected = standings(folder).out;
  CHECK(has(expected, "20 matches"));
  {
    const ReadOnly locked(folder);
    for (const Words& more : std::vector<Words>{{}, {"--run", "list"}, {"--json"}, {"--csv"}, {"--run", "all"}}) {
      const Result result = standings_of_reader(folder, more);
      CAPTURE(result.err);
      CHECK(result.code == 0);
      CHECK(result.out == standings(folder, more).out);
    }
    CHECK(standings_of_reader(folder).out == expected);
    CHECK(names_in(folder.path()) == Words{"results.db"});
  }
  // The file alone.
  fs::permissions(folder.path() / "results.db", fs::perms(0444));
  fs::permissions(folder.path(), fs::perms(0777));
  CHECK(standings_of_reader(folder).out == expected);
  CHECK(names_in(folder.path()) == Words{"results.db"});
}

TEST_CASE("what a killed writer left in its log is read where nothing can be written") {
  const TemporaryFolder folder;
  kill_a_run(folder);
  REQUIRE(fs::file_size(folder.path() / "results.db-wal") > 0);
  const Words before = names_in(folder.path());
  std::string found;
  {
    const ReadOnly locked(folder);
    const Result result = standings_of_reader(folder);
    CAPTURE(result.err);
    CHECK(result.code == 0);
    found = result.out;
    CHECK(names_in(folder.path()) == before);
  }
  CHECK(has(found, "strategy"));
  CHECK(standings(folder).out == found);
}

TEST_CASE("another user reads a database while it is written to") {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  Process process(folder.command(run_of("1-1000000")));
  REQUIRE(process.read_until([](const std::string& out) { return has(out, "seed 9 "); }));
  for (int round = 0; round < 5; ++round) {
    const Result result = standings_of_reader(folder);
    CAPTURE(result.err);
    CHECK(result.code == 0);
    CHECK(has(result.out, "strategy"));
  }
  CHECK(has(standings_of_reader(folder, {"--run", "list"}).out, "  running  "));
  CHECK(process.stop(SIGINT).code == 130);
}

TEST_CASE("a run that was killed is an interrupted one, at once in what is shown and in the file with the next run") {
  const TemporaryFolder folder;
  kill_a_run(folder);
  CHECK(has(standings(folder, {"--run", "list"}).out, "  interrupted  "));
  CHECK(has(standings(folder, {"--run", "list", "--json"}).out, "\"state\":\"interrupted\""));
  CHECK(state_in(folder, 1) == "running\n");
  folder.done(run_of("1-2", {"--quiet"}));
  CHECK(state_in(folder, 1) == "interrupted\n");
  CHECK(state_in(folder, 2) == "finished\n");
}

TEST_CASE("a run is not taken for an interrupted one while others begin and end") {
  const TemporaryFolder folder;
  Process process(folder.command(run_of("1-1000000")));
  REQUIRE(process.read_until([](const std::string& out) { return has(out, "seed 2 "); }));
  for (int round = 0; round < 3; ++round) folder.done(run_of("1-2", {"--quiet"}));
  CHECK(state_in(folder, 1) == "running\n");
  CHECK(has(standings(folder, {"--run", "list"}).out, "  running  "));
  CHECK(process.stop(SIGTERM).code == 130);
  CHECK(state_in(folder, 1) == "interrupted\n");
}
