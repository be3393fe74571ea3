// Runs by a real Slurm of two nodes on this machine (cluster.sh).
#include "tests/machines/run.hpp"

#include <csignal>
#include <fstream>

using namespace machines;

namespace {

bool has_slurm() {
  const bool all =
      fs::exists("/usr/sbin/slurmctld") && fs::exists("/usr/sbin/slurmd") && fs::exists("/usr/sbin/munged");
  if (!all) MESSAGE("Slurm is not there: Debian's package slurm-wlm has it");
  return all;
}

/// A Slurm, and a folder in which the host is run.
class Cluster : public TemporaryFolder {
 public:
  Cluster() : process_({.words = {"/bin/bash", source_folder / "tests/machines/cluster.sh", make("cluster")}}) {
    REQUIRE(comes_true([&] { return fs::exists(path() / "cluster/ready") || process_.ended(); }));
    REQUIRE_MESSAGE(fs::exists(path() / "cluster/ready"), process_.wait().err);
  }
  ~Cluster() { process_.stop(SIGTERM); }

  [[nodiscard]] Command with_slurm(const Words& words) const {
    Command all = command(words);
    all.environment = {{"SLURM_CONF", (path() / "cluster/slurm.conf").string()}};
    return all;
  }

  /// Kills a node as a loss of power does: all its processes, those that would tell first.
  void kill_node(const std::string& node) const {
    const Result killed =
        support::run({.words = {"/bin/bash", source_folder / "tests/machines/kill_node.sh", path() / "cluster", node}});
    REQUIRE_MESSAGE(killed.code == 0, killed.err);
  }

 private:
  std::string make(const std::string& name) const {
    fs::create_directory(path() / name);
    return path() / name;
  }

  Process process_;
};

/// A tournament of 24 matches of a second each: the program sleeps before its first move, and takes the first free
/// cell.
Words slow_tournament(const Cluster& cluster, const Words& more) {
  cluster.write_program("bot/slow.sh", R"(#!/bin/sh
while read -r word rest; do
  case $word in
    start) slept=; echo ready ;;
    turn)
      [ -n "$slept" ] || sleep 1
      slept=yes before=${rest#* } row=0
      before=${before%%.*}
      while [ "${before#*/}" != "$before" ]; do
        before=${before#*/}
        row=$((row + 1))
      done
      echo "action $row ${#before}" ;;
    quit) exit 0 ;;
  esac
done
)");
  return with({"tournament"},
              tonga(with({"--plugin", "./bot/slow.sh", "--plugin", "greedy", "--seeds", "1-12"}, more)));
}

}  // namespace

TEST_CASE("what Slurm says to a job that it does not take is in the sentence") {
  const TemporaryFolder folder;
  folder.write_program("bin/sbatch",
                       "#!/bin/sh\necho 'sbatch: error: invalid partition specified: short' >&2\nexit 1\n");
  Command command = folder.command(tournament({"--db", "many.db", "--on", "slurm", "--quiet"}));
  command.environment = {{"PATH", (folder.path() / "bin").string() + ":/usr/bin:/bin"}};
  check_refusal(run(command), 7,
                {"slurm failed with exit code 1, and 1 of 1 part", "invalid partition specified: short"});
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("a run of 8 parts, of whose two nodes one dies in the middle, stores what a run on one machine stores") {
    if (!has_slurm()) return;
    const Cluster cluster;
    fs::permissions(cluster.path(), fs::perms{0755});
    cluster.done(slow_tournament(cluster, {"--db", "one.db"}));
    Process host(cluster.with_slurm(slow_tournament(cluster, {"--db", "many.db", "--on", "slurm", "--parts", "8"})));
    const auto results = [&] { return stored_in(cluster.path() / "many.db"); };
    REQUIRE(comes_true([&] { return results() > 0; }));
    cluster.kill_node("node1");
    CHECK(results() < 24);
    const Result played = host.wait();
    CHECK_MESSAGE(played.code == 0, played.err);
    CHECK(results_in(cluster.path() / "many.db") == results_in(cluster.path() / "one.db"));
  }

  TEST_CASE("a test that stops by itself has the answer of one machine") {
    if (!has_slurm()) return;
    const Cluster cluster;
    const Json here = cluster.object_of(sprt({"--db", "one.db"}));
    const Json there = object_of(cluster.with_slurm(sprt({"--db", "many.db", "--on", "slurm", "--parts", "400"})));
    CHECK(lasting(there) == lasting(here));
    CHECK(results_in(cluster.path() / "many.db") == results_in(cluster.path() / "one.db"));
  }

  TEST_CASE("after kill -9 of the host, the same command goes on, and no match is stored twice") {
    if (!has_slurm()) return;
    const Cluster cluster;
    fs::permissions(cluster.path(), fs::perms{0755});
    const Words words = slow_tournament(cluster, {"--db", "many.db", "--on", "slurm", "--parts", "8"});
    Process host(cluster.with_slurm(words));
    REQUIRE(comes_true([&] { return stored_in(cluster.path() / "many.db") > 0; }));
    host.stop(SIGKILL);
    done(cluster.with_slurm(words));
    CHECK(rows(cluster.path() / "many.db", "SELECT count(*), count(DISTINCT key) FROM stored_matches") == "24 24\n");
    CHECK(rows(cluster.path() / "many.db", "SELECT count(*) FROM run_matches WHERE run = 2") == "24\n");
  }
}
