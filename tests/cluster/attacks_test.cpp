// What a machine can write into the database that is no result, and what the host and other machines make of it.
#include "tests/cluster/machines.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using cluster_test::done;
using cluster_test::Postgres;
using cluster_test::results_in;
using cluster_test::tournament;

/// A run that has no honest arena yet, while an attack is under way.
class Run {
 public:
  Run() {
    done(e2e::host(tournament("1-4", {"--db", "local.db"}), folder_.path()));
    {
      const support::Process owner(cluster_test::arena(server_.url(), "owner", folder_.path()));
      server_.wait_for_table("refusals");
    }
    CHECK(server_.grant_rights() == 6);
    host_ = std::make_unique<support::Process>(cluster_test::logged(
        e2e::host(tournament("1-4", {"--db", "all.db", "--cluster", server_.url(), "--lease", "1"}), folder_.path())));
    // The host makes leases for the matches that a cluster plays at a time. So there are enough for the attacks.
    CHECK(as_arena("INSERT INTO agon.machines VALUES ('crowd', 'crowd', 'C64', 1, 10, clock_timestamp())") ==
          "INSERT 0 1");
    server_.wait_for("SELECT count(*) >= 12 FROM agon.leases", "t");
  }

  [[nodiscard]] const Postgres& server() const { return server_; }
  /// What an arena's user does in the database.
  [[nodiscard]] std::string as_arena(const std::string& statement) const {
    return server_.value(statement, "agon_arena");
  }

  /// Waits until the host has said this: it looks at machines once a second.
  void wait_for(const std::string& text) const { cluster_test::wait_for_text(folder_.path() / "log", text); }

  /// Lets an honest arena play what is left. Returns what the host says. Checks that the results are those of one
  /// machine alone.
  std::string end() {
    support::Process arena(cluster_test::arena(server_.url("agon_arena"), "anna", machine_.path()));
    CHECK(host_->wait().code == 0);
    CHECK(results_in(folder_.path() / "all.db") == results_in(folder_.path() / "local.db"));
    cluster_test::check_stops(arena);
    CHECK(server_.value("SELECT count(*) FROM agon.machines WHERE name = 'anna'") == "0");
    CHECK(support::content(machine_.path() / "log") == "");
    return support::content(folder_.path() / "log");
  }

 private:
  e2e::TemporaryFolder folder_;
  e2e::TemporaryFolder machine_;
  Postgres server_;
  std::unique_ptr<support::Process> host_;
};

std::string lease(int number) {
  return "(SELECT id FROM agon.leases ORDER BY id OFFSET " + std::to_string(number) + " LIMIT 1)";
}

/// Closes a lease with something else than results.
std::string closing(int number, const std::string& machine, const std::string& results,
                    const std::string& speed = "1") {
  return "BEGIN; UPDATE agon.leases SET state = 'done', epoch = 5 WHERE id = " + lease(number) +
         "; INSERT INTO agon.results (lease, epoch, machine, cpu, speed, busy_ns, results) VALUES (" + lease(number) +
         ", 5, '" + machine + "', 'C64', '" + speed + "', 1, " + results + "); COMMIT";
}

}  // namespace

TEST_CASE("machines that close leases with something else than results are excluded, and others play these leases") {
  if (!cluster_test::has_postgres()) return;
  Run run;
  struct Attack {
    const char* machine;
    const char* results;
    const char* speed;
  };
  const Attack attacks[] = {
      {"empty", "''", "1"},
      {"rubbish", "'\\xffffffffffffffffffff'", "1"},
      {"long", "'\\x0000000000000010'", "1"},                                      // 2^60 matches
      {"short", "'\\x0000000000000000'", "1"},                                     // none
      {"hollow", "'\\x01000000000000000000000000000000'", "1"},                    // a match without a byte
      {"failed", "'\\x01000000000000000900000000000000010000000000000010'", "1"},  // a reason of 2^60 bytes
      {"huge", "('\\x01' || decode(repeat('00', 20000000), 'hex'))", "1"},
      {"nimble", "'\\x01000000000000000900000000000000010000000000000000'", "NaN"},
  };
  int number = 0;
  for (const Attack& attack : attacks)
    CHECK(run.as_arena(closing(number++, attack.machine, attack.results, attack.speed)) ==
          "BEGIN\nUPDATE 1\nINSERT 0 1\nCOMMIT");
  const std::string log = run.end();
  CAPTURE(log);
  for (const Attack& attack : attacks) {
    CAPTURE(attack.machine);
    CHECK(e2e::has(log, std::string(attack.machine) +
                            " is excluded from this run, because it has returned something that "
                            "is no result of its lease "));
  }
  CHECK_FALSE(e2e::has(log, "anna is excluded"));
}

TEST_CASE("leases that an arena closes, gives up or holds without playing are played by others") {
  if (!cluster_test::has_postgres()) return;
  Run run;
  const auto set = [&](int number, const std::string& values) {
    CHECK(run.as_arena("UPDATE agon.leases SET " + values + " WHERE id = " + lease(number)) == "UPDATE 1");
  };
  set(0, "state = 'done', machine = 'anna'");
  set(1, "state = 'given up', machine = 'anna'");
  set(2, "state = 'taken', session = 'nobody', machine = 'nobody', expires = 'infinity'");
  set(3, "state = 'taken', session = NULL, machine = NULL, expires = NULL");
  set(4, "epoch = 9223372036854775807");
  set(5, "epoch = -9223372036854775808");
  // Results that wait for an honest machine to close the lease.
  CHECK(run.as_arena("INSERT INTO agon.results (lease, epoch, machine, cpu, speed, busy_ns, results) VALUES (" +
                     lease(6) + ", -1, 'eve', 'C64', 1, 1, 'x')") == "INSERT 0 1");
  const std::string log = run.end();
  CAPTURE(log);
  CHECK(e2e::has(log, "was closed without results, and is played again"));
  CHECK_FALSE(e2e::has(log, "excluded"));
  CHECK_FALSE(e2e::has(log, "given up"));
}

TEST_CASE("machines that do not exist, or play impossibly many matches, do not disturb a run") {
  if (!cluster_test::has_postgres()) return;
  Run run;
  CHECK(run.as_arena("INSERT INTO agon.machines SELECT 'many' || each, 'many', repeat('x', 1000000), 'NaN',"
                     " 9223372036854775807, clock_timestamp() FROM generate_series(1, 3) AS each") == "INSERT 0 3");
  CHECK(run.as_arena("INSERT INTO agon.machines VALUES ('few', 'few', '', -1, -9223372036854775808, 'infinity')") ==
        "INSERT 0 1");
  CHECK(run.as_arena("INSERT INTO agon.refusals (run, machine, reason) SELECT id, 'many', repeat('x', 1000000) FROM"
                     " agon.runs") == "INSERT 0 1");
  run.wait_for("many can't play this run: xxx");
  CHECK(run.end().size() < 10'000);
}

TEST_CASE("an arena's rights are not enough to change what is played, to exclude others, or to remove anything") {
  if (!cluster_test::has_postgres()) return;
  Run run;
  for (const char* const attack :
       {"UPDATE agon.leases SET matches = ''", "UPDATE agon.leases SET run = run",
        "UPDATE agon.leases SET check_of = 1", "UPDATE agon.leases SET not_on = 'anna'",
        "UPDATE agon.leases SET failures = 10", "UPDATE agon.leases SET failed_on = '{a,b,c}'",
        "DELETE FROM agon.leases", "UPDATE agon.runs SET job = job", "DELETE FROM agon.runs",
        "UPDATE agon.libraries SET bytes = ''", "INSERT INTO agon.libraries VALUES ('a', 'b')",
        "INSERT INTO agon.leases (run, matches) SELECT id, '' FROM agon.runs", "SELECT results FROM agon.results",
        "UPDATE agon.results SET results = ''", "DELETE FROM agon.results", "DELETE FROM agon.refusals",
        "INSERT INTO agon.refusals (run, machine, reason, differs) SELECT id, 'anna', '', true FROM agon.runs",
        "UPDATE agon.machines SET jobs = 0", "UPDATE agon.version SET version = 3"}) {
    CAPTURE(attack);
    std::string why;
    try {
      static_cast<void>(run.as_arena(attack));
    } catch (const std::runtime_error& refused) {
      why = refused.what();
    }
    CHECK(e2e::has(why, "permission denied"));
  }
  run.end();
}

TEST_CASE("leases whose matches are not those of the run are replaced, and no machine is blamed") {
  if (!cluster_test::has_postgres()) return;
  Run run;
  // Whoever has the host's rights, as arenas had with earlier versions.
  const auto set = [&](int number, const std::string& value) {
    CHECK(run.server().value("UPDATE agon.leases SET matches = " + value + " WHERE id = " + lease(number)) ==
          "UPDATE 1");
  };
  const std::string kept = "substring(matches FROM 1 FOR 16)";  // one match, and its index
  set(0, "''");
  set(1, "'\\x0000000000000000'");
  set(2, "'\\xffffffffffffffff'");
  set(3, kept + " || '\\x01000000000000000200000000000000ff000000000000000100000000000000'");  // strategy 255
  set(4, kept + " || '\\x010000000000000001000000000000000000000000000000'");                  // one seat
  set(5, kept +
             " || '\\x0100000000000000030000000000000000000000000000000100000000000000"
             "0200000000000000'");  // three seats
  set(6, kept +
             " || '\\x4d0000000000000002000000000000000000000000000000"
             "0100000000000000'");                                                // another seed
  set(7, "'\\x0100000000000000ffffffffffffff7f' || substring(matches FROM 17)");  // far behind the schedule
  CHECK(run.server().value("UPDATE agon.leases SET matches = (SELECT matches FROM agon.leases WHERE id = " + lease(9) +
                           ") WHERE id = " + lease(8)) == "UPDATE 1");
  const std::string log = run.end();
  CAPTURE(log);
  CHECK(e2e::has(log, "in the cluster's database does not fit this run, and is replaced"));
  CHECK_FALSE(e2e::has(log, "excluded"));
}

TEST_CASE("a machine whose arenas end at once tells so, and the others play") {
  if (!cluster_test::has_postgres()) return;
  Run run;
  const e2e::TemporaryFolder programs;
  for (const char* const file : {"host", "agon-worker"}) programs.copy(e2e::built_folder / file, file);
  const std::string broken = programs.write("agon-arena", "#!/bin/sh\nexit 3\n");
  std::filesystem::permissions(broken, std::filesystem::perms{0755});
  support::Command command = cluster_test::arena(run.server().url("agon_arena"), "bert", programs.path());
  for (std::string& word : command.words)
    if (word.ends_with("/host")) word = (programs.path() / "host").string();
  support::Process bert(command);
  run.server().wait_for("SELECT count(*) FROM agon.refusals WHERE machine = 'bert'", "1");
  run.wait_for("bert can't play this run: ");
  run.wait_for("ended its process with exit code 3 when it was loaded");
  run.end();
  cluster_test::check_stops(bert);
}
