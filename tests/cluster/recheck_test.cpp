// Machines with wrong results are found, and their matches played again.
#include "tests/cluster/machines.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using cluster_test::Postgres;
using cluster_test::quick_tournament;
using cluster_test::results_in;
using cluster_test::Words;

/// An arena of a machine; `scores` is the value of the variable AGON_TEST_UNEVEN, which makes scores wrong, or empty.
support::Command machine(const Postgres& server, const std::string& name, const std::string& scores,
                         const std::filesystem::path& folder) {
  support::Command command = cluster_test::arena(server.url(), name, folder);
  if (!scores.empty()) command.environment["AGON_TEST_UNEVEN"] = scores;
  return command;
}

std::string excluded(const Postgres& server) {
  return server.value("SELECT coalesce(string_agg(machine, ' '), '') FROM agon.refusals");
}

}  // namespace

TEST_CASE("a machine with wrong results is excluded, and those that are already stored are played again") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const std::string seeds = "1-3000";
  folder.done(quick_tournament(seeds, {"--db", "local.db"}));
  support::Process host(cluster_test::logged(folder.command(
      quick_tournament(seeds, {"--db", "all.db", "--cluster", server.url(), "--lease", "0.2", "--recheck", "20"}))));
  // Alone, it can't be compared, and its first results are stored. At its pace it can't play them all before there are
  // others.
  const e2e::TemporaryFolder others;
  support::Command slow = machine(server, "carl", "wrong", others.path());
  slow.environment["AGON_TEST_PACE"] = "20";
  const support::Process carl(slow);
  server.wait_for_table("refusals");
  server.wait_for("SELECT coalesce(max(id), 0) > 10 FROM agon.leases WHERE machine = 'carl'", "t");
  const support::Process anna(machine(server, "anna", "", others.path()));
  const support::Process bert(machine(server, "bert", "", others.path()));
  const support::Result result = host.wait();
  const std::string log = support::content(folder.path() / "log");
  CAPTURE(log);
  CHECK(result.code == 0);
  CHECK(e2e::has(log, "carl is excluded from this run, because it has another result than"));
  CHECK(e2e::has(log, "and this machine: in the match with seed "));
  CHECK_FALSE(e2e::has(log, "anna is excluded"));
  CHECK_FALSE(e2e::has(log, "bert is excluded"));
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));
  CHECK(e2e::rows(folder.path() / "all.db", "SELECT count(*) FROM results WHERE machine = 'carl'") == "0\n");
  CHECK(e2e::rows(folder.path() / "all.db", "SELECT state FROM runs") == "finished\n");
}

TEST_CASE("matches that have no single result exclude no machine") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const support::Process anna(machine(server, "anna", "random", folder.path()));
  const support::Process bert(machine(server, "bert", "random", folder.path()));
  support::Command run = folder.command(
      quick_tournament("1-2000", {"--no-db", "--cluster", server.url(), "--lease", "0.2", "--recheck", "20"}));
  run.environment["AGON_TEST_UNEVEN"] = "random";
  server.wait_for_table("refusals");
  server.wait_for("SELECT count(*) FROM agon.machines", "2");
  const support::Result result = support::run(run);
  CAPTURE(result.err);
  CHECK(result.code == 0);
  CHECK(e2e::has(result.err, "so matches of this run can't be compared"));
  CHECK_FALSE(e2e::has(result.err, "excluded"));
  CHECK(excluded(server).empty());
}

TEST_CASE("with equal results, all matches can be played twice, and no word is said") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 2);
  const auto run = [](const Words& more) { return cluster_test::tournament("1-20", more); };
  folder.done(run({"--db", "local.db"}));
  const support::Result result =
      folder.done(run({"--db", "all.db", "--cluster", server.url(), "--lease", "0.2", "--recheck", "100"}));
  CHECK(result.err.empty());
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));
}
