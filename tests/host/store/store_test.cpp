#include "host/store/store.hpp"

#include "tests/host/store/matches.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <ctime>
#include <limits>

using matches::add;
using matches::listing;
using matches::record;
using matches::sample;
using support::TemporaryFolder;

namespace {

struct Database : TemporaryFolder {
  host::Store store{path() / "new" / "folder" / "agon.db"};
  host::RunId run = store.begin_run(record());
};

/// Compares all but the display names.
void check_equal(const host::Result& stored, const host::Result& match) {
  CHECK(host::head_line(stored.head(), {}) == host::head_line(match.head(), {}));
  CHECK(stored.parameters() == match.parameters());  // of which a line has those that the game declares
  CHECK(stored.digests == match.digests);
  CHECK(*stored.conditions == *match.conditions);
}

}  // namespace

TEST_CASE("what is stored comes back as it was, in any script, with every kind of outcome") {
  Database database;
  auto match = sample(std::numeric_limits<std::uint64_t>::max());
  match.result.drawn = match.identity.conditions.parameters;
  match.result.drawn->emplace_back("gezogen", "42");
  match.identity.seats[0].options = {{"z", "first"}, {"a", "Grüße, 世界 \"'\\\n\t"}, {"empty", ""}};
  match.result.place = {7, 3, {"größer", "; DROP TABLE runs --"}};
  match.result.seats[0].score = -1e300;
  match.result.seats[1].score = 0.1;
  for (std::int32_t kind = AGON_OUTCOME_OK; kind <= AGON_OUTCOME_LOAD; ++kind) {
    match.identity.conditions.limits.threads = static_cast<std::uint32_t>(kind + 1);
    match.result.place.number = static_cast<std::uint64_t>(kind);
    auto& outcome = match.result.seats[1].outcome;
    outcome = {kind, kind == AGON_OUTCOME_OK ? "" : "weil: 不", kind == AGON_OUTCOME_OK ? "" : "eins\nzwei\n"};
    add(database.store, database.run, match);

    const auto found = database.store.find(match.key());
    REQUIRE(found);
    CHECK(found->run == 0);
    host::Result whole = match.whole();
    whole.place.names.clear();  // which belong to a run
    check_equal(*found, whole);
    CHECK(found->played >= std::time(nullptr) - 100);
  }
  std::uint64_t count = 0;
  database.store.for_each_match({.run = database.run}, [&](const host::Result& stored) {
    CHECK(stored.run == database.run);
    CHECK(stored.place.number == count);
    CHECK(stored.place.block == 3);
    auto& outcome = match.result.seats[1].outcome;
    const auto kind = static_cast<std::int32_t>(count++);
    outcome = {kind, kind == AGON_OUTCOME_OK ? "" : "weil: 不", kind == AGON_OUTCOME_OK ? "" : "eins\nzwei\n"};
    match.identity.conditions.limits.threads = static_cast<std::uint32_t>(kind + 1);
    check_equal(stored, match.whole());
  });
  CHECK(count == AGON_OUTCOME_LOAD + 1);
}

TEST_CASE("a later run takes over what an earlier one has played, under its own names") {
  Database database;
  add(database.store, database.run, sample(1, 0));
  const host::RunId later = database.store.begin_run(record());
  const auto found = database.store.find(sample(1).key());
  REQUIRE(found);
  database.store.adopt(later, {5, 2, {"mine", "theirs"}}, found->id);
  add(database.store, later, sample(2, 6));
  const std::string earlier_lines = "1 0 0 1 first:0.3333333333333333 second:-0.3333333333333333\n";
  const std::string second_line = "2 6 3 2 first:0.6666666666666666 second:-0.6666666666666666\n";
  CHECK(listing(database.store, {.run = database.run}) == earlier_lines);
  CHECK(listing(database.store, {.run = later}) ==
        "2 5 2 1 mine:0.3333333333333333 theirs:-0.3333333333333333\n" + second_line);
  // Over all runs it is one match.
  CHECK(listing(database.store) == earlier_lines + second_line);
}

TEST_CASE("matches of any number of searches are left out, but for those that another run has as well") {
  Database database;
  add(database.store, database.run, sample(1, 0));
  host::RunRecord search = record();
  search.kind = host::RunKind::search;
  constexpr std::uint64_t searches = 1200;  // more than terms in an expression of SQLite
  database.store.together([&] {
    for (std::uint64_t each = 0; each < searches; ++each)
      add(database.store, database.store.begin_run(search), sample(2 + each));
  });
  const host::RunId later = database.store.begin_run(record());
  add(database.store, later, sample(1 + searches, 0));
  database.store.adopt(later, {1, 0, {"first", "second"}}, database.store.find(sample(2).key())->id);
  database.store.adopt(database.store.begin_run(search), {0, 0, {"x", "y"}}, database.store.find(sample(1).key())->id);
  const auto of = [&](const host::Filter& filter) {
    std::vector<std::uint64_t> seeds;
    database.store.for_each_match(filter, [&](const host::Result& match) { seeds.push_back(match.seed); });
    return seeds;
  };
  CHECK(of({.without = host::RunKind::search}) == std::vector<std::uint64_t>{1, 1 + searches, 2});
  CHECK(of({.kind = host::RunKind::search}).size() == searches - 2);
  CHECK(of({.kind = host::RunKind::league}).empty());
  CHECK(database.store.runs().at(1).record.kind == host::RunKind::search);
}

TEST_CASE("a match that another host has stored meanwhile stays as it is and joins the run") {
  Database database;
  add(database.store, database.run, sample(1));
  auto again = sample(1, 9);
  again.result.seats[0].score = 77;
  add(database.store, database.run, again);
  const auto found = database.store.find(again.key());
  REQUIRE(found);
  CHECK(found->seats.size() == 2);
  CHECK(found->seats[0].score == sample(1).result.seats[0].score);
  CHECK(database.store.matches_of(database.run) == 2);
}

TEST_CASE("digests are read in the order of the run, and the players of a match are told in whatever seats") {
  Database database;
  for (const std::uint64_t number : {1U, 0U, 2U}) {
    auto match = sample(7 + number, number);
    match.result.digests = {.start = 20 + number, .match = ~number, .opening = number};
    if (number == 2) std::swap(match.identity.seats[0], match.identity.seats[1]);
    add(database.store, database.run, match);
  }
  std::vector<host::Result> all;
  database.store.for_each_match({.run = database.run}, [&](const host::Result& each) { all.push_back(each); });
  REQUIRE(all.size() == 3);
  for (std::uint64_t number = 0; number < 3; ++number) {
    const host::Result& each = all[number];
    CHECK(each.run == database.run);
    CHECK(each.place.block == number / 2);
    CHECK(each.seed == 7 + number);
    CHECK(each.digests == host::MatchDigests{.start = 20 + number, .match = ~number, .opening = number});
    CHECK(database.store.players_of(each.id) == database.store.players_of(all[0].id));
  }
}

TEST_CASE("a place of a run holds one match: the same again is nothing, another is refused") {
  Database database;
  add(database.store, database.run, sample(1));
  add(database.store, database.run, sample(1));
  const auto refused = support::refusal([&] { add(database.store, database.run, sample(2)); });
  CHECK(refused.code == host::Exit::output);
  CHECK(refused.says("holds another match as number 0"));
  CHECK_FALSE(database.store.find(sample(2).key()));
  CHECK(database.store.matches_of(database.run) == 1);
  // What was rolled back left nothing that is remembered wrongly.
  add(database.store, database.run, sample(2, 1));
  CHECK(database.store.find(sample(2).key()));
}

TEST_CASE("calls that write together are one transaction: all of it is stored, or nothing") {
  Database database;
  const auto two = [&](std::uint64_t seed, std::uint64_t number) {
    database.store.together([&] {
      add(database.store, database.run, sample(seed, number));
      CHECK(database.store.find(sample(seed).key()));
      CHECK_FALSE(host::Store(database.path() / "new" / "folder" / "agon.db").find(sample(seed).key()));
      add(database.store, database.run, sample(seed + 1, number + 1));
    });
  };
  two(1, 0);
  CHECK(database.store.matches_of(database.run) == 2);
  add(database.store, database.run, sample(9, 3));
  const auto refused = support::refusal([&] { two(3, 2); });  // whose second match has the place of another one
  CHECK(refused.says("holds another match as number 3"));
  CHECK_FALSE(database.store.find(sample(3).key()));
  CHECK(database.store.matches_of(database.run) == 3);
  two(5, 4);
  CHECK(database.store.matches_of(database.run) == 5);
}

TEST_CASE("a match that is played again keeps its first result, unless only the later one has a transcript") {
  Database database;
  const std::string line = "{\"agon\":1,\"actions\":\"ü" + std::string(3000, 'a') + "\"}";
  const auto played = [&](double score, const std::string& text) {
    auto match = sample(1, 0);
    match.result.seats[0].score = score;
    match.result.digests = {.start = 7, .match = static_cast<std::uint64_t>(score), .opening = 8};
    return database.store.add(database.run, match.key(), match.whole(),
                              text.empty() ? host::PackedLine() : host::pack_line(text));
  };
  const auto stored = [&] { return *database.store.find(sample(1).key()); };
  CHECK(host::pack_line(line).bytes.size() < 100);
  CHECK(played(1, "") == host::Added::as_played);
  CHECK(played(1, "") == host::Added::as_played);
  CHECK(played(2, "") == host::Added::earlier);
  CHECK_FALSE(database.store.transcript(stored().id));
  CHECK(stored().seats[0].score == 1);
  CHECK(stored().digests == host::MatchDigests{.start = 7, .match = 1, .opening = 8});
  CHECK(played(3, line) == host::Added::in_place_of);
  CHECK(stored().seats[0].score == 3);
  CHECK(database.store.transcript(stored().id) == line);
  CHECK(played(4, "another line") == host::Added::earlier);
  CHECK(stored().seats[0].score == 3);
  CHECK(database.store.transcript(stored().id) == line);
  CHECK(database.store.remove_transcripts(database.run + 1) == 0);
  CHECK(database.store.remove_transcripts(database.run) == 1);
  CHECK_FALSE(database.store.transcript(stored().id));
  CHECK(played(3, line) == host::Added::as_played);
  CHECK(database.store.remove_transcripts({}) == 1);
}

TEST_CASE("a damaged transcript is refused in a sentence") {
  for (const char* const damage : {"line = x'00'", "size = 4000000000", "size = size + 1"}) {
    CAPTURE(damage);
    const support::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "agon.db";
    {
      host::Store store(file);
      const auto match = sample(1, 0);
      store.add(store.begin_run(record()), match.key(), match.whole(), host::pack_line(std::string(3000, 'a')));
    }
    matches::change(file, std::string("UPDATE transcripts SET ") + damage);
    host::Store store(file);
    const auto match = store.find(sample(1).key());
    CHECK(support::refusal([&] { static_cast<void>(store.transcript(match->id)); }).says("a transcript can't be read"));
  }
}

TEST_CASE("matches are given in the order of the schedule, whatever the order in which they ended") {
  Database database;
  for (const std::uint64_t number : {2U, 0U, 3U, 1U}) add(database.store, database.run, sample(number, number));
  std::vector<std::uint64_t> numbers;
  database.store.for_each_match({}, [&](const host::Result& match) { numbers.push_back(match.place.number); });
  CHECK(numbers == std::vector<std::uint64_t>{0, 1, 2, 3});
}

TEST_CASE("matches are chosen by run and by game") {
  Database database;
  add(database.store, database.run, sample(1, 0));
  const host::RunId of_other = database.store.begin_run(record("other"));
  auto other = sample(2, 0);
  other.identity.conditions.game = "other";
  add(database.store, of_other, other);
  const auto seeds = [&](const host::Filter& filter) {
    std::string text;
    database.store.for_each_match(filter, [&](const auto& match) { text += std::to_string(match.seed) + " "; });
    return text;
  };
  CHECK(seeds({}) == "1 2 ");
  CHECK(seeds({.run = of_other}) == "2 ");
  CHECK(seeds({.run = of_other + 1}) == "");
  CHECK(seeds({.game = "counting"}) == "1 ");
  CHECK(seeds({.run = of_other, .game = "other"}) == "2 ");
  CHECK(seeds({.game = "chess"}) == "");
}

TEST_CASE("runs are listed with their state") {
  Database database;
  database.store.begin_run(record("other"));
  const host::RunId last = database.store.begin_run(record());
  add(database.store, last, sample(1));
  database.store.finish_run(database.run, host::RunState::interrupted);
  database.store.finish_run(last, host::RunState::finished);
  const auto runs = database.store.runs();
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].state == host::RunState::interrupted);
  CHECK(runs[1].state == host::RunState::running);
  CHECK_FALSE(runs[1].finished);
  CHECK(runs[2].state == host::RunState::finished);
  CHECK(runs[2].finished.value() >= runs[2].started);
  CHECK(database.store.matches_of(last) == 1);
  CHECK(runs[1].record.command == host::Words{"host", "--game", "other"});
  CHECK(runs[1].record.game == "other");
  CHECK(runs[1].record.version == "2.0.0");
  CHECK(runs[1].record.host == "1.0.0");
  CHECK(runs[1].record.contest == 1);
}
