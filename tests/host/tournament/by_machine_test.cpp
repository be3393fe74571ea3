// Results by machine, and which machine is off.
#include "host/tournament/by_group.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

/// Matches of two strategies on two seats, whose contest scores are normal.
class Cluster {
 public:
  /// Plays a match on a machine; `extra` is added to the score of strategy 1.
  void play(const std::string& machine, std::uint64_t seed, double extra = 0, bool fails = false) {
    host::StoredMatch match;
    match.conditions = conditions_;
    match.seed = seed;
    match.machine = std::make_shared<const host::Machine>(host::Machine{.name = machine, .cpu = "C64", .speed = 2});
    match.result.seats.resize(2);
    match.result.seats[0].usage.cpu_ns = 500'000'000;
    match.contest = {normal_(engine_), normal_(engine_) + extra};
    if (fails) match.result.seats[1].outcome.kind = AGON_OUTCOME_TIME;
    matches_.add(match, {0, 1});
  }
  std::vector<host::MachineRow> rows() { return matches_.results(); }
  /// Begins again, with other scores.
  void forget() { matches_ = {}; }

 private:
  std::shared_ptr<const host::Conditions> conditions_ = std::make_shared<const host::Conditions>();
  std::mt19937_64 engine_{7};
  std::normal_distribution<double> normal_;
  host::ByMachine matches_;
};

}  // namespace

TEST_CASE("each machine has its matches, its failures and its CPU time") {
  Cluster cluster;
  cluster.play("bert", 1);
  cluster.play("anna", 1, 0, true);
  cluster.play("anna", 2);
  const auto rows = cluster.rows();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].name == "anna");
  CHECK(rows[0].matches == 2);
  CHECK(rows[0].seats == 4);
  CHECK(rows[0].failures == 1);
  CHECK(rows[0].cpu_s == 1);
  CHECK(rows[0].cpu == "C64");
  CHECK(rows[0].speed == 2);
  CHECK_MESSAGE(!rows[0].is_compared, "bert has one seed");
  CHECK_FALSE(rows[0].is_off());
}

TEST_CASE("a machine on which a strategy plays worse is off, and the others are not") {
  Cluster cluster;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const std::string machine = seed % 3 == 0 ? "anna" : seed % 3 == 1 ? "bert" : "carl";
    cluster.play(machine, seed, machine == "carl" ? -0.6 : 0);
  }
  const auto rows = cluster.rows();
  REQUIRE(rows.size() == 3);
  CHECK(rows[2].is_off());
  CHECK(rows[2].difference.strategy == 1);
  CHECK(rows[2].difference.mean < -0.3);
  CHECK(rows[2].failures_p == 1);
}

TEST_CASE("a machine on which seats fail more often is off") {
  Cluster cluster;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    cluster.play("anna", 2 * seed, 0, seed % 100 == 0);
    cluster.play("bert", 2 * seed + 1, 0, seed % 10 == 0);
  }
  const auto rows = cluster.rows();
  CHECK_FALSE(rows[0].is_off());
  CHECK(rows[1].is_off());
  CHECK(rows[1].failures_p < 0.01);
}

TEST_CASE("of equal machines, about one in twenty clusters has one that is off") {
  int off = 0;
  std::uint64_t seed = 0;
  Cluster source;
  for (int cluster = 0; cluster < 400; ++cluster) {
    Cluster equal = source;
    for (int i = 0; i < 100; ++i) equal.play("machine " + std::to_string(i % 5), ++seed);
    source = equal;
    source.forget();
    bool any = false;
    for (const auto& row : equal.rows()) any = any || row.is_off();
    off += any ? 1 : 0;
  }
  CHECK(off >= 4);
  CHECK(off <= 36);
}

TEST_CASE("matches with one seed are one observation") {
  Cluster cluster;
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (int i = 0; i < 200; ++i) cluster.play("anna", seed);
    for (int i = 0; i < 200; ++i) cluster.play("bert", seed + 2, 0.4);
  }
  CHECK_MESSAGE(!cluster.rows()[1].is_off(), "200 matches with one seed say no more than one");
}
