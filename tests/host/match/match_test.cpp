// The match loop, between a game that plays by the rules and seats that may not.
#include "host/match/match.hpp"

#include "host/match/seeds.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>
#include <agon/limits.hpp>

#include <stdexcept>

namespace {

using support::adds;
using support::Diary;
using support::fails;
using support::ScriptedSeat;

host::MatchResult play(host::GameState& state, std::vector<host::Seat*> seats,
                       std::vector<host::Spectator*> spectators = {}, const std::vector<agon_limits>& limits = {}) {
  return host::play_match(state, seats, limits, spectators);
}

/// Plays an action inside a turn.
agon_status acts(const ScriptedSeat::Turn& turn, std::int32_t amount, std::int32_t again) {
  const support::CountingAction action{amount, again};
  agon_error error{};
  return turn.referee->act(support::bytes_of(action), nullptr, &error);
}

const host::Game game = support::in_program(support::counting);

}  // namespace

TEST_CASE("the seats act in the order that the game says, from begin to end") {
  Diary diary;
  host::GameState state(game, {1, 2, support::counting_values("10")});
  ScriptedSeat one("one", {adds(4, 1), adds(1)}, &diary);
  ScriptedSeat two("two", {adds(9)}, &diary);
  const host::MatchResult result = play(state, {&one, &two});
  CHECK(diary == Diary{"one begins", "two begins", "one has a turn", "one has a turn", "two has a turn", "one ends",
                       "two ends"});
  REQUIRE(result.seats.size() == 2);
  CHECK(result.seats[0].score == 5);
  CHECK(result.seats[1].score == 9);
  CHECK(result.seats[0].outcome.ok());
  CHECK(result.seats[0].usage.turns == 2);
  CHECK(result.seats[1].usage.turns == 1);
}

TEST_CASE("spectators are told of everything, in order, and each before the next") {
  Diary diary;
  host::GameState state(game, {1, 2, support::counting_values("6")});
  ScriptedSeat one("one", {adds(4)});
  ScriptedSeat two("two", {fails(AGON_OUTCOME_ERROR, "it is tired")});
  ScriptedSeat again("one", {adds(4), adds(2)});
  support::Witness left("left", diary);
  support::Witness right("right", diary);
  play(state, {&again, &two}, {&left, &right});
  CHECK(diary == Diary{"left sees 0 of 6", "right sees 0 of 6", "left sees 0 play +4", "right sees 0 play +4",
                       "left sees 1 out: it is tired", "right sees 1 out: it is tired", "left sees 0 play +2",
                       "right sees 0 play +2"});
}

TEST_CASE("a seat is told the game, its place, its limits and a seed of its own") {
  host::GameState state(game, {99, 2, support::counting_values("1")});
  ScriptedSeat one("one", {adds(1)});
  ScriptedSeat two("two", {});
  play(state, {&one, &two}, {}, {{}, agon::Limits{.cpu_ns = 5, .memory_bytes = 6}});
  const host::SeatStart& start = two.start();
  CHECK(start.game == "counting");
  CHECK(start.protocol == "counting/1");
  CHECK(start.seat == 1);
  CHECK(start.seats == 2);
  CHECK(start.seed == host::strategy_seed(99, 1, ""));
  CHECK(start.seed != one.start().seed);
  CHECK(start.limits.cpu_ns == 5);
  CHECK(start.limits.memory_bytes == 6);
  CHECK(start.observation_capacity == sizeof(support::CountingObservation));
  CHECK(start.action_capacity == support::counting.action_capacity);
}

TEST_CASE("a seat sees the position that it moves in") {
  host::GameState state(game, {1, 2, support::counting_values("12")});
  ScriptedSeat one("one", {adds(5), adds(4)});
  ScriptedSeat two("two", {adds(3)});
  play(state, {&one, &two});
  CHECK(two.seen().seat == 1);
  CHECK(two.seen().total == 5);
  CHECK(two.seen().target == 12);
}

TEST_CASE("an action that is shorter than the protocol's is illegal") {
  host::GameState state(game, {1, 1, support::counting_values("9")});
  ScriptedSeat one("one", {[](ScriptedSeat::Turn& turn) {
                     turn.bytes.size = 3;
                     return AGON_OUTCOME_OK;
                   }});
  const host::MatchResult result = play(state, {&one});
  CHECK(result.seats[0].outcome.kind == AGON_OUTCOME_ILLEGAL);
  CHECK(result.seats[0].outcome.reason == "an action of 3 bytes: it needs at least 8");
}

TEST_CASE("a seat that fails to begin forfeits before the first action, and the others have begun all the same") {
  Diary diary;
  host::GameState state(game, {1, 2, support::counting_values("3")});
  ScriptedSeat one("one", {}, &diary);
  one.begin_with = {AGON_OUTCOME_LOAD, "it is not there"};
  ScriptedSeat two("two", {adds(3)}, &diary);
  support::Witness witness("witness", diary);
  const host::MatchResult result = play(state, {&one, &two}, {&witness});
  CHECK(diary == Diary{"witness sees 0 of 3", "one begins", "two begins", "witness sees 0 out: it is not there",
                       "two has a turn", "witness sees 1 play +3", "one ends", "two ends"});
  CHECK(result.seats[0].outcome.kind == AGON_OUTCOME_LOAD);
}

TEST_CASE("where every seat fails to begin, each keeps its own outcome and nobody moves") {
  Diary diary;
  host::GameState state(game, {1, 2, support::counting_values("3")});
  ScriptedSeat one("one", {}, &diary);
  one.begin_with = {AGON_OUTCOME_LOAD, "not there"};
  ScriptedSeat two("two", {}, &diary);
  two.begin_with = {AGON_OUTCOME_MEMORY, "too large"};
  const host::MatchResult result = play(state, {&one, &two});
  CHECK(diary == Diary{"one begins", "two begins", "one ends", "two ends"});
  CHECK(result.seats[0].outcome.reason == "not there");
  CHECK(result.seats[1].outcome.reason == "too large");
}

TEST_CASE("what goes wrong when the match is over is that seat's outcome, and the scores stand") {
  Diary diary;
  host::GameState state(game, {1, 2, support::counting_values("10")});
  ScriptedSeat one("one", {adds(4, 1), adds(1)});
  ScriptedSeat two("two", {adds(9)});
  two.end_with = {AGON_OUTCOME_CRASH, "it crashed in destroy()"};
  support::Witness witness("witness", diary);
  const host::MatchResult result = play(state, {&one, &two}, {&witness});
  CHECK(result.seats[0].outcome.ok());
  CHECK(result.seats[1].outcome.kind == AGON_OUTCOME_CRASH);
  CHECK(result.seats[1].outcome.reason == "it crashed in destroy()");
  CHECK(result.seats[1].score == 9);
  CHECK(diary.back() == "witness sees 1 play +9");
}

TEST_CASE("a seat that failed before the end keeps that outcome") {
  host::GameState state(game, {1, 2, support::counting_values("6")});
  ScriptedSeat one("one", {adds(4), adds(2)});
  ScriptedSeat two("two", {fails(AGON_OUTCOME_ERROR, "it is tired")});
  two.end_with = {AGON_OUTCOME_CRASH, "it crashed in destroy()"};
  CHECK(play(state, {&one, &two}).seats[1].outcome.reason == "it is tired");
}

TEST_CASE("a seat that acts inside its turn gets what each action revealed, then plays the last action") {
  host::GameState state(game, {5, 1, support::counting_values("20", true)});
  std::int32_t bonus = -1;
  const auto twice = [&](ScriptedSeat::Turn& turn) {
    const support::CountingAction action{2, 1};
    support::CountingReply reply{-1};
    agon_buffer buffer{&reply, sizeof reply, 0};
    agon_error error{};
    CHECK(turn.referee->act(support::bytes_of(action), &buffer, &error) == AGON_OK);
    CHECK(buffer.size == sizeof reply);
    bonus = reply.bonus;
    turn.action = {3, 0};
    return AGON_OUTCOME_OK;
  };
  Diary diary;
  support::Witness witness("witness", diary);
  ScriptedSeat one("one", {twice, adds(9), adds(9)});
  play(state, {&one}, {&witness});
  CHECK(bonus >= 0);
  CHECK(bonus <= 2);
  REQUIRE(diary.size() >= 3);
  CHECK(diary[1] == "witness sees 0 play +2!");
  CHECK(diary[2] == "witness sees 0 play +3");
}

TEST_CASE("an action inside a turn that hands the move on ends the turn, and the turn's last action is ignored") {
  host::GameState state(game, {1, 2, support::counting_values("12")});
  const auto hasty = [&](ScriptedSeat::Turn& turn) {
    CHECK(acts(turn, 4, 0) == AGON_TURN_OVER);
    CHECK(acts(turn, 4, 0) == AGON_TURN_OVER);
    turn.action = {9, 0};
    return AGON_OUTCOME_OK;
  };
  ScriptedSeat one("one", {hasty});
  ScriptedSeat two("two", {adds(8)});
  const host::MatchResult result = play(state, {&one, &two});
  CHECK(result.seats[0].score == 4);
  CHECK(result.seats[1].score == 8);
  CHECK(result.seats[0].outcome.ok());
}

TEST_CASE("an action inside a turn that ends the match ends the turn") {
  host::GameState state(game, {1, 1, support::counting_values("4")});
  ScriptedSeat one("one", {[](ScriptedSeat::Turn& turn) {
                     CHECK(acts(turn, 4, 1) == AGON_TURN_OVER);
                     return AGON_OUTCOME_OK;
                   }});
  CHECK(play(state, {&one}).seats[0].score == 4);
}

TEST_CASE("an illegal action inside a turn costs the seat its place, whatever its turn then answers") {
  for (const std::int32_t answer : {AGON_OUTCOME_OK, AGON_OUTCOME_ERROR}) {
    host::GameState state(game, {1, 2, support::counting_values("9")});
    const auto wrong = [&](ScriptedSeat::Turn& turn) {
      const support::CountingAction action{7, 1};
      agon_error error{};
      CHECK(turn.referee->act(support::bytes_of(action), nullptr, &error) == AGON_ILLEGAL);
      CHECK(std::string(error.text) == "nobody likes 7");
      turn.action = {1, 0};
      turn.reason = "another reason";
      return answer;
    };
    ScriptedSeat one("one", {wrong});
    ScriptedSeat two("two", {adds(9)});
    const host::MatchResult result = play(state, {&one, &two});
    CHECK(result.seats[0].outcome.kind == AGON_OUTCOME_ILLEGAL);
    CHECK(result.seats[0].outcome.reason == "nobody likes 7");
    CHECK(result.seats[0].score == -10);
  }
}

TEST_CASE("a seat that fails after its action has ended the match keeps its score and gets its outcome") {
  host::GameState state(game, {1, 1, support::counting_values("4")});
  Diary diary;
  support::Witness witness("witness", diary);
  ScriptedSeat one("one", {[](ScriptedSeat::Turn& turn) {
                     acts(turn, 4, 0);
                     turn.reason = "it stumbled";
                     return AGON_OUTCOME_CRASH;
                   }});
  const host::MatchResult result = play(state, {&one}, {&witness});
  CHECK(result.seats[0].score == 4);
  CHECK(result.seats[0].outcome.kind == AGON_OUTCOME_CRASH);
  CHECK(diary.size() == 2);
}

TEST_CASE("what a spectator throws inside a strategy's turn does not pass through the strategy") {
  struct Thrower final : host::Spectator {
    void acted(const host::GameState& /*state*/, std::int32_t /*seat*/, agon_bytes /*action*/) override {
      throw std::runtime_error("the disk is full");
    }
  };
  host::GameState state(game, {1, 1, support::counting_values("4")});
  bool returned = false;
  ScriptedSeat one("one", {[&](ScriptedSeat::Turn& turn) {
                     CHECK(acts(turn, 1, 1) == AGON_TURN_OVER);
                     CHECK(acts(turn, 1, 1) == AGON_TURN_OVER);
                     returned = true;
                     return AGON_OUTCOME_OK;
                   }});
  Thrower thrower;
  CHECK_THROWS_WITH_AS(play(state, {&one}, {&thrower}), "the disk is full", std::runtime_error);
  CHECK(returned);
}

TEST_CASE("parameters that don't go together are refused as a slip of the user, with the seed") {
  const auto refusal = support::refusal([] { host::GameState(game, {8, 2, support::counting_values("99")}); });
  CHECK(refusal.code == host::Exit::usage);
  CHECK(refusal.text == "counting, seed 8: target=99: brings bad luck");
}

TEST_CASE("a state tells its parameters with what the seed gave them") {
  auto values = support::counting_values("10");
  values[0] = std::nullopt;
  const host::GameState drawn(game, {8, 2, values});
  const auto told = drawn.parameters();
  REQUIRE(told.size() == 5);
  REQUIRE(told[0]);
  values[0] = told[0];
  const host::GameState set(game, {8, 2, values});
  CHECK(set.position() == drawn.position());
  CHECK(told[2] == "0.5");
}

TEST_CASE("a text that was set to nothing is a value, and is told as one") {
  auto values = support::counting_values("10");
  values[4] = "";
  CHECK(host::GameState(game, {8, 2, values}).parameters().at(4) == "");
  values[4] = std::nullopt;
  CHECK(host::GameState(game, {8, 2, values}).parameters().at(4) == std::nullopt);
}
