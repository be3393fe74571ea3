// Runs on a cluster equal local ones.
#include "tests/cluster/machines.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <string>

namespace {

using cluster_test::check_as_here;
using cluster_test::Postgres;
using cluster_test::quick_tournament;
using cluster_test::results_in;
using cluster_test::tournament;
using cluster_test::with;
using cluster_test::Words;

/// The lines of a comparison's result, without the strategies' times.
Words comparison(const Words& more) {
  return with({"compare", "--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--against", "random", "--sprt",
               "0,20", "--seeds", "1-400", "--quiet"},
              more);
}

/// The text without CPU times, which are below 0.01 s a match.
std::string without_times(const std::string& text) {
  static const std::regex time(R"( +0\.00\d+)");
  return std::regex_replace(text, time, "");
}

}  // namespace

TEST_CASE("a tournament on a cluster has the results of a local one, leaves nothing behind, and is not played again") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 2);
  check_as_here([](const Words& more) { return tournament("1-60", more); }, folder, server);
  CHECK(server.value("SELECT count(*) FROM agon.runs") == "0");
  CHECK(server.value("SELECT count(*) FROM agon.leases") == "0");
  CHECK(server.value("SELECT count(*) FROM agon.results") == "0");
  CHECK_MESSAGE(server.value("SELECT count(*) FROM agon.libraries") == "4", "the game's and the strategies'");
  for (const auto& arena : arenas) cluster_test::check_stops(*arena);
  CHECK(server.value("SELECT count(*) FROM agon.machines") == "0");
  folder.done(tournament("1-60", {"--db", "all.db", "--cluster", server.url()}));  // has no match to play
}

TEST_CASE("the limits of one strategy are in force on a cluster, too") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 1);
  folder.done({"tournament", "--game", "tonga", "--set", "n=6", "--plugin", "greedy,name=late,time=0.000001",
               "--plugin", "random", "--seeds", "1-3", "--db", "all.db", "--cluster", server.url()});
  CHECK(e2e::rows(folder.path() / "all.db", "SELECT name, outcome, count(*) FROM results GROUP BY 1, 2") ==
        "late time 6\nrandom ok 6\n");
}

TEST_CASE("a run on a cluster begins its matches with the openings of a local one") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 2);
  folder.write("openings.txt", "5 5; 0 3\n0 0\n");
  const Words openings = {"--openings", "openings.txt", "--opening-plies", "2"};
  check_as_here([&](const Words& more) { return tournament("1-20", with(openings, more)); }, folder, server);
}

TEST_CASE("a run with thousands of stored matches plays the others") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 2);
  folder.done(quick_tournament("1-2010", {"--db", "local.db"}));
  folder.done(quick_tournament("6-2000", {"--db", "all.db"}));
  folder.done(quick_tournament("1-2010", {"--db", "all.db", "--cluster", server.url()}));
  CHECK(e2e::rows(folder.path() / "all.db", "SELECT count(DISTINCT match) FROM results") == "4020\n");
  CHECK(e2e::rows(folder.path() / "all.db", "SELECT state FROM runs") == "finished\nfinished\n");
}

TEST_CASE("tuning on a cluster finds what it finds on one machine") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 2);
  const auto tune = [&](const Words& more) {
    const Words words = with({"tune", "--game", "tonga", "--set", "n=6", "--plugin", "server,perimeter=edges",
                              "--method", "random", "--matches", "120", "--check", "20001-20010", "--no-db", "--quiet"},
                             more);
    return folder.run(words);
  };
  const support::Result local = tune({});
  const support::Result far = tune({"--cluster", server.url(), "--recheck", "20"});
  CHECK(local.code == 0);
  CHECK(far.code == 0);
  CHECK(far.err.empty());
  CHECK(without_times(far.out) == without_times(local.out));
  CHECK(server.value("SELECT count(*) FROM agon.runs") == "0");
}

TEST_CASE("a test on a cluster stops at the seed at which a local one stops, and withdraws its leases") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 2);
  check_as_here(comparison, folder, server);
  const std::string results = results_in(folder.path() / "local.db");
  CHECK_MESSAGE(results.find("\n799 ") == std::string::npos, "the test has stopped before its last seed");
  CHECK(server.value("SELECT count(*) FROM agon.leases WHERE state IN ('open', 'taken')") == "0");
}

TEST_CASE("blame has the same answer on a cluster, and leaves nothing behind") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto arenas = cluster_test::arenas(server, folder.path(), 2);
  folder.done(e2e::tonga({"--seats", "listed", "--plugin", "greedy", "--plugin", "random", "--seed", "2", "--quiet",
                          "--record", "m.jsonl"}));
  const auto judge = [&](const Words& more) {
    const Words words =
        with({"blame", "m.jsonl", "--reference", "server", "--json", "--quiet", "--seconds", "600"}, more);
    return folder.done(words).out;
  };
  const Words cluster = {"--cluster", server.url(), "--lease", "0.5", "--recheck", "50"};
  const auto on_cluster = [&](const Words& more) { return judge(with(more, cluster)); };
  CHECK(on_cluster({"--turn", "12"}) == judge({"--turn", "12"}));
  const std::string searched = on_cluster({"--least", "0.4", "--resume", "r.jsonl"});
  CHECK(searched == judge({"--least", "0.4"}));
  CHECK(judge({"--least", "0.4", "--resume", "r.jsonl"}).find("\"continuations\":0") != std::string::npos);
  CHECK(server.value("SELECT count(*) FROM agon.runs") == "0");
  CHECK(server.value("SELECT count(*) FROM agon.leases") == "0");
}
