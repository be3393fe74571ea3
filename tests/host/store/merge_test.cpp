// Databases of several machines become one.
#include "host/store/merge.hpp"

#include "host/util/failure.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

using matches::add;
using matches::record;
using matches::sample;

namespace {

const std::string some_plan(32, 'p');

struct Databases : support::TemporaryFolder {
  std::filesystem::path all = path() / "all.db";

  /// A database with one run of these matches.
  std::filesystem::path database(const std::string& name, const host::RunRecord& of,
                                 const std::vector<matches::Sample>& samples,
                                 host::RunState state = host::RunState::finished) const {
    std::filesystem::path file = path() / (name + ".db");
    host::Store store(file);
    const host::RunId run = store.begin_run(of);
    for (const matches::Sample& each : samples) add(store, run, each, "line " + std::to_string(each.identity.seed));
    store.finish_run(run, state);
    return file;
  }

  [[nodiscard]] std::filesystem::path part(std::uint64_t number, const std::vector<matches::Sample>& samples,
                                           host::RunState state = host::RunState::finished) const {
    host::RunRecord of = record();
    of.shard = host::Shard{.part = number, .parts = 2, .plan = some_plan};
    const std::string name = std::to_string(number);
    for (const std::string& word : host::Words{"--shard", name + "/2", "--db=part " + name + ".db", "--jobs", "2"})
      of.command.push_back(word);
    return database("part " + std::to_string(number), of, samples, state);
  }

  [[nodiscard]] std::string listing() const {
    host::Store store(all);
    return matches::listing(store);
  }
  [[nodiscard]] std::vector<host::StoredRun> runs() const { return host::Store(all).runs(); }
};

/// Matches with these numbers, which are also their seeds.
std::vector<matches::Sample> numbered(std::initializer_list<std::uint64_t> numbers) {
  std::vector<matches::Sample> samples;
  for (const std::uint64_t number : numbers) samples.push_back(sample(number, number));
  return samples;
}

support::Refusal refusal(const std::filesystem::path& target, const std::filesystem::path& source) {
  auto refused = support::refusal([&] { return host::merge(target, source); });
  CHECK(refused.code == host::Exit::output);
  return refused;
}

}  // namespace

TEST_CASE("the parts of a run become one run, with every match in its place") {
  const Databases databases;
  const auto second = databases.part(2, numbered({2, 3}));
  const auto first = databases.part(1, numbered({0, 1, 4}));
  const host::Merged merged = host::merge(databases.all, second);
  CHECK(merged.matches == 2);
  CHECK(merged.new_matches == 2);
  CHECK(merged.new_runs == 1);
  const auto incomplete = host::incomplete_runs(databases.all);
  REQUIRE(incomplete.size() == 1);
  CHECK(incomplete[0].missing == std::vector<std::uint64_t>{1});
  CHECK(databases.runs().at(0).state == host::RunState::interrupted);
  CHECK(host::merge(databases.all, first).new_runs == 0);
  CHECK(host::incomplete_runs(databases.all).empty());

  const auto runs = databases.runs();
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].state == host::RunState::finished);
  CHECK(runs[0].record.command == host::Words{"host", "--game", "counting", "--jobs", "2"});
  host::Store whole(databases.database("whole", record(), numbered({0, 1, 2, 3, 4})));
  CHECK(databases.listing() == matches::listing(whole));
  host::Store store(databases.all);
  for (std::uint64_t number = 0; number < 5; ++number)
    CHECK(*store.transcript(store.find(sample(number, number).key())->id) == "line " + std::to_string(number));
  CHECK(matches::integrity(databases.all) == "ok");
}

TEST_CASE("a merged match that a search has played belongs to the other run that has it") {
  const Databases databases;
  host::RunRecord search = record();
  search.kind = host::RunKind::search;
  const auto searched = databases.database("searched", search, numbered({1, 2}));
  const auto other = databases.database("other", record(), numbered({2, 3}));
  for (const bool search_first : {true, false}) {
    const auto target = databases.path() / (search_first ? "one" : "two");
    host::merge(target, search_first ? searched : other);
    host::merge(target, search_first ? other : searched);
    std::vector<std::uint64_t> seeds;
    host::Store(target).for_each_match({.without = host::RunKind::search},
                                       [&](const host::Result& match) { seeds.push_back(match.seed); });
    CHECK(seeds == std::vector<std::uint64_t>{2, 3});
  }
}

TEST_CASE("what the target has is added once") {
  const Databases databases;
  const auto first = databases.part(1, numbered({0, 1}));
  const auto second = databases.part(2, numbered({2}));
  const auto other = databases.database("other", record(), numbered({1, 7}));
  for (const auto& file : {first, second, other}) host::merge(databases.all, file);
  const std::string before = databases.listing();
  for (const auto& file : {other, second, first}) {
    const host::Merged merged = host::merge(databases.all, file);
    CHECK(merged.new_matches == 0);
    CHECK(merged.new_runs == 0);
  }
  CHECK(databases.listing() == before);
  CHECK(databases.runs().size() == 2);
}

TEST_CASE("merged matches keep their machines") {
  const Databases databases;
  const auto part = databases.part(1, numbered({0}));
  {
    host::Store store(part);
    host::Result other = sample(4, 1).whole();
    other.machine = std::make_shared<host::Machine>(host::Machine{.name = "anna", .cpu = "C64", .speed = 1.5});
    store.add(1, sample(4, 1).key(), other);
  }
  { const host::Store target(databases.all); }
  host::merge(databases.all, part);
  host::Store merged(databases.all);
  CHECK(*merged.find(sample(0).key())->machine == host::this_machine());
  CHECK(merged.find(sample(4).key())->machine->name == "anna");
}

TEST_CASE("parts of different divisions of a run stay different runs") {
  const Databases databases;
  host::merge(databases.all, databases.part(1, numbered({0, 1})));
  host::RunRecord of = record();
  of.shard = host::Shard{.part = 2, .parts = 3, .plan = some_plan};
  host::merge(databases.all, databases.database("third", of, numbered({1})));
  CHECK(databases.runs().size() == 2);
  CHECK(host::incomplete_runs(databases.all).size() == 2);
}

TEST_CASE("a database is not merged into itself, by whatever name") {
  const Databases databases;
  const auto file = databases.part(1, numbered({0}));
  std::filesystem::create_symlink(file, databases.path() / "link.db");
  CHECK_THROWS_AS(host::merge(databases.path() / "link.db", file), host::Failure);
}

TEST_CASE("a part that was interrupted and played to its end later is one part") {
  const Databases databases;
  static_cast<void>(databases.part(1, numbered({0}), host::RunState::interrupted));
  const auto first = databases.part(1, numbered({0, 1}));  // a second run in the same file
  const auto second = databases.part(2, numbered({2}), host::RunState::interrupted);
  CHECK(host::merge(databases.all, first).runs == 2);
  host::merge(databases.all, second);
  const auto incomplete = host::incomplete_runs(databases.all);
  REQUIRE(incomplete.size() == 1);
  CHECK(incomplete[0].missing == std::vector<std::uint64_t>{2});
  CHECK(databases.runs().size() == 1);
}

TEST_CASE("a run that claims to have countless parts is refused before a list of them fills the memory") {
  const Databases databases;
  const auto part = databases.part(1, numbered({0}));
  for (const char* const parts : {"-1", "1000000000000"}) {
    matches::change(part, std::string("UPDATE shards SET parts = ") + parts);
    const auto refused = support::refusal([&] { host::incomplete_runs(part); });
    CHECK(refused.code == host::Exit::output);
    CHECK(refused.says("is a damaged results database"));
  }
}

TEST_CASE("a match with two results is named, and nothing is added") {
  const Databases databases;
  host::merge(databases.all, databases.database("one", record(), numbered({1, 2})));
  const std::string before = databases.listing();
  auto other = sample(2, 1);
  other.result.seats[1].score = 99;
  const auto refused = refusal(databases.all, databases.database("liar", record(), {sample(5, 0), other}));
  CHECK(refused.says("counting, seed 2, one - two, seat 1"));
  CHECK(refused.says("liar.db"));
  CHECK(databases.listing() == before);
}

TEST_CASE("two parts that claim one place are refused") {
  const Databases databases;
  host::merge(databases.all, databases.part(1, numbered({0, 1})));
  CHECK(refusal(databases.all, databases.part(2, {sample(8, 1)})).says("holds another match as number 1 (while "));
}

TEST_CASE("seeds from 2^63 on are named as they are") {
  const Databases databases;
  const std::uint64_t large = ~std::uint64_t{0};
  host::merge(databases.all, databases.database("one", record(), {sample(large, large)}));
  matches::change(databases.all, "UPDATE seats SET score = 0");
  CHECK(refusal(databases.all, databases.path() / "one.db").says("seed 18446744073709551615"));
}
