#include "host/tournament/by_group.hpp"

#include "tests/host/tournament/results.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using host::ByParameter;
using host::ValueGroup;

host::Transcript match(const std::string& value, const std::vector<double>& scores) {
  host::Transcript transcript = results::played(scores);
  transcript.parameters = {{"other", "1"}, {"n", value}};
  return transcript;
}

/// A match of one seat for each of `values`.
std::vector<ValueGroup> groups_of(const std::vector<std::string>& values) {
  ByParameter by("n", AGON_CONTEST_MEAN);
  std::uint64_t seed = 0;
  for (const std::string& value : values) by.add({match(value, {1}), {.seed = seed++, .seating = {0}, .block = 0}});
  return by.results().groups;
}

std::vector<std::string> labels_of(const std::vector<ValueGroup>& groups) {
  std::vector<std::string> labels;
  for (const ValueGroup& group : groups) labels.push_back(group.label());
  return labels;
}

std::size_t matches_of(const std::vector<ValueGroup>& groups) {
  return std::accumulate(groups.begin(), groups.end(), std::size_t{0},
                         [](std::size_t sum, const ValueGroup& group) { return sum + group.matches; });
}

}  // namespace

TEST_CASE("each value of a parameter has its own results") {
  ByParameter by("n", AGON_CONTEST_MEAN);
  by.add({match("10", {3, 1}), {.seed = 1, .seating = {0, 1}, .block = 0}});
  by.add({match("6", {3, 1}), {.seed = 2, .seating = {1, 0}, .block = 0}});
  by.add({match("10", {5, 5}), {.seed = 3, .seating = {0, 1}, .block = 0}});
  const auto groups = by.results().groups;
  REQUIRE(labels_of(groups) == std::vector<std::string>{"6", "10"});
  CHECK(groups[0].rows[1].wins == 1);
  CHECK(groups[0].rows[0].score_sum == 1);
  CHECK(groups[1].matches == 2);
  CHECK(groups[1].rows[0].wins == 1);
  CHECK(groups[1].rows[0].ties == 1);
}

TEST_CASE("numbers stand in the order of numbers, and a match without a value comes last") {
  CHECK(labels_of(groups_of({"10", "", "9.5", "-1", "10"})) == std::vector<std::string>{"-1", "9.5", "10", "none"});
}

TEST_CASE("many numbers become ranges with about as many matches each, and none is lost") {
  std::vector<std::string> values;
  for (int value = 1; value <= 200; ++value) values.push_back(std::to_string(value));
  const auto groups = groups_of(values);
  CHECK(groups.size() == ByParameter::ranges);
  CHECK(groups[0].label() == "1 to 25");
  CHECK(groups.back().label() == "176 to 200");
  for (const ValueGroup& group : groups) CHECK(group.matches == 25);
}

TEST_CASE("as many values as there may be groups stay apart") {
  std::vector<std::string> values;
  for (std::size_t value = 0; value < ByParameter::most_groups; ++value) values.push_back(std::to_string(value));
  CHECK(groups_of(values).size() == ByParameter::most_groups);
}

TEST_CASE("of many texts the most frequent are shown, and the others together") {
  std::vector<std::string> values;
  for (char letter = 'a'; letter <= 'z'; ++letter) values.emplace_back(1, letter);
  values.insert(values.end(), {"q", "q"});
  const auto groups = groups_of(values);
  REQUIRE(groups.size() == ByParameter::most_groups + 1);
  CHECK(groups[0].label() == "a");
  CHECK(groups[ByParameter::most_groups - 1].label() == "q");
  CHECK(groups[ByParameter::most_groups - 1].matches == 3);
  CHECK(groups.back().label() == "others");
  CHECK(matches_of(groups) == values.size());
}

TEST_CASE("more values than are kept apart are counted all the same") {
  std::vector<std::string> numbers;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < ByParameter::most_values + 1000; ++i) {
    numbers.push_back(std::to_string(i * 7919 % 100'003));
    texts.push_back("t" + numbers.back());
  }
  const auto ranges = groups_of(numbers);
  CHECK(ranges.size() == ByParameter::ranges);
  CHECK(matches_of(ranges) == numbers.size());
  for (std::size_t i = 1; i < ranges.size(); ++i) CHECK(std::stod(ranges[i - 1].high) < std::stod(ranges[i].low));
  const auto frequent = groups_of(texts);
  CHECK(frequent.back().kind == ValueGroup::Kind::others);
  CHECK(matches_of(frequent) == texts.size());
}

// Results by machine, and which machine is off.

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
