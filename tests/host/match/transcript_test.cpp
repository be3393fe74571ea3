// A match written down and read again.
#include "host/match/transcript.hpp"
#include "tests/support/checked_json.hpp"

#include "tests/support/refusal.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

namespace {

using support::adds;
using support::fails;

const host::Game written_game = support::in_program(support::counting);

host::Transcript with_chance_and_a_forfeit() {
  return support::recorded(written_game, {11, 2, support::counting_values("14", true)}, {adds(4, 1), adds(3)},
                           {fails(AGON_OUTCOME_ERROR, "it \"gave\" up")});
}

support::Json written_json(const host::Transcript& transcript) {
  return support::parse_json(host::to_line(transcript, written_game.description));
}

host::Transcript read_back(const host::Transcript& transcript) {
  return host::parse_transcript(host::to_line(transcript, written_game.description), "file");
}

}  // namespace

TEST_CASE("a transcript tells the whole match") {
  const host::Transcript transcript = with_chance_and_a_forfeit();
  const auto json = written_json(transcript);
  CHECK(json["agon"] == 1);
  CHECK(support::to_text(json["game"]) == R"({"id":"counting","version":"1.0.0","protocol":"counting/1"})");
  CHECK(json["setup"]["seed"] == 11);
  CHECK(json["setup"]["start"] == "0 of 14");
  CHECK(json["seats"][1]["strategy"] == "two");
  CHECK(json["actions"][0]["seat"] == 0);
  CHECK(json["actions"][0]["action"] == "+4!");
  CHECK(support::to_text(json["actions"][2]) == R"({"seat":1,"forfeit":{"kind":"error","reason":"it \"gave\" up"}})");
  CHECK(json["result"]["scores"][1] == -10);
  CHECK(json["result"]["outcomes"][1]["kind"] == "error");
  CHECK(json["result"]["peak_kib"][0].is_null());
  CHECK(json["result"]["cpu_s"][0] == 2e-6);
  CHECK(support::to_text(json).find('\n') == std::string::npos);
}

TEST_CASE("parameters have their own types in JSON") {
  const auto json = written_json(with_chance_and_a_forfeit());
  CHECK(support::to_text(json["setup"]["parameters"]) ==
        R"({"target":14,"chance":true,"weight":0.5,"mood":"fair","note":"none"})");
}

TEST_CASE("a number next to 0 is a parameter like any other") {
  auto values = support::counting_values("9");
  values[2] = "1e-320";
  const auto json = written_json(support::recorded(written_game, {1, 2, values}, {adds(9)}, {}));
  CHECK(json["setup"]["parameters"]["weight"] == 1e-320);
}

TEST_CASE("what chance revealed stands with the action, and nothing where nothing was") {
  const auto json = written_json(support::recorded(written_game, {11, 2, support::counting_values("40", true)},
                                                   {adds(1), adds(1), adds(1), adds(9), adds(9)},
                                                   {adds(1), adds(1), adds(1), adds(9), adds(9)}));
  int with = 0;
  int without = 0;
  for (const auto& action : json["actions"]) {
    if (!action.contains("action")) continue;
    if (action.contains("reveals")) {
      const bool bonus = action["reveals"] == "bonus 1" || action["reveals"] == "bonus 2";
      CHECK(bonus);
      ++with;
    } else {
      ++without;
    }
  }
  CHECK(with > 0);
  CHECK(without > 0);
}

TEST_CASE("a seed is a number as long as every reader takes it as it is, and text from there on") {
  const auto written = [](std::uint64_t seed) {
    host::Transcript transcript = with_chance_and_a_forfeit();
    transcript.seed = seed;
    CHECK(read_back(transcript).seed == seed);
    return support::to_text(host::seed_json(seed));
  };
  CHECK(written(0) == "0");
  CHECK(written(9007199254740991) == "9007199254740991");
  CHECK(written(9007199254740992) == "\"9007199254740992\"");
  CHECK(written(9223372036854775808U) == "\"9223372036854775808\"");
  CHECK(written(UINT64_MAX) == "\"18446744073709551615\"");
}

TEST_CASE("what is read equals what was written") {
  host::Transcript transcript = with_chance_and_a_forfeit();
  transcript.seed = UINT64_MAX;
  transcript.seats[0].name = "deep, \"one\"";
  transcript.seats[0].options = {{"depth", "3"}, {"book", "caf\xC3\xA9"}};
  const host::Transcript read = read_back(transcript);
  CHECK(read.game == transcript.game);
  CHECK(read.version == transcript.version);
  CHECK(read.protocol == transcript.protocol);
  CHECK(read.seed == transcript.seed);
  CHECK(read.parameters == transcript.parameters);
  CHECK(read.start == transcript.start);
  CHECK(read.seats[0].name == transcript.seats[0].name);
  CHECK(read.seats[0].options == transcript.seats[0].options);
  CHECK(read.seats[1].name == "two");
  CHECK(read.contest == transcript.contest);
  REQUIRE(read.events.size() == transcript.events.size());
  for (std::size_t index = 0; index < read.events.size(); ++index) {
    CHECK(read.events[index].seat == transcript.events[index].seat);
    CHECK(read.events[index].action == transcript.events[index].action);
    CHECK(read.events[index].reveals == transcript.events[index].reveals);
    CHECK(read.events[index].forfeit.has_value() == transcript.events[index].forfeit.has_value());
  }
  REQUIRE(read.events.at(2).forfeit);
  CHECK(read.events[2].forfeit->reason == "it \"gave\" up");
  CHECK(read.result.seats[1].outcome.kind == AGON_OUTCOME_ERROR);
  CHECK(read.result.seats[0].score == transcript.result.seats[0].score);
  CHECK(written_json(read)["actions"] == written_json(transcript)["actions"]);
}

TEST_CASE("scores keep every bit on their way through a transcript") {
  for (const double score : {0.1, 1.0 / 3, -0.0, 1e300, 9007199254740993.0, 5e-324, -123456.0}) {
    host::Transcript transcript = with_chance_and_a_forfeit();
    transcript.result.seats[0].score = score;
    CHECK(read_back(transcript).result.seats[0].score == score);
  }
}

TEST_CASE("the same setup and the same moves give the same transcript") {
  const auto text = [] { return host::to_line(with_chance_and_a_forfeit(), written_game.description); };
  CHECK(text() == text());
}

TEST_CASE("a match that was not watched has neither a start nor actions, and can't be read as a transcript") {
  host::GameState state(written_game, {1, 1, support::counting_values("4")});
  support::ScriptedSeat one("one", {adds(4)});
  host::Seat* const seats[] = {&one};
  const auto result = host::play_match(state, seats, {}, {});
  const auto json = written_json(host::summary(state, {support::identity("one")}, result));
  CHECK_FALSE(json.contains("actions"));
  CHECK_FALSE(json["setup"].contains("start"));
  CHECK(json["result"]["scores"][0] == 4);
  CHECK(support::refusal([&] {
          host::parse_transcript(support::to_text(json), "file");
        }).says("the field 'start' is missing"));
}

TEST_CASE("a reason that is no UTF-8 can be written down and read") {
  const host::Transcript transcript = support::recorded(written_game, {1, 2, support::counting_values("9")}, {adds(4)},
                                                        {fails(AGON_OUTCOME_ERROR, "caf\xE9 \xFF")});
  std::string line;
  REQUIRE_NOTHROW(line = host::to_line(transcript, written_game.description));
  const host::Transcript read = host::parse_transcript(line, "file");
  REQUIRE(read.events.at(1).forfeit);
  CHECK(read.events[1].forfeit->reason == "caf\xEF\xBF\xBD \xEF\xBF\xBD");
}
