// The scripts that start arenas on many machines, run as their tools run them.
#include "tests/cluster/machines.hpp"
#include "tests/cluster/slurm.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

using cluster_test::Postgres;
using cluster_test::results_in;
using cluster_test::slow_tournament;
using cluster_test::Slurm;
using e2e::TemporaryFolder;

const std::filesystem::path scripts = e2e::source_folder / "host/cluster/start";

support::Command script(const cluster_test::Words& words, const TemporaryFolder& folder, const Postgres& server) {
  support::Command command{.words = words, .folder = folder.path()};
  command.environment["AGON_CLUSTER"] = server.url();
  command.environment["AGON"] = e2e::host_program.string();
  command.environment["XDG_CACHE_HOME"] = (folder.path() / "cache").string();
  return command;
}

/// Waits until the server knows arenas of these names, and fails with their messages if they don't come.
void wait_for_machines(const Postgres& server, const std::string& names, const TemporaryFolder& folder) {
  try {
    server.wait_for_table("refusals");
    server.wait_for("SELECT coalesce(string_agg(name, ' ' ORDER BY name), '') FROM agon.machines", names);
  } catch (const std::runtime_error& failure) {
    FAIL(failure.what() << "; the arenas' messages: " << support::content(folder.path() / "log"));
  }
}

bool installed(const std::string& program) {
  const bool found = support::run({.words = {"sh", "-c", "command -v " + program}}).code == 0;
  if (!found) MESSAGE("skipped: " << program << " is not installed");
  return found;
}

/// Waits until the condition holds. After ten minutes, fails with Slurm's messages.
void wait_until(const std::function<bool()>& condition, const std::string& what, const Slurm& slurm) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) FAIL("waited in vain for " << what << ": " << slurm.messages());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

/// Returns the names of the arenas that the server has heard of in the last 30 s. A killed arena stays in its table for
/// longer.
std::string machines(const Postgres& server) {
  if (server.value("SELECT to_regclass('agon.machines') IS NOT NULL") != "t") return {};
  return server.value(
      "SELECT coalesce(string_agg(DISTINCT name, ' ' ORDER BY name), '') FROM agon.machines"
      " WHERE seen > clock_timestamp() - interval '30 seconds'");
}

}  // namespace

TEST_CASE("a task of Slurm's array is an arena under a name that it keeps, and SIGTERM ends it in order") {
  if (!cluster_test::has_postgres()) return;
  const TemporaryFolder folder;
  const Postgres server;
  support::Command task = script({"bash", scripts / "agon-arena.sbatch"}, folder, server);
  task.environment["SLURMD_NODENAME"] = "node7";
  task.environment["SLURM_ARRAY_JOB_ID"] = "4711";
  task.environment["SLURM_ARRAY_TASK_ID"] = "3";
  task.environment["SLURM_CPUS_PER_TASK"] = "5";
  support::Process arena(cluster_test::logged(task));
  wait_for_machines(server, "node7-4711-3", folder);
  CHECK_MESSAGE(server.value("SELECT jobs FROM agon.machines") == "5", "one match for each core of the task");
  folder.done(cluster_test::tournament("1-3", {"--no-db", "--cluster", server.url()}));
  cluster_test::check_stops(arena);
  CHECK(server.value("SELECT count(*) FROM agon.machines") == "0");
}

TEST_CASE("a task of Slurm's array without a database ends with a sentence") {
  const support::Result result =
      support::run({.words = {"bash", scripts / "agon-arena.sbatch"}, .environment = {{"AGON_CLUSTER", std::nullopt}}});
  CHECK(result.code == 2);
  CHECK(e2e::has(result.err, "AGON_CLUSTER has to name the database"));
}

TEST_CASE("GNU parallel starts an arena on each machine of a list") {
  if (!installed("parallel") || !cluster_test::has_postgres()) return;
  const TemporaryFolder folder;
  const Postgres server;
  const auto program = [&](const std::string& name, const std::string& text) {
    const std::string file = folder.write(name, "#!/bin/bash\n" + text);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  };
  // In place of ssh: runs the command here, for a machine of the given name; sets SHELL, as sshd does.
  const std::string ssh =
      program("ssh.sh", "export MACHINE=$1 SHELL=/bin/bash; shift\n[ \"$1\" = -- ] && shift\nexec bash -c \"$*\"\n");
  const std::string agon = program(
      "agon.sh", "echo $$ >>processes\nexec " + e2e::host_program.string() + " \"$@\" --name $MACHINE --jobs 1\n");
  folder.write("machines.txt", "anna\nbert\n");
  support::Command all = script({scripts / "agon-arenas-over-ssh", "machines.txt"}, folder, server);
  all.environment["AGON_SSH"] = ssh;
  all.environment["AGON"] = agon;
  all.environment["HOME"] = folder.path().string();
  support::Process arenas(cluster_test::logged(all));
  wait_for_machines(server, "anna bert", folder);
  folder.done(cluster_test::tournament("1-3", {"--no-db", "--cluster", server.url()}));
  for (const std::string& process : support::lines_of(support::content(folder.path() / "processes")))
    ::kill(std::stoi(process), SIGTERM);
  CHECK_MESSAGE(arenas.wait().code == 0, "all arenas have ended in order");
  CHECK(server.value("SELECT count(*) FROM agon.machines") == "0");
}

TEST_CASE("systemd finds no fault in the service") {
  if (!installed("systemd-analyze")) return;
  const TemporaryFolder folder;
  std::string unit = support::content(scripts / "agon-arena.service");
  const std::string program = "/usr/bin/agon";
  unit.replace(unit.find(program), program.size(), "/bin/true");  // Agon need not be installed
  const std::string file = folder.write("agon-arena.service", unit);
  const support::Result result = support::run({.words = {"systemd-analyze", "verify", "--man=no", file}});
  CAPTURE(result.err);
  CHECK_FALSE(e2e::has(result.err, "agon-arena.service"));
}

TEST_SUITE("long" * doctest::skip()) {
  TEST_CASE(
      "Slurm starts arenas, a node that dies loses nothing, its task is started again, and scancel ends all in order") {
    if (!cluster_test::has_postgres() || !cluster_test::has_slurm()) return;
    const e2e::TemporaryFolder folder;
    const Postgres server;
    Slurm slurm;
    folder.done(slow_tournament("1-600", {"--db", "local.db"}));

    const std::string job = slurm.run({"sbatch", "--parsable", "--array=1-2", scripts / "agon-arena.sbatch"},
                                      {{"AGON_CLUSTER", server.url()},
                                       {"AGON", e2e::host_program.string()},
                                       {"XDG_CACHE_HOME", (folder.path() / "cache").string()}});
    const auto tasks = [&] { return slurm.run({"squeue", "--noheader", "--array", "--format=%N %T %r", "--sort=i"}); };
    wait_until([&] { return machines(server).find(' ') != std::string::npos; }, "two arenas", slurm);
    const std::string both = machines(server);
    CAPTURE(both);
    CHECK(both.find("node1-" + job + "-") == 0);
    CHECK(e2e::has(both, " node2-" + job + "-"));
    CHECK_MESSAGE(server.value("SELECT string_agg(DISTINCT jobs::text, ' ') FROM agon.machines") == "1",
                  "each has one core");

    support::Process run(cluster_test::logged(
        folder.command(slow_tournament("1-600", {"--db", "all.db", "--cluster", server.url(), "--lease", "0.5"}))));
    const auto node2_plays = [&] {
      return server.value("SELECT EXISTS (SELECT FROM agon.leases WHERE machine LIKE 'node2-%' AND state = 'taken')") ==
             "t";
    };
    wait_until([&] { return node2_plays() || run.ended(); }, "a lease of node2", slurm);
    REQUIRE(!run.ended());
    slurm.kill("node2");
    const support::Result result = run.wait();
    CHECK_MESSAGE(result.code == 0, support::content(folder.path() / "log"));
    CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));

    slurm.start("node2");
    wait_until([&] { return machines(server) == both && tasks() == "node1 RUNNING None\nnode2 RUNNING None"; },
               "the arena of node2 again", slurm);
    folder.done(cluster_test::tournament("1-3", {"--no-db", "--cluster", server.url()}));
    slurm.run({"scancel", job});
    wait_until([&] { return tasks().empty(); }, "the end of all tasks", slurm);
    CHECK_MESSAGE(machines(server).empty(), "each arena has left in order: " << slurm.messages());
  }
}  // TEST_SUITE("long")
