// The scripts that start arenas on many machines, run as their tools run them.
#include "tests/cluster/machines.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

namespace {

using cluster_test::Postgres;
using support::TemporaryFolder;

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
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  const auto wait_for = [&](const std::string& statement, const std::string& value) {
    while (server.value(statement) != value) {
      if (std::chrono::steady_clock::now() > until)
        FAIL("no arenas " << names << "; their messages: " << support::content(folder.path() / "log"));
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  };
  wait_for("SELECT to_regclass('agon.machines') IS NOT NULL", "t");
  wait_for("SELECT coalesce(string_agg(name, ' ' ORDER BY name), '') FROM agon.machines", names);
}

bool installed(const std::string& program) {
  const bool found = support::run({.words = {"sh", "-c", "command -v " + program}}).code == 0;
  if (!found) MESSAGE("skipped: " << program << " is not installed");
  return found;
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
  support::Process arena(cluster_test::logged(task));
  wait_for_machines(server, "node7-4711-3", folder);
  cluster_test::done(e2e::host(cluster_test::tournament("1-3", {"--no-db", "--cluster", server.url()}), folder.path()));
  arena.signal(SIGTERM);
  CHECK(arena.wait().code == 0);
  CHECK(server.value("SELECT count(*) FROM agon.machines") == "0");
}

TEST_CASE("a task of Slurm's array without a database ends with a sentence") {
  const support::Result result =
      support::run({.words = {"bash", scripts / "agon-arena.sbatch"}, .environment = {{"AGON_CLUSTER", std::nullopt}}});
  CHECK(result.code == 2);
  CHECK(result.err.find("AGON_CLUSTER has to name the database") != std::string::npos);
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
  cluster_test::done(e2e::host(cluster_test::tournament("1-3", {"--no-db", "--cluster", server.url()}), folder.path()));
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
  CHECK(result.err.find("agon-arena.service") == std::string::npos);
}
