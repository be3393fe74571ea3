// Players that change in the middle of a match, and matches that go on from a record.
#include "tests/host/arena/counting_match.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <functional>
#include <string>

namespace {

using live::actions;
using live::advance;
using live::person;
using live::replayed;
using live::setup;
using live::strategy;
using live::takeovers;
using Words = std::vector<std::string>;

host::Transcript through_text(const host::LiveMatch& match) {
  return host::parse_transcript(host::to_line(match.transcript(), match.game().description), "it");
}

/// A match of seat 0 and a person, in which `twice` takes seat 0 over after the first two actions.
host::Transcript swapped_match(host::Game& game) {
  host::LiveMatch match(setup({strategy("adder"), person()}));
  advance(match);
  REQUIRE_FALSE(match.act("+1"));
  REQUIRE_FALSE(match.swap(0, strategy("twice")));
  advance(match);
  REQUIRE_FALSE(match.act("+9"));
  advance(match);
  REQUIRE_FALSE(match.act("+9"));
  REQUIRE(match.over());
  game = match.game();
  return through_text(match);
}

}  // namespace

TEST_CASE("a takeover that does not fit the actions is noticed") {
  host::Game game;
  const host::Transcript sound = swapped_match(game);
  const auto damaged = [&](std::size_t action, std::int32_t seat) {
    host::Transcript transcript = sound;
    transcript.takeovers.front().action = action;
    transcript.takeovers.front().seat = seat;
    const auto difference = replayed(transcript, game);
    REQUIRE(difference);
    return difference->what;
  };
  CHECK(damaged(0, 0) == "takeover 1: there is no action 0");
  CHECK(damaged(99, 0) == "takeover 1: there is no action 99");
  CHECK(damaged(2, 0) == "takeover 1: action 2 is not of seat 0");
  CHECK(damaged(3, 1) == "takeover 1: action 3 is not of seat 1");
  host::Transcript disordered = sound;
  disordered.takeovers.push_back({1, 0, sound.seats[0]});
  REQUIRE(replayed(disordered, game));
  CHECK(replayed(disordered, game)->what == "takeover 2: action 1 is before that of the takeover before");
}

TEST_CASE("who takes over before a seat's first action plays the seat from its start") {
  host::LiveMatch match(setup({person(), strategy("adder")}));
  REQUIRE_FALSE(match.swap(1, strategy("twice")));
  REQUIRE_FALSE(match.swap(0, strategy("adder")));
  advance(match);
  const host::Transcript transcript = match.transcript();
  CHECK(transcript.takeovers.empty());
  CHECK(transcript.seats[0].name == "adder");
  CHECK(transcript.seats[1].name == "twice");
  CHECK(host::counts(transcript));
}

TEST_CASE("a strategy that can't begin does not take over") {
  host::LiveMatch match(setup({person(), strategy("adder")}));
  REQUIRE_FALSE(match.act("+1"));
  advance(match);
  CHECK(match.swap(1, strategy("refusing")) == "not today");
  REQUIRE_FALSE(match.act("+1"));
  advance(match);
  CHECK(actions(match) == Words{"+1", "+3", "+1", "+3"});
  CHECK(match.log(1) == "turn 1\nturn 2\n");
  CHECK(match.transcript().takeovers.empty());
}

TEST_CASE("what a tester has connected to one program is given to no other, which would close it again") {
  const host::SandboxPolicy none{.level = host::Level::none};
  const std::function<bool()> never = [] { return false; };
  host::NoReferee referee;
  host::SeatStart start = host::seat_start(live::setup({person()}).game, 1, {});
  int ends[2] = {-1, -1};
  REQUIRE(::pipe(ends) == 0);
  start.ends = host::StreamEnds{.input = ends[0], .output = ends[1]};
  host::LiveSeat program(none, never, strategy("adder"));
  CHECK(program.begin(start, referee).ok());
  const auto refusal = program.take_over(strategy("twice"), {});
  REQUIRE(refusal);
  CHECK(refusal->find("can't be exchanged") != std::string::npos);
  CHECK(program.player().identity.name == "adder");
  host::LiveSeat handed_over(none, never, person());  // who has used none of them
  CHECK(handed_over.begin(start, referee).ok());
  CHECK_FALSE(handed_over.take_over(strategy("adder"), {}));
  CHECK(handed_over.take_over(strategy("twice"), {}));
  for (const int end : ends) CHECK(::close(end) == 0);  // a library in this process leaves them alone
}

TEST_CASE("a person can hand a seat over and take it back") {
  host::LiveMatch match(setup({person(), person("Bob")}, "30"));
  REQUIRE_FALSE(match.act("+1"));
  REQUIRE_FALSE(match.act("+1"));
  REQUIRE_FALSE(match.swap(0, strategy("adder")));
  advance(match);
  REQUIRE_FALSE(match.act("+2"));
  REQUIRE_FALSE(match.swap(0, person()));
  CHECK(match.waits());
  REQUIRE_FALSE(match.act("+4"));
  CHECK(actions(match) == Words{"+1", "+1", "+3", "+2", "+4"});
  CHECK(takeovers(match.transcript()) == Words{"3: seat 0 adder", "5: seat 0 human"});
}

TEST_CASE("after undo a strategy starts anew, which the transcript tells; a person just goes on") {
  host::LiveMatch match(setup({person(), strategy("adder")}));
  REQUIRE_FALSE(match.act("+1"));
  advance(match);
  REQUIRE_FALSE(match.act("+1"));
  advance(match);
  match.undo(2);
  REQUIRE_FALSE(match.act("+2"));
  advance(match);
  CHECK(match.log(1) == "turn 1\nturn 1\n");
  CHECK(takeovers(match.transcript()) == Words{"4: seat 1 adder"});
  match.undo(0);  // nobody has acted before: the match is as new
  REQUIRE_FALSE(match.act("+2"));
  advance(match);
  CHECK(match.transcript().takeovers.empty());
}

TEST_CASE("a branch from the start is a match without origin") {
  host::Game game;
  const host::Transcript origin = swapped_match(game);
  host::LiveMatch branch(setup({strategy("adder"), strategy("adder")}), origin, 0);
  advance(branch);
  CHECK(host::counts(branch.transcript()));
}

TEST_CASE("a record that does not play as recorded can't be gone on with") {
  host::Game game;
  host::Transcript origin = swapped_match(game);
  origin.events[1].action = "+7";
  CHECK_THROWS_WITH(host::LiveMatch(setup({person(), person()}), origin, 3),
                    "action 2: the action is illegal: nobody likes 7");
}

TEST_CASE("a match of strategies alone is of the first format; any other is of the second") {
  host::LiveMatch plain(setup({strategy("adder"), strategy("adder")}));
  const auto format = [](const host::LiveMatch& match) {
    return host::to_line(match.transcript(), match.game().description).substr(0, 9);
  };
  CHECK(format(plain) == "{\"agon\":2");  // not finished
  advance(plain);
  CHECK(format(plain) == "{\"agon\":1");
  CHECK(format(host::LiveMatch(setup({person()}))) == "{\"agon\":2");
}
