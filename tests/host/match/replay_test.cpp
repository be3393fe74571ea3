// A recorded match played again: nothing that was changed goes unnoticed.
#include "host/match/replay.hpp"
#include "host/util/digest.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using support::adds;
using support::Diary;
using support::fails;

const host::Game replayed_game = support::in_program(support::counting);

/// Events: 1 seat 0 "+4", 2 seat 1 "+5", 3 seat 0 "+3". Then the match is over.
host::Transcript sound() {
  return support::recorded(replayed_game, {1, 2, support::counting_values("12")}, {adds(4), adds(3)}, {adds(5)});
}

/// Events: 1 seat 0 "+4", 2 seat 1 forfeits, 3 seat 0 "+9".
host::Transcript with_forfeit() {
  return support::recorded(replayed_game, {1, 2, support::counting_values("12")}, {adds(4), adds(9)},
                           {fails(AGON_OUTCOME_TIME, "too slow")});
}

std::optional<host::Difference> replayed(const host::Transcript& transcript,
                                         std::vector<host::Spectator*> spectators = {}) {
  host::GameState state(replayed_game, host::setup_of(transcript, replayed_game, "file"));
  return host::replay(transcript, state, spectators);
}

void differs(const host::Transcript& transcript, std::size_t event, std::string_view what) {
  const auto difference = replayed(transcript);
  REQUIRE(difference);
  CHECK(difference->event == event);
  CHECK_MESSAGE(difference->what.find(what) != std::string::npos, difference->what);
}

}  // namespace

TEST_CASE("a match plays as it was recorded, with chance and forfeits") {
  CHECK_FALSE(replayed(sound()));
  CHECK_FALSE(replayed(with_forfeit()));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto values = support::counting_values("", true);
    values[0] = std::nullopt;  // drawn
    CHECK_FALSE(
        replayed(support::recorded(replayed_game, {seed, 2, values}, {adds(4), adds(9, 1), adds(1)}, {adds(2)})));
  }
}

TEST_CASE("spectators see a replay as they saw the match") {
  Diary live;
  Diary again;
  support::Witness witness("witness", live);
  host::GameState state(replayed_game, {1, 2, support::counting_values("12")});
  support::ScriptedSeat one("one", {adds(4), adds(9)});
  support::ScriptedSeat two("two", {fails(AGON_OUTCOME_TIME, "too slow")});
  host::Seat* const seats[] = {&one, &two};
  host::Spectator* const spectators[] = {&witness};
  host::play_match(state, seats, {}, spectators);
  support::Witness later("witness", again);
  CHECK_FALSE(replayed(with_forfeit(), {&later}));
  CHECK(live == again);
  CHECK(live.size() == 4);
}

TEST_CASE("an altered action is a difference where it is illegal, unreadable or leads elsewhere") {
  host::Transcript transcript = sound();
  transcript.events[1].action = "+7";
  differs(transcript, 2, "the action is illegal: nobody likes 7");
  transcript.events[1].action = "5";
  differs(transcript, 2, "an action begins with '+'");
  transcript.events[1].action = "";
  differs(transcript, 2, "an action begins with '+'");
  transcript.events[1].action = "+6";
  differs(transcript, 4, "the scores are 7, 6, and not 7, 5");
  transcript.events[1].action = "+9";
  differs(transcript, 3, "over by then");
}

TEST_CASE("a forfeit that is left out, moved or made twice is a difference") {
  host::Transcript transcript = with_forfeit();
  transcript.events.erase(transcript.events.begin() + 1);
  differs(transcript, 2, "seat 0 acts although seat 1 is to move");
  transcript = with_forfeit();
  transcript.events[1].seat = 0;
  differs(transcript, 3, "seat 0 acts although seat 1 is to move");
  transcript = with_forfeit();
  transcript.events.insert(transcript.events.begin() + 2, transcript.events[1]);
  differs(transcript, 3, "seat 1 is out already");
}

TEST_CASE("an altered outcome is a difference at the end") {
  host::Transcript transcript = with_forfeit();
  transcript.result.seats[1].outcome = {};
  differs(transcript, 4, "the outcome of seat 1");
  transcript = with_forfeit();
  transcript.result.seats[1].outcome.kind = AGON_OUTCOME_MEMORY;
  differs(transcript, 4, "the outcome of seat 1");
}

TEST_CASE("a transcript with seats or parameters that its game has not is damaged") {
  const auto refused = [](const host::Transcript& transcript, std::string_view why) {
    const auto refusal = support::refusal([&] { host::setup_of(transcript, replayed_game, "file, line 3"); });
    CHECK(refusal.code == host::Exit::input);
    CHECK(refusal.text.starts_with("file, line 3: "));
    CHECK_MESSAGE(refusal.says(why), refusal.text);
  };
  host::Transcript transcript = sound();
  transcript.seats.clear();
  refused(transcript, "it has 0 seats");
  transcript.seats.resize(4);
  refused(transcript, "it has 4 seats");
  transcript = sound();
  transcript.parameters.emplace_back("targets", "3");
  refused(transcript, "no parameter 'targets'");
  transcript = sound();
  transcript.parameters[0].second = "101";
  refused(transcript, "target=101: it takes 1 to 100");
}

TEST_CASE("a spectator hears nothing of an event that could not be applied") {
  host::Transcript transcript = sound();
  transcript.events[1].action = "+7";
  Diary diary;
  support::Witness witness("witness", diary);
  CHECK(replayed(transcript, {&witness}));
  CHECK(diary == Diary{"witness sees 0 of 12", "witness sees 0 play +4"});
}

TEST_CASE("digests are those of the standard's examples") {
  // FIPS 180-2, appendix B.
  CHECK(host::first_number(host::sha256_of("abc")) == 0xba7816bf8f01cfea);
  CHECK(host::sha256_of("abc").back() == 0xad);
  CHECK(host::first_number(host::sha256_of(std::string(1'000'000, 'a'))) == 0xcdc76e5c9914fb92);
}
