// A match written down and read again.
#include "host/match/transcript.hpp"
#include "host/match/contest.hpp"
#include "host/match/replay.hpp"
#include "host/plugin/tester_settings.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/long_match.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_match.hpp"

#include <agon/game.h>
#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <vector>

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
  CHECK(read.seats == transcript.seats);
  CHECK(read.parameters == transcript.parameters);
  REQUIRE(read.events.size() == transcript.events.size());
  REQUIRE(read.events.at(2).forfeit);
  CHECK(read.events[2].forfeit->reason == "it \"gave\" up");
  CHECK(read.result.seats[1].outcome.kind == AGON_OUTCOME_ERROR);
  CHECK(written_json(read) == written_json(transcript));
}

TEST_CASE("scores keep every bit on their way through a transcript") {
  for (const double score : {0.1, 1.0 / 3, -0.0, 1e300, 9007199254740993.0, 5e-324, -123456.0}) {
    host::Transcript transcript = with_chance_and_a_forfeit();
    transcript.result.seats[0].score = score;
    CHECK(read_back(transcript).result.seats[0].score == score);
  }
}

TEST_CASE("a match that was not watched has neither a start nor actions, and can't be read as a transcript") {
  host::GameState state(written_game, {1, 1, support::counting_values("4")});
  support::ScriptedSeat one("one", {adds(4)});
  host::Seat* const seats[] = {&one};
  const host::Transcript played = host::play_recorded(state, seats, {support::identity("one")}, {}, false);
  const auto json = support::parse_json(host::head_line(played, written_game.description));
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

// Records of very long matches, and damaged ones as long: they take time in proportion to their length. The limits are
// of CPU time and far above what is needed, and far below what a reader would take whose time grows with the square.
namespace {

constexpr double most_seconds = 60;

/// CPU time of this process so far.
double seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

std::string repeated(const std::string& part, std::size_t size) {
  std::string text;
  text.reserve(size + part.size());
  while (text.size() < size) text += part;
  return text;
}

/// "a0":0,"a1":0, and so on.
std::string numbered(std::size_t size) {
  std::string text;
  for (std::size_t number = 0; text.size() < size; ++number) text += "\"a" + std::to_string(number) + "\":0,";
  return text;
}

}  // namespace

TEST_CASE("a match of a million actions is written, read and replayed in time that grows with its length") {
  const std::uint64_t actions = support::repetitions(1'000'000);
  const host::Game game = support::long_counting();
  const host::Transcript written = support::long_match(game, actions);
  const double begun = seconds();
  const std::string line = host::to_line(written, game.description);
  const host::Transcript read = host::parse_transcript(line, "file");
  REQUIRE(read.events.size() == actions);
  CHECK(read.events.front().seat == 0);
  CHECK(read.events.back().seat == 1);
  CHECK(read.events.back().action == "+1");
  host::GameState state(game, host::setup_of(read, game, "file"));
  const auto difference = host::replay(read, state, {});
  CHECK_MESSAGE(!difference, difference->what);
  CHECK(seconds() - begun < most_seconds);
}

TEST_CASE("a damaged transcript is refused in time that grows with its length, however it is damaged") {
  const std::size_t size = support::repetitions(6'000'000);
  const host::Game game = support::long_counting();
  const std::string sound = host::to_line(support::long_match(game, 2 * (size / 60)), game.description);
  const auto with = [&](const std::string& field) { return "{" + field + "," + sound.substr(1); };
  const double begun = seconds();
  for (const auto& damaged : std::vector<std::pair<std::string, std::string>>{
           {sound.substr(0, sound.size() * 9 / 10), "it is no JSON from byte"},
           {"[" + repeated("0,", size) + "0]", "is not an object"},
           {"[" + repeated("[],", size) + "0]", "is not an object"},
           {"[" + repeated("{\"a\":[]},", size), "it is no JSON from byte"},
           {"{" + numbered(size) + "\"a\":0}", "more than 1000 fields"},
           {with("\"unknown\":{" + numbered(size) + "\"a\":0}"), "more than 1000 fields"},
           {"{\"agon\":1,\"actions\":[" + repeated("0,", size) + "0]}", "the field 'game' is missing"},
           {with("\"unknown\":\"" + repeated("\\u0000", size) + "\"").substr(0, size), "it is no JSON from byte"},
           {repeated("{\"a\":", size), "nested too deeply"}}) {
    const std::string& text = damaged.first;
    CAPTURE(text.substr(0, 60));
    const support::Refusal refusal = support::refusal([&] { return host::parse_transcript(text, "file"); });
    CHECK(refusal.code == host::Exit::input);
    CHECK_MESSAGE(refusal.says(damaged.second), refusal.text);
  }
  CHECK(seconds() - begun < most_seconds);
}

TEST_CASE("what is wrong with the text as JSON is told before what is wrong with an action, whichever comes first") {
  const host::Game game = support::long_counting();
  std::string line = host::to_line(support::long_match(game, 4), game.description);
  line.replace(line.find("\"+1\""), 4, "5");
  const auto refused = [](const std::string& text) {
    return support::refusal([&] { return host::parse_transcript(text, "file"); });
  };
  CHECK(refused(line).says("file: action 1: the field 'action' is not text"));
  CHECK(refused(line.substr(0, line.size() - 1)).says("it is no JSON from byte"));
  const std::string agon = "\"agon\":1";
  line.replace(line.find(agon), agon.size(), "\"agon\":3");
  CHECK(refused(line).says("of a format this host does not know"));
}

TEST_CASE("of two lists of actions the last one counts, as of every key") {
  const host::Game game = support::long_counting();
  const std::string line = host::to_line(support::long_match(game, 4), game.description);
  const host::Transcript read = host::parse_transcript("{\"actions\":[5,{\"seat\":7}]," + line.substr(1), "file");
  CHECK(read.events.size() == 4);
  CHECK_THROWS_AS(host::parse_transcript(line.substr(0, line.size() - 1) + ",\"actions\":5}", "file"), host::Failure);
}

TEST_CASE("a score counts as it is, unless the contest takes signed roots") {
  for (const std::int32_t contest :
       {AGON_CONTEST_MEAN, AGON_CONTEST_SUM, AGON_CONTEST_RELATIVE_SUM, AGON_CONTEST_RELATIVE_COST_SUM}) {
    CHECK(host::contest_score(contest, -9) == -9);
  }
  CHECK(host::contest_score(AGON_CONTEST_SIGNED_ROOT_SUM, 9) == 3);
  CHECK(host::contest_score(AGON_CONTEST_SIGNED_ROOT_SUM, -9) == -3);
  CHECK(host::contest_score(AGON_CONTEST_SIGNED_ROOT_SUM, 0) == 0);
}

TEST_CASE("each contest has a name of its own") {
  CHECK(host::contest_name(AGON_CONTEST_MEAN) == "mean");
  CHECK(host::contest_name(AGON_CONTEST_SUM) == "sum");
  CHECK(host::contest_name(AGON_CONTEST_SIGNED_ROOT_SUM) == "sum of signed roots");
  CHECK(host::contest_name(AGON_CONTEST_RELATIVE_SUM) == "sum (relative to the best)");
  CHECK(host::contest_name(AGON_CONTEST_RELATIVE_COST_SUM) == "sum (lowest cost relative to own)");
  CHECK(host::contest_name(host::contest_ranked) == "sum (by rank)");
}

TEST_CASE("a rank is the share of the others beaten, from 0 to 1, and a score alone is the first") {
  const std::vector<double> all = {7, 7, 9, 1, 9, 9};
  CHECK(host::ranked_score(9, all) == 0.8);
  CHECK(host::ranked_score(7, all) == 0.3);
  CHECK(host::ranked_score(1, all) == 0);
  CHECK(host::ranked_score(1, std::vector<double>{1}) == 1);
}

TEST_CASE("a cost counts the lowest one divided by itself, and the lowest counts 1 even if it is 0") {
  const auto relative = [](double cost, double lowest) {
    return host::relative_score(AGON_CONTEST_RELATIVE_COST_SUM, -cost, -lowest);
  };
  CHECK(relative(10, 10) == 1);
  CHECK(relative(40, 10) == 0.25);
  CHECK(relative(0, 0) == 1);
  CHECK(relative(3, 0) == 0);
  CHECK(host::relative_score(AGON_CONTEST_RELATIVE_COST_SUM, 5, 7) == 1);  // below 0 is no cost: as 0
}
