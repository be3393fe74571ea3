// `host validate` as a command: what it takes, what it prints, and that a seed brings back what it found.
#include "host/validate/check.hpp"
#include "tests/e2e/host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

using Json = support::Json;
using support::Result;
using Words = std::vector<std::string>;
using validating::fixture;

Result validate(Words words, const std::string& players = validating::sound_folder().string()) {
  words.insert(words.begin(), "validate");
  support::Command command = e2e::host(std::move(words));
  command.environment["AGON_GAME_PATH"] = players;
  return support::run(command);
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

/// What was found by each check, without times.
Json findings(const Result& result) {
  Json all = support::parse_json(result.out);
  for (Json& check : all.at("checks")) check.erase("wall_s");
  return all;
}

}  // namespace

TEST_CASE("create() that makes nothing is named in the words that a match uses") {
  CHECK(says(validate({fixture("strategy_no_instance"), "--only", "creates"}).out,
             "its create() returned AGON_OK without an instance"));
  const std::string game = fixture("game_no_state");
  CHECK(
      says(validate({game, "--game", game, "--only", "sets-up"}).out, "its create() returned AGON_OK without a state"));
}

TEST_CASE("the help lists more than 25 checks, each with an id of its own and a sentence") {
  const Result help = validate({"--help"});
  CHECK(help.code == 0);
  std::set<std::string> ids;
  std::size_t checks = 0;
  for (const host::validate::Check& check : host::validate::checks()) {
    ++checks;
    ids.insert(check.id);
    CHECK(says(help.out, std::string("  ") + check.id + " "));
    CHECK(std::string(check.sentence).ends_with("."));
  }
  constexpr std::size_t promised = 25;
  CHECK(ids.size() == checks);
  CHECK(ids.size() > promised);
}

TEST_CASE("what can't be validated is refused with a sentence and the exit code of its kind") {
  const support::TemporaryFolder folder;
  const std::string text = folder.write("text.so", "no library").string();
  const std::string sound = fixture("strategy_sound").string();
  struct Case {
    Words words;
    int code;
    std::string sentence;
  };
  for (const Case& each : std::vector<Case>{{{}, 2, "validate takes one library"},
                                            {{sound, sound}, 2, "validate takes one library"},
                                            {{text}, 3, "is not a shared library"},
                                            {{folder.path().string()}, 3, "is a folder"},
                                            {{"./nowhere.so"}, 3, "no such file"},
                                            {{sound, "--only", "same-sed"}, 2, "did you mean 'same-seed'?"},
                                            {{sound + ":other"}, 2, "holds nothing called 'other'"},
                                            {{sound, "--seed", "x"}, 2, "--seed x"},
                                            {{sound, "--matches", "0"}, 2, "--matches 0"},
                                            {{sound, "--game", "nothing"}, 2, "no game called 'nothing'"}}) {
    CAPTURE(each.words);
    const Result result = validate(each.words);
    CHECK(result.code == each.code);
    CHECK(says(result.err, each.sentence));
  }
}

TEST_CASE("a path with a comma takes quotes, as after --plugin, also in the command that repeats a check") {
  const support::TemporaryFolder folder;
  const std::filesystem::path library = folder.path() / "a,b.so";
  std::filesystem::copy_file(fixture("strategy_option_limit"), library);
  const Result result = validate({"\"" + library.string() + "\"", "--only", "options-at-limits"});
  CHECK(result.code == 1);
  CHECK(says(result.out, "a,b.so:strategy_option_limit\"' --only options-at-limits"));
}

TEST_CASE("a check that fails prints the command that makes it again, and that one finds the same") {
  const Result failed = validate({fixture("strategy_option_limit"), "--quiet"});
  CHECK(failed.code == 1);
  const std::string head = "again: host validate ";
  const std::size_t at = failed.out.find(head);
  REQUIRE(at != std::string::npos);
  const std::string command = failed.out.substr(at, failed.out.find('\n', at) - at);
  const std::size_t seed_at = command.find("--seed ");
  REQUIRE(seed_at != std::string::npos);
  const std::string seed = command.substr(seed_at + std::string("--seed ").size());
  CHECK(says(command, "--only options-at-limits"));
  const Words again = {fixture("strategy_option_limit"), "--only", "options-at-limits", "--seed", seed, "--json"};
  const Result first = validate(again);
  CHECK(first.code == 1);
  CHECK(findings(first) == findings(validate(again)));
  CHECK(findings(first).at("checks").size() == 1);
}

TEST_CASE("the same seed finds the same fault with the same words, another one need not") {
  const auto text = [](const std::string& seed) {
    const std::string game = fixture("game_illegal_draws");
    const Words words = {game, "--game", game, "--only", "illegal-refused", "--seed", seed, "--json"};
    return findings(validate(words)).at("checks").at(0).at("text").get<std::string>();
  };
  CHECK(text("7") == text("7"));
  CHECK(text("7") != text("8"));
}

TEST_CASE("without its game a strategy is loaded and no more, and the rest is told as not checked") {
  const Result result = validate({fixture("strategy_sound"), "--json"}, "/nowhere");
  CHECK(result.code == 0);
  const Json all = findings(result);
  CHECK(all.at("result") == "warn");
  std::size_t unchecked = 0;
  for (const Json& check : all.at("checks"))
    unchecked += says(check.at("text"), "not checked: the game heap is not found") ? 1 : 0;
  CHECK(unchecked == 5);
  const std::string game = (validating::sound_folder() / "heap.so").string();
  const Result named = validate({fixture("strategy_sound"), "--game", game, "--json"}, "/nowhere");
  CHECK(findings(named).at("result") == "ok");
}

TEST_CASE("a game without strategies is played with guesses, and says so") {
  const support::TemporaryFolder folder;
  folder.copy(validating::sound_folder() / "heap.so", "heap.so");
  const Json all = findings(validate({(folder.path() / "heap.so").string(), "--json"}, folder.path()));
  CHECK(all.at("result") == "warn");
  for (const Json& check : all.at("checks")) {
    if (check.at("id") == "random-play") CHECK(says(check.at("text"), "only guessed actions"));
    if (check.at("id") == "illegal-refused") CHECK(check.at("result") == "ok");
  }
}

TEST_CASE("what a plugin prints is not mixed with what the checker prints") {
  const Result result = validate({fixture("strategy_print"), "--json"});
  CHECK(support::is_json(result.out));
  CHECK(result.err == "");
  CHECK(!says(result.out, "I take "));
}

TEST_CASE("each match is replayed to its own end, whichever of them a check draws") {
  const std::string game = fixture("game_sound").string();
  constexpr int seeds = 12;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Result result = validate(
        {game, "--game", game, "--only", "states-in-threads", "--matches", "5", "--seed", std::to_string(seed)});
    INFO(result.out, result.err);
    CHECK(result.code == 0);
  }
}
