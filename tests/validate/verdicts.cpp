#include "tests/validate/verdicts.hpp"

#include "tests/e2e/host.hpp"
#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

namespace validating {

std::string told(const Faults& faults) {
  std::string text;
  for (const auto& [id, result] : faults) text += (text.empty() ? "" : ", ") + id + ": " + result;
  return text;
}

std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(AGON_VALIDATE_FIXTURES) / (name + ".so");
}

std::filesystem::path sound_folder() {
  return AGON_VALIDATE_SOUND;
}

Faults findings(const std::string& plugin, const std::filesystem::path& players, const std::vector<std::string>& more) {
  const std::filesystem::path library = fixture(plugin);
  std::vector<std::string> words = {"validate", library, "--json", "--seed", "1"};
  if (plugin.starts_with("game_")) words.insert(words.end(), {"--game", library});  // trusted
  words.insert(words.end(), more.begin(), more.end());
  support::Command command = e2e::host(words);
  command.environment["AGON_GAME_PATH"] = players.string();
  const support::Result result = support::run(command);
  INFO(result.err);
  REQUIRE(!result.out.empty());
  Faults found;
  const support::Json told_all = support::parse_json(result.out);
  for (const support::Json& check : told_all.at("checks")) {
    const auto verdict = check.at("result").get<std::string>();
    if (verdict == "ok") continue;
    INFO(check.at("id").get<std::string>(), ": ", check.at("text").get<std::string>());
    CHECK(!check.at("text").get<std::string>().empty());
    found[check.at("id")] = verdict;
  }
  const bool sound = std::all_of(found.begin(), found.end(), [](const auto& each) { return each.second == "warn"; });
  CHECK(result.code == (sound ? 0 : 1));
  return found;
}

Faults faults(const std::string& plugin, const std::filesystem::path& players, const std::vector<std::string>& more) {
  Faults found = findings(plugin, players, more);
  std::erase_if(found, [](const auto& each) { return each.second == "warn"; });
  return found;
}

void check(const std::vector<Case>& cases, const std::vector<std::string>& more) {
  const bool all = std::getenv("AGON_TEST_ALL_CHECKS") != nullptr;
  for (const Case& each : cases) {
    CAPTURE(each.plugin);
    std::vector<std::string> options = more;
    if (!all && more.empty()) {
      for (const std::string& word : support::words_of(each.expected)) {
        if (word.ends_with(":")) options.insert(options.end(), {"--only", word.substr(0, word.size() - 1)});
      }
    }
    CHECK(told(faults(each.plugin, sound_folder(), options)) == each.expected);
  }
}

}  // namespace validating
