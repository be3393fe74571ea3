// A match in progress: people, hints, the way back, resignation.
#include "host/arena/live_match.hpp"

#include "tests/host/arena/counting_match.hpp"

#include <doctest/doctest.h>

namespace {

using live::actions;
using live::advance;
using live::person;
using live::setup;
using live::strategy;
using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a live match of strategies alone is the match that the run plays") {
  host::LiveMatch match(setup({strategy("adder"), strategy("twice")}));
  CHECK(match.actions() == 0);
  advance(match);
  REQUIRE(match.over());
  CHECK(match.to_move() == AGON_OVER);
  const host::Transcript live = match.transcript();
  CHECK(host::counts(live));

  const host::Game game = support::in_program(support::counting);
  host::GameState state(game, setup({strategy("adder"), strategy("twice")}).setup);
  const auto one = host::open_seat({.level = host::Level::none}, strategy("adder").file, {}, nullptr);
  const auto two = host::open_seat({.level = host::Level::none}, strategy("twice").file, {}, nullptr);
  host::Seat* const seats[] = {one.get(), two.get()};
  const host::Transcript run =
      host::play_recorded(state, seats, {strategy("adder").identity, strategy("twice").identity}, {}, true);
  CHECK(host::match_digest(live, game.description) == host::match_digest(run, game.description));
  CHECK(live.result.seats[0].score == run.result.seats[0].score);
  CHECK(live.result.seats[1].usage.turns == run.result.seats[1].usage.turns);
}

TEST_CASE("a hint is the strategy's first action, and changes nothing") {
  host::LiveMatch match(setup({person(), strategy("adder")}));
  CHECK(match.hint(strategy("adder")).action == "+3");
  const host::Hint twice = match.hint(strategy("twice"));
  CHECK(twice.action == "+2!");
  CHECK(twice.log == "turn 1\n");
  CHECK(match.hint(strategy("illegal")).action == "+7");
  const host::Hint none = match.hint(strategy("refusing"));
  CHECK_FALSE(none.action);
  CHECK(none.reason == "load: not today");
  CHECK(match.actions() == 0);
  CHECK(match.state().position() == "0 of 20");
}

TEST_CASE("a hint has the candidates, those with the largest shares first; in matches nobody asks for them") {
  host::LiveMatch match(setup({person(), strategy("choosing")}));
  const host::Hint hint = match.hint(strategy("choosing"));
  CHECK(hint.action == "+1");
  CHECK(hint.candidates == std::vector<std::pair<std::string, double>>{{"+1", .5}, {"+3", .25}, {"+2", .1}});
  CHECK(match.hint(strategy("adder")).candidates.empty());
  REQUIRE_FALSE(match.act("+1"));
  advance(match);
  CHECK(match.log(1) == "turn 1\n");
}

TEST_CASE("a hint names one action: the one that the strategy takes is the first of its candidates") {
  const host::LiveMatch match(setup({person(), strategy("adder")}));
  const host::Hint hint = match.hint(strategy("wavering"));
  CHECK(hint.action == "+3");
  CHECK(hint.candidates == std::vector<std::pair<std::string, double>>{{"+3", .25}, {"+1", .4}, {"+2", .35}});
}

TEST_CASE("undo takes back a person's actions and what followed, even after the end") {
  host::LiveMatch match(setup({person(), strategy("adder")}, "9"));
  CHECK_FALSE(match.last_own_turn());
  REQUIRE_FALSE(match.act("+1"));
  advance(match);
  REQUIRE_FALSE(match.act("+2"));
  advance(match);
  REQUIRE(match.over());
  CHECK(actions(match) == Words{"+1", "+3", "+2", "+3"});
  CHECK(match.last_own_turn() == 2);
  match.undo(2);
  CHECK_FALSE(match.over());
  CHECK(match.waits());
  CHECK(match.state().position() == "4 of 9");
  REQUIRE_FALSE(match.act("+9"));
  REQUIRE(match.over());
  CHECK(actions(match) == Words{"+1", "+3", "+9"});
  CHECK(match.uses().size() == 3);
  const host::Transcript transcript = match.transcript();
  CHECK(transcript.result.seats[0].score == 10);
  CHECK(transcript.result.seats[0].usage.turns == 2);
  CHECK(transcript.result.seats[1].usage.turns == 1);
  CHECK_FALSE(live::replayed(transcript, match.game()));
  match.undo(0);
  CHECK(match.actions() == 0);
  CHECK(match.state().position() == "0 of 9");
}

TEST_CASE("after undo, chance is as it was") {
  host::LiveMatch match(setup({person(), person("Bob")}, "90", true));
  for (int turn = 0; turn < 6; ++turn) REQUIRE_FALSE(match.act("+5"));
  const std::vector<host::Event> before = match.record().events;
  match.undo(1);
  for (int turn = 1; turn < 6; ++turn) REQUIRE_FALSE(match.act("+5"));
  for (std::size_t event = 0; event < before.size(); ++event)
    CHECK(match.record().events[event].reveals == before[event].reveals);
}

TEST_CASE("spectators see a new match after undo") {
  support::Diary diary;
  support::Witness witness("w", diary);
  host::LiveMatch match(setup({person(), person()}), {&witness});
  REQUIRE_FALSE(match.act("+1"));
  REQUIRE_FALSE(match.act("+2"));
  match.undo(1);
  CHECK(diary ==
        support::Diary{"w sees 0 of 20", "w sees 0 play +1", "w sees 1 play +2", "w sees 0 of 20", "w sees 0 play +1"});
}

TEST_CASE("a person can resign, and the others go on") {
  host::LiveMatch match(setup({person(), strategy("adder"), person("Bob")}));
  CHECK(match.resign(1) == "no person plays seat 1 (Second)");
  CHECK_FALSE(match.resign(2));
  CHECK(match.resign(2) == "seat 2 (Third) is out of the match already");
  REQUIRE_FALSE(match.act("+9"));
  advance(match);
  CHECK(match.to_move() == 0);
  REQUIRE_FALSE(match.act("+9"));
  REQUIRE(match.over());
  const host::Transcript transcript = match.transcript();
  CHECK(transcript.result.seats[2].score == -10);
  CHECK(transcript.result.seats[2].outcome.kind == host::outcome_resigned);
  CHECK_FALSE(live::replayed(transcript, match.game()));
}

TEST_CASE("a seat that is out stays out after undo, unless its forfeit is taken back") {
  host::LiveMatch match(setup({person(), strategy("illegal"), person("Bob")}));
  REQUIRE_FALSE(match.act("+1"));
  advance(match);
  CHECK(actions(match) == Words{"+1", "out"});
  REQUIRE_FALSE(match.act("+2"));
  match.undo(2);
  CHECK(match.to_move() == 2);
  CHECK(match.swap(1, strategy("adder")) == "seat 1 (Second) is out of the match");
  match.undo(1);
  CHECK_FALSE(match.swap(1, strategy("adder")));
  advance(match);
  CHECK(actions(match) == Words{"+1", "+3"});
  CHECK(match.to_move() == 2);
}

TEST_CASE("each turn's time and log lines are those of its last action") {
  host::LiveMatch match(setup({strategy("twice"), strategy("adder")}, "12"));
  advance(match);
  CHECK(actions(match) == Words{"+2!", "+1", "+3", "+2!", "+1", "+3"});
  Words logs;
  std::int64_t turns = 0;
  for (const host::EventUse& moment : match.uses()) {
    logs.push_back(moment.log);
    turns += moment.used.turns;
  }
  CHECK(logs == Words{"", "turn 1\n", "turn 1\n", "", "turn 2\n", "turn 2\n"});
  CHECK(turns == 4);
  CHECK(match.log(0) == "turn 1\nturn 2\n");
}

TEST_CASE("a game without a model lists no legal actions") {
  const host::LiveMatch match(setup({person()}));
  CHECK_FALSE(match.legal_actions(10));
}
