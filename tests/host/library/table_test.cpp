// Matches between strategies and functions, and records of earlier ones.
#include "host/library/table.hpp"

#include "host/library/state.hpp"
#include "tests/host/library/found.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <stdexcept>

namespace {

using host::library::Function;
using host::library::Game;
using host::library::Table;

using GamePointer = std::shared_ptr<const Game>;
using Players = std::vector<std::variant<std::string, Function>>;

/// Plays the first legal action.
Function first(const GamePointer& game) {
  return {"first", [game](host::CallbackTurn& turn) {
            const agon_bytes seen = turn.observation();
            const host::library::State state(game, turn.start().seats, turn.start().seat,
                                             {static_cast<const char*>(seen.data), seen.size}, 1);
            return state.actions().substr(0, game->model()->action_size);
          }};
}

Function failing(const std::function<std::string()>& fault) {
  return {"failing", [fault](host::CallbackTurn& turn) {
            turn.log("before the fault");
            return fault();
          }};
}

Table::Options small() {
  return {.parameters = {{"n", "6"}}};
}

}  // namespace

TEST_CASE("equal seeds give equal matches, in one table, in another one and at every isolation") {
  const GamePointer game = found::game("tonga");
  const auto digest = [&](const host::Transcript& played) { return host::match_digest(played, game->description()); };
  Table table(game, {"greedy", first(game)}, small());
  const std::string seven = digest(table.play(7));
  const std::string eight = digest(table.play(8));
  CHECK(seven != eight);
  CHECK(digest(table.play(7)) == seven);
  for (const std::string isolation : {"process", "none"}) {
    Table::Options options = small();
    options.isolation = isolation;
    CHECK(digest(Table(game, {"greedy", first(game)}, options).play(7)) == seven);
  }
}

TEST_CASE("new processes for each match change no result") {
  const GamePointer game = found::game("tonga");
  Table::Options fresh = small();
  fresh.fresh = true;
  Table once(game, {"random", "greedy"}, fresh);
  Table again(game, {"random", "greedy"}, small());
  for (const std::uint64_t seed : {1U, 2U})
    CHECK(host::match_digest(once.play(seed), game->description()) ==
          host::match_digest(again.play(seed), game->description()));
}

TEST_CASE("a function that throws, or returns what is no action, fails with the reason and its log") {
  const GamePointer game = found::game("tonga");
  const auto seat_of = [&](const std::function<std::string()>& fault) {
    return Table(game, {failing(fault), first(game)}, small()).play(1).result.seats.at(0);
  };
  const auto thrown = seat_of([]() -> std::string { throw std::runtime_error("no idea"); });
  CHECK(thrown.outcome.kind == AGON_OUTCOME_ERROR);
  CHECK(thrown.outcome.reason == "no idea");
  CHECK(thrown.outcome.log.starts_with("before the fault"));
  CHECK(seat_of([] { return std::string(4000, 'x'); }).outcome.kind == AGON_OUTCOME_ERROR);
  CHECK(seat_of([] { return std::string("x"); }).outcome.kind == AGON_OUTCOME_ILLEGAL);
}

TEST_CASE("what a function throws that is no exception of the standard library ends the match") {
  const GamePointer game = found::game("tonga");
  struct Interrupt {};
  Table table(game, {failing([]() -> std::string { throw Interrupt(); }), first(game)}, small());
  CHECK_THROWS_AS(table.play(1), Interrupt);
}

TEST_CASE("too few and too many players, and unknown ones, are refused") {
  const GamePointer game = found::game("tonga");
  const auto refusal = [&](Players players) {
    return support::refusal([&] { return Table(game, std::move(players), small()).missing().size(); });
  };
  CHECK(refusal({"greedy"}).says("tonga has 2 seats, not 1: name a strategy for each"));
  CHECK(refusal({"greedy", "greedy", "greedy"}).says("not 3"));
  CHECK(refusal({"greedy", "gredy"}).says("did you mean 'greedy'"));
}

TEST_CASE("transcripts are read back as they were played, and a damaged line is named") {
  const support::TemporaryFolder folder;
  const GamePointer game = found::game("tonga");
  Table table(game, {"greedy", first(game)}, small());
  const std::filesystem::path file = folder.path() / "matches.jsonl";
  std::vector<host::Transcript> played;
  std::ofstream out(file);
  for (const std::uint64_t seed : {3U, 4U}) {
    played.push_back(table.play(seed));
    out << host::to_line(played.back(), game->description()) << "\n\n";
  }
  out.close();
  const auto read = host::library::read_transcripts(file);
  REQUIRE(read.size() == 2);
  for (std::size_t match = 0; match < 2; ++match)
    CHECK(host::to_line(read[match], game->description()) == host::to_line(played[match], game->description()));
  std::ofstream(file, std::ios::app) << "{}\n";
  const auto refusal = support::refusal([&] { return host::library::read_transcripts(file).size(); });
  CHECK(refusal.code == host::Exit::transcript);
  CHECK(refusal.says("matches.jsonl:5"));
  CHECK(support::refusal([&] { return host::library::read_transcripts(folder.path() / "none").size(); }).code ==
        host::Exit::transcript);
}

TEST_CASE("results are those of the database, and a filter selects some") {
  const support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "agon.db";
  host::Store store(file);
  const host::RunId run = store.begin_run(matches::record());
  const host::RunId other = store.begin_run(matches::record("other"));
  for (std::uint64_t number = 0; number < 6; ++number)
    matches::add(store, number < 4 ? run : other, matches::sample(number, number));
  const auto rows = [&](const host::Filter& filter) {
    std::vector<std::uint64_t> seeds;
    host::library::read_results(file, filter, [&](const host::StoredMatch& match) {
      seeds.push_back(match.seed);
      const host::Transcript expected = matches::sample(match.seed, match.place.number).transcript;
      CHECK(match.run == (match.seed < 4 ? run : other));
      CHECK(match.contest == expected.contest);
      CHECK(match.result.seats.at(1).score == expected.result.seats.at(1).score);
      CHECK(match.result.seats.at(0).usage.turns == expected.result.seats.at(0).usage.turns);
      CHECK(match.seats().at(0).name == "first");
    });
    return seeds;
  };
  CHECK(rows({.run = run}) == std::vector<std::uint64_t>{0, 1, 2, 3});
  CHECK(rows({.run = other}) == std::vector<std::uint64_t>{4, 5});
  CHECK(rows({.game = "nothing"}).empty());
  CHECK(support::refusal([&] {
          host::library::read_results(folder.path() / "none.db", {}, [](const host::StoredMatch&) {});
          return 0;
        }).code == host::Exit::database);
}

TEST_CASE("strategies of one name are told apart by the folders of their files") {
  const GamePointer game = found::game("tonga");
  const support::TemporaryFolder folder;
  const std::string strategy = host::library::find_strategy(*game, "random").file.build->path().string();
  const std::string anna = folder.copy(strategy, "anna/random.so");
  const std::string gus = folder.copy(strategy, "gus/random.so");
  const host::Transcript played = Table(game, {anna, gus}, small()).play(1);
  CHECK(played.seats[0].name == "anna/random");
  CHECK(played.seats[1].name == "gus/random");
}
