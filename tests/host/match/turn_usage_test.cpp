// What turns use: its way into a transcript, and its limits.
#include "host/match/transcript.hpp"

#include "host/match/replay.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_match.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using support::ScriptedSeat;

const host::Game timed_game = support::in_program(support::counting);
const host::Setup timed_setup{11, 2, support::counting_values("14")};

ScriptedSeat::Play says(std::int32_t amount, std::int32_t again, const std::string& log, std::int64_t cpu_us) {
  return [=](ScriptedSeat::Turn& turn) {
    turn.action = {amount, again};
    turn.log = log;
    turn.cpu_ns = cpu_us * 1000;
    return AGON_OUTCOME_OK;
  };
}

host::Transcript timed_match() {
  return support::recorded(timed_game, timed_setup,
                           {says(4, 1, "a \"plan\"\n", 30), says(3, 0, "", 7), says(7, 0, "the end\n", 5)},
                           {[](ScriptedSeat::Turn& turn) {
                             turn.log = "alas\n";
                             turn.cpu_ns = 9000;
                             turn.reason = "gave up";
                             return AGON_OUTCOME_ERROR;
                           }});
}

}  // namespace

TEST_CASE("each action of a transcript has the CPU time and the log of its turn, also a forfeit") {
  const host::Transcript match = timed_match();
  REQUIRE(match.events.size() == 4);
  CHECK(match.usage.cpu_us == std::vector<std::int64_t>{30, 7, 9, 5});
  REQUIRE(match.usage.logs.size() == 3);
  CHECK(match.usage.logs[0].action == 1);
  CHECK(match.usage.logs[0].text == "a \"plan\"\n");
  CHECK(match.usage.logs[1].action == 3);
  CHECK(match.usage.logs[2].text == "the end\n");
  const std::string line = host::to_line(match, timed_game.description);
  const host::Transcript read = host::parse_transcript(line, "file");
  CHECK(read.usage.cpu_us == match.usage.cpu_us);
  CHECK(read.usage.logs.at(1).text == "alas\n");
  CHECK(host::to_line(read, timed_game.description) == line);
}

TEST_CASE("the usage of a match changes neither its digest nor its replay") {
  host::Transcript match = timed_match();
  const std::string line = host::to_line(match, timed_game.description);
  const std::string sha256 = host::match_digest(match, timed_game.description);
  match.usage = {};
  const std::string old_line = host::to_line(match, timed_game.description);
  CHECK_FALSE(support::parse_json(old_line).contains("usage"));
  CHECK(host::match_digest(match, timed_game.description) == sha256);
  for (const std::string& each : {line, old_line}) {
    host::GameState state(timed_game, timed_setup);
    CHECK_FALSE(host::replay(host::parse_transcript(each, "file"), state, {}));
  }
}

TEST_CASE("a turn's time and log belong to its last action") {
  host::TurnUsageCollector collector;
  collector.add(3, 0, 20, "three actions\n");
  collector.add(5, 1, 4, "");
  CHECK(collector.usage().cpu_us == std::vector<std::int64_t>{0, 0, 20, 0, 4});
  CHECK(collector.usage().logs.at(0).action == 3);
}

TEST_CASE(
    "what was reported in a turn belongs to its last action, and reads back; long lines of many turns are left out") {
  host::TurnUsageCollector collector;
  host::Evaluation lead{-2.5, AGON_VALUE_SCORE, 3, 40, "4 9"};
  host::Evaluation share{.25, AGON_VALUE_CONTEST};
  collector.add(2, 0, 20, "", lead);
  collector.add(3, 1, 4, "", share);
  host::Transcript match = timed_match();
  match.usage = collector.usage();
  const std::string line = host::to_line(match, timed_game.description);
  CHECK(
      line.find(
          R"("evaluations":[{"action":2,"value":-2.5,"depth":3,"nodes":40,"line":"4 9"},{"action":3,"share":0.25}])") !=
      std::string::npos);
  const host::TurnUsage read = host::parse_transcript(line, "file").usage;
  lead.action = 2;
  share.action = 3;
  CHECK(read.evaluations == std::vector{lead, share});
  const host::Evaluation wordy{1, AGON_VALUE_SCORE, 0, 0, std::string(200, 'x')};
  for (std::size_t turn = 0; turn < 400; ++turn) collector.add(4 + turn, 0, 0, "", wordy);
  CHECK(collector.usage().evaluations[300].line.size() == 200);
  CHECK(collector.usage().evaluations.back().line.empty());
  CHECK(collector.usage().evaluations.back().value == 1);
}

TEST_CASE("of a long log the last lines are kept, and what is left out is told") {
  std::string log;
  for (int line = 0; line < 1000; ++line) log += "line " + std::to_string(line) + "\n";
  host::TurnUsageCollector collector;
  collector.add(1, 0, 0, log);
  collector.add(2, 1, 0, std::string(10'000, 'x') + "\xC3\xA9\n");
  const std::vector<host::TurnLog>& logs = collector.usage().logs;
  CHECK(logs[0].text.size() <= host::most_of_turn_log);
  CHECK(logs[0].text.size() > host::most_of_turn_log - 10);
  CHECK(logs[0].text.starts_with("line "));
  CHECK(logs[0].text.ends_with("\nline 999\n"));
  CHECK(logs[0].text.size() + logs[0].cut == log.size());
  CHECK(logs[0].shown().starts_with("(" + std::to_string(logs[0].cut) + " bytes of the log are left out)\nline "));
  CHECK(logs[1].text.size() == host::most_of_turn_log);
}

TEST_CASE("the logs of a seat have a limit in a match, which the other seats do not feel") {
  host::TurnUsageCollector collector;
  constexpr std::size_t turns = 100;
  const std::string log = std::string(2000, 'x') + "\n";
  for (std::size_t turn = 0; turn < turns; ++turn) collector.add(2 * turn + 1, 0, 0, log);
  collector.add(2 * turns, 1, 0, "short\n");
  std::size_t kept = 0;
  std::size_t cut = 0;
  for (const host::TurnLog& each : collector.usage().logs) {
    kept += each.text.size();
    cut += each.cut;
  }
  CHECK(kept <= host::most_of_seat_log);
  CHECK(kept + cut == turns * log.size() + 6);
  CHECK(collector.usage().logs.back().text == "short\n");
}

TEST_CASE("a transcript whose logs are not in the order of its actions is refused") {
  const std::string line = host::to_line(timed_match(), timed_game.description);
  for (const int action : {0, 5}) {
    support::Json json = support::parse_json(line);
    json["usage"]["logs"][1]["action"] = action;
    const auto refusal = support::refusal([&] { host::parse_transcript(support::to_text(json), "file"); });
    CHECK(refusal.says("'action'"));
  }
}
