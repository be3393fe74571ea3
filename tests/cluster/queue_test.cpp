// Leases: who has them, when they expire, and whose results count.
#include "host/cluster/queue.hpp"
#include "tests/cluster/postgres.hpp"
#include "tests/support/process.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace {

using cluster_test::Postgres;
using host::cluster::ClosedLease;
using host::cluster::Lease;
using host::cluster::Queue;
using host::cluster::RunRow;
using host::cluster::Session;
using namespace std::chrono_literals;

RunRow row(std::chrono::milliseconds patience) {
  return {.format = "test", .job = std::string("a\0b", 3), .libraries = {"1", "2"}, .patience = patience};
}

const Session anna = {.token = "a", .machine = {.name = "anna", .cpu = "C64", .speed = 1.5}};
const Session bert = {.token = "b", .machine = {.name = "bert", .cpu = "C64", .speed = 1.5}};
const Session carl = {.token = "c", .machine = {.name = "carl", .cpu = "C64", .speed = 1.5}};

}  // namespace

TEST_CASE("each lease is taken once, and its results arrive as they were sent") {
  if (!cluster_test::has_postgres()) return;
  const Postgres server;
  Queue host(server.url());
  Queue arena(server.url());
  const std::int64_t run = host.open_run("key", row(1h));
  host.add_leases(run, {std::string("\0\xff'\\", 4), "two", "three"});
  CHECK(arena.find_run(run)->job == std::string("a\0b", 3));
  CHECK(arena.find_run(run)->libraries == std::vector<std::string>{"1", "2"});
  const std::vector<Lease> first = arena.take(anna, 2, {});
  const std::vector<Lease> second = arena.take(bert, 2, {});
  REQUIRE(first.size() == 2);
  REQUIRE(second.size() == 1);
  CHECK(first[0].matches == std::string("\0\xff'\\", 4));
  CHECK(second[0].matches == "three");
  CHECK(arena.take(carl, 2, {}).empty());
  CHECK(arena.complete(bert, second[0], std::string("r\0s", 3), 7));
  const std::vector<ClosedLease> closed = host.closed(run, {}, 10);
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].results == std::string("r\0s", 3));
  CHECK(closed[0].machine.name == "bert");
  CHECK(closed[0].busy_ns == 7);
  CHECK(host.closed(run, {closed[0].id}, 10).empty());
  CHECK_MESSAGE(arena.take(carl, 2, {run}).empty(), "a machine can leave out a run");
  arena.leave(anna);
  CHECK_MESSAGE(arena.take(carl, 5, {}).size() == 2, "leases that were given back are open again");
}

TEST_CASE("a machine that was thought dead and comes back changes nothing") {
  if (!cluster_test::has_postgres()) return;
  const Postgres server;
  Queue host(server.url());
  Queue arena(server.url());
  const std::int64_t run = host.open_run("key", row(50ms));
  host.add_leases(run, {"matches"});
  const Lease late = arena.take(anna, 1, {}).at(0);
  std::this_thread::sleep_for(100ms);
  host.expire(run);
  CHECK(arena.extend(anna).empty());
  const Lease again = arena.take(bert, 1, {}).at(0);
  CHECK(again.id == late.id);
  CHECK(again.epoch == late.epoch + 1);
  CHECK_FALSE(arena.complete(anna, late, "late", 1));
  CHECK(host.closed(run, {}, 10).empty());
  CHECK(arena.complete(bert, again, "good", 1));
  CHECK_FALSE(arena.complete(anna, late, "late", 1));
  CHECK_FALSE(arena.complete(bert, again, "twice", 1));
  CHECK(host.closed(run, {}, 10).at(0).results == "good");
}

TEST_CASE("a lease that its arena extends does not expire") {
  if (!cluster_test::has_postgres()) return;
  const Postgres server;
  Queue host(server.url());
  const std::int64_t run = host.open_run("key", row(1h));
  host.add_leases(run, {"matches"});
  const Lease lease = host.take(anna, 1, {}).at(0);
  static_cast<void>(server.value("UPDATE agon.leases SET expires = now() - interval '1 s'"));
  CHECK(host.extend(anna) == std::vector<std::int64_t>{lease.id});
  host.expire(run);
  CHECK(host.complete(anna, lease, "good", 1));
}

TEST_CASE("a lease that fails on three machines is given up, and on one machine after ten times") {
  if (!cluster_test::has_postgres()) return;
  const Postgres server;
  Queue host(server.url());
  const std::int64_t run = host.open_run("key", row(1h));
  const auto fail = [&](const Session& session) {
    REQUIRE(host.take(session, 1, {}).size() == 1);
    static_cast<void>(server.value("UPDATE agon.leases SET expires = now() - interval '1 s' WHERE state = 'taken'"));
    host.expire(run);
  };
  host.add_leases(run, {"one"});
  for (const Session& session : {anna, bert, anna}) {
    fail(session);
    CHECK(host.closed(run, {}, 10).empty());
  }
  fail(carl);
  const std::vector<ClosedLease> closed = host.closed(run, {}, 10);
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].given_up);
  CHECK(closed[0].machine.name == "anna, bert, carl");
  CHECK(host.take(anna, 1, {}).empty());
  host.add_leases(run, {"two"});
  for (int i = 0; i < 10; ++i) fail(anna);
  CHECK(host.closed(run, {closed[0].id}, 10).at(0).machine.name == "anna");
}

TEST_CASE("a lease that its machine closes while that is excluded is played by another machine") {
  if (!cluster_test::has_postgres()) return;
  const Postgres server;
  Queue host(server.url());
  Queue arena(server.url());
  const std::int64_t run = host.open_run("key", row(1h));
  host.add_leases(run, {"matches"});
  const Lease wrong = arena.take(carl, 1, {}).at(0);
  // Both statements wait for a lock of the lease's row, in this order. So the second one begins before the first ends.
  const support::Process holder(
      {.words = {"psql", "-X", "-c", "SELECT FROM agon.leases FOR UPDATE; SELECT pg_sleep(600)", server.url()}});
  server.wait_for("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'", "1");
  const std::string waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
  auto closes = std::async(std::launch::async, [&] { return arena.complete(carl, wrong, "wrong", 1); });
  server.wait_for(waiting, "1");
  auto excludes = std::async(std::launch::async, [&] { host.exclude(run, "carl", "differs", {}); });
  server.wait_for(waiting, "2");
  static_cast<void>(
      server.value("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"));
  CHECK(closes.get());
  excludes.get();
  CHECK(host.closed(run, {}, 10).empty());
  const std::vector<Lease> again = arena.take(anna, 1, {});
  REQUIRE(again.size() == 1);
  CHECK(arena.complete(anna, again[0], "good", 1));
  const std::vector<ClosedLease> closed = host.closed(run, {}, 10);
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].results == "good");
  CHECK(closed[0].machine.name == "anna");
}

TEST_CASE("a run has one host, and the next one with its key continues it, or uses nothing of it") {
  if (!cluster_test::has_postgres()) return;
  const Postgres server;
  std::int64_t run = 0;
  {
    Queue host(server.url());
    run = host.open_run("key", row(1h));
    host.add_leases(run, {"one", "two"});
    Queue other(server.url());
    CHECK(other.open_run("key", row(1h)) != run);
  }
  // The server needs a moment to notice that a connection is closed.
  const auto wait_for_ends = [&] { server.wait_for("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'", "0"); };
  wait_for_ends();
  {
    Queue next(server.url());
    CHECK(next.open_run("key", row(1h)) == run);
    const std::vector<Lease> kept = next.all_leases(run);
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].matches == "one");
    CHECK(kept[1].matches == "two");
    next.withdraw(run);
    CHECK(next.all_leases(run).empty());
    next.add_leases(run, {"three"});
  }
  wait_for_ends();
  Queue afresh(server.url());
  const std::int64_t other = afresh.open_run("key", row(1h), true);
  CHECK(other != run);
  CHECK(afresh.all_leases(other).empty());
  CHECK(server.value("SELECT count(*) FROM agon.runs") == "1");
}
