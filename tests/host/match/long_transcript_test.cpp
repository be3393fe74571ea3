// Records of very long matches, and damaged ones as long: they take time in proportion to their length. The limits are
// of CPU time and far above what is needed, and far below what a reader would take whose time grows with the square.
#include "host/match/replay.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/long_match.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <vector>

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
    CHECK(refusal.code == host::Exit::transcript);
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
