// Machines that lack something: memory, files, space on the disk, or the right time.
#include "tests/cluster/machines.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

namespace {

using cluster_test::done;
using cluster_test::Postgres;
using cluster_test::results_in;
using cluster_test::tournament;

/// Lets a shell start the arena after these words.
support::Command after(const std::string& words, support::Command arena) {
  const cluster_test::Words shell = {"sh", "-c", words + " && exec \"$0\" \"$@\""};
  arena.words.insert(arena.words.begin(), shell.begin(), shell.end());
  return arena;
}

}  // namespace

TEST_CASE("a machine that lacks files for an arena tries again, and plays when it has them") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const e2e::TemporaryFolder machine;
  const Postgres server;
  folder.done(tournament("1-10", {"--db", "local.db"}));
  support::Process arena(cluster_test::arena(server.url(), "anna", machine.path()));
  server.wait_for_table("refusals");
  server.wait_for("SELECT count(*) FROM agon.machines", "1");
  rlimit usual{};
  REQUIRE(::prlimit(arena.id(), RLIMIT_NOFILE, nullptr, &usual) == 0);
  const rlimit few{.rlim_cur = 20, .rlim_max = usual.rlim_max};
  REQUIRE(::prlimit(arena.id(), RLIMIT_NOFILE, &few, nullptr) == 0);
  support::Process host(
      cluster_test::logged(folder.command(tournament("1-10", {"--db", "all.db", "--cluster", server.url()}))));
  cluster_test::wait_for_text(machine.path() / "log", "; tries again in 1 s");
  REQUIRE(::prlimit(arena.id(), RLIMIT_NOFILE, &usual, nullptr) == 0);
  CHECK(host.wait().code == 0);
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));
  cluster_test::check_stops(arena);
}

#ifndef AGON_SANITIZED  // a sanitizer's library has to be loaded before any other
TEST_CASE(
    "clocks that differ by an hour change nothing: no lease is lost early, and those of a dead arena are played") {
  if (!cluster_test::has_postgres()) return;
  const auto with_clock = [](int difference_s, support::Command command) {
    command.environment["LD_PRELOAD"] = AGON_TEST_OTHER_CLOCK;
    command.environment["AGON_TEST_CLOCK"] = std::to_string(difference_s);
    return command;
  };
  constexpr int hour = 3600;
  const support::Result clock = support::run(with_clock(hour, {.words = {"date", "+%s"}}));
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  REQUIRE_MESSAGE(std::stoll(clock.out) > now + hour / 2, "the clock differs: " << clock.err);

  const e2e::TemporaryFolder folder;
  const Postgres server;
  const auto run = [&](const cluster_test::Words& more) {
    return folder.command(cluster_test::slow_tournament("1-60", more));
  };
  done(run({"--db", "local.db"}));
  support::Process ahead(with_clock(hour, cluster_test::arena(server.url(), "ahead", folder.path())));
  support::Process behind(with_clock(-hour, cluster_test::arena(server.url(), "behind", folder.path())));
  support::Process host(with_clock(2 * hour, cluster_test::logged(run({"--db", "all.db", "--cluster", server.url(),
                                                                       "--lease", "0.5", "--recheck", "0"}))));
  const auto ahead_plays = [&] {
    return server.value("SELECT to_regclass('agon.leases') IS NOT NULL") == "t" &&
           server.value("SELECT EXISTS (SELECT FROM agon.leases WHERE machine = 'ahead' AND state = 'taken')") == "t";
  };
  while (!ahead_plays() && !host.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  REQUIRE(!host.ended());
  CHECK_MESSAGE(server.value("SELECT count(*) FROM agon.leases WHERE epoch > 1") == "0", "no lease was lost");
  ahead.signal(SIGKILL);
  CHECK_MESSAGE(host.wait().code == 0, support::content(folder.path() / "log"));
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));
  cluster_test::check_stops(behind);
}
#endif

TEST_CASE("a machine with a full disk plays, and says that it keeps no libraries") {
  if (!cluster_test::has_postgres()) return;
  const e2e::TemporaryFolder folder;
  const e2e::TemporaryFolder machine;
  std::filesystem::create_directory(machine.path() / "cache");
  const std::string mount = "mount -t tmpfs -o size=64k tmpfs '" + (machine.path() / "cache").string() + "'";
  if (support::run({.words = {"unshare", "-m", "sh", "-c", mount}}).code != 0) {
    MESSAGE("skipped: this user may not mount");
    return;
  }
  const Postgres server;
  folder.done(tournament("1-3", {"--db", "local.db"}));
  support::Command command = after(mount, cluster_test::arena(server.url(), "anna", machine.path()));
  command.words.insert(command.words.begin(), {"unshare", "-m"});
  support::Process arena(command);
  folder.done(tournament("1-3", {"--db", "all.db", "--cluster", server.url()}));
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));
  cluster_test::check_stops(arena);
  CHECK(support::content(machine.path() / "log").find("can't be written: libraries are not kept there") !=
        std::string::npos);
}
