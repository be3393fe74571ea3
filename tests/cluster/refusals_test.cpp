// What can't be played on a cluster is refused in one sentence.
#include "tests/cluster/machines.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

using cluster_test::Postgres;
using cluster_test::tournament;
using cluster_test::Words;

constexpr int cluster = 12;

}  // namespace

TEST_CASE("options that do not go with a cluster, and servers that do not answer, are refused in one sentence") {
  const std::string nowhere = "postgresql://agon@/postgres?host=/nowhere";
  e2e::check_refused({
      {{"arena"}, e2e::usage, {"--cluster"}},
      {{"arena", "--cluster", nowhere, "--jobs", "0"}, e2e::usage, {"--jobs 0"}},
      {{"arena", "--cluster", nowhere}, cluster, {"/nowhere", "No such file"}},
      {{"arena", "--cluster", "postgresql://a:b:c@@/"}, e2e::usage, {"--cluster"}},
      {{"arena", "--cluster", "postgresql://anna:secret@server/agon"}, e2e::usage, {"~/.pgpass"}},
      {tournament("1-9", {"--no-db", "--cluster", nowhere}), cluster, {"/nowhere"}},
      {tournament("1-9", {"--no-db", "--cluster", "words"}), e2e::usage, {"--cluster", "postgresql://"}},
      {tournament("1-9", {"--no-db", "--cluster", nowhere, "--jobs", "2"}), e2e::usage, {"--jobs"}},
      {tournament("1-9", {"--no-db", "--lease", "2"}), e2e::usage, {"--lease", "--cluster"}},
      {tournament("1-9", {"--no-db", "--cluster", nowhere, "--lease", "0"}), e2e::usage, {"--lease 0"}},
      {tournament("1-9", {"--no-db", "--cluster", nowhere, "--isolation", "none"}), e2e::usage, {"--isolation"}},
      {tournament("1-9", {"--no-db", "--cluster", nowhere, "--exclusive", "gpu"}), e2e::usage, {"--exclusive"}},
  });
}

TEST_CASE("a user without access, and tables of another version, are refused in one sentence") {
  if (!cluster_test::has_postgres()) return;
  const Postgres server;
  static_cast<void>(server.value("CREATE USER locked PASSWORD 'right'"));
  e2e::check_refused({{{"arena", "--cluster", server.url("nobody_knows")}, cluster, {"nobody_knows"}},
                      {{"arena", "--cluster", server.url("locked")}, cluster, {"password"}}});
  support::Command wrong = e2e::host({"arena", "--cluster", server.url("locked")});
  wrong.environment["PGPASSWORD"] = "wrong";
  const support::Result refused = support::run(wrong);
  CHECK(refused.code == cluster);
  CHECK(e2e::has(refused.err, "password authentication failed"));
  wrong.environment["PGPASSWORD"] = "right";
  const support::Result forbidden = support::run(wrong);
  CHECK(forbidden.code == cluster);
  CHECK(e2e::has(forbidden.err, "can't be created"));

  const e2e::TemporaryFolder folder;
  support::Process arena(cluster_test::arena(server.url(), "anna", folder.path()));
  folder.done(tournament("1-2", {"--no-db", "--cluster", server.url()}));
  cluster_test::check_stops(arena);
  static_cast<void>(server.value("UPDATE agon.version SET version = 77"));
  e2e::check_refused({{{"arena", "--cluster", server.url()}, cluster, {"version 77", "version 2"}},
                      {tournament("1-9", {"--no-db", "--cluster", server.url()}), cluster, {"version 77"}}});
}

TEST_CASE("a library whose bytes were changed in the database is not played") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const Words run = tournament("1-2", {"--no-db", "--cluster", server.url(), "--lease", "0.5"});
  support::Process first(cluster_test::arena(server.url(), "anna", folder.path()));
  folder.done(run);
  cluster_test::check_stops(first);

  // The host notices it.
  static_cast<void>(server.value("UPDATE agon.libraries SET bytes = bytes || 'x'"));
  const support::Result noticed = folder.run(run);
  CHECK(noticed.code == cluster);
  CHECK(e2e::has(noticed.err, "does not have the bytes"));

  // So does an arena that finds it later, and the host then has no arena.
  static_cast<void>(server.value("DELETE FROM agon.libraries"));
  static_cast<void>(
      server.value("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS"
                   " $$ BEGIN NEW.bytes := NEW.bytes || 'x'; RETURN NEW; END $$;"
                   " CREATE TRIGGER spoil BEFORE INSERT ON agon.libraries FOR EACH ROW EXECUTE FUNCTION spoil()"));
  std::filesystem::remove_all(folder.path() / "cache");
  const support::Process second(cluster_test::arena(server.url(), "anna", folder.path()));
  const support::Result refused = folder.run(run);
  CHECK(refused.code == cluster);
  CHECK(refused.err.find("no machine of the cluster can play this run; anna says: ") != std::string::npos);
  CHECK(e2e::has(refused.err, "does not have the bytes"));
}
