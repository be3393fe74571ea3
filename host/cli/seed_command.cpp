#include "host/cli/seed_command.hpp"

#include "host/cli/custody_options.hpp"
#include "host/text.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace host {

namespace po = boost::program_options;

namespace {

/// What the user wrote behind an option; once for each time.
std::vector<std::string> words_of(const po::variable_value& value) {
  if (const auto* const text = boost::any_cast<std::string>(&value.value())) return {*text};
  if (const auto* const number = boost::any_cast<double>(&value.value())) return {decimal(*number)};
  if (const auto* const number = boost::any_cast<int>(&value.value())) return {std::to_string(*number)};
  return value.as<std::vector<std::string>>();
}

}  // namespace

std::string seed_command(const po::variables_map& values, const RunPlan& plan, std::uint64_t seed) {
  const bool alone = plan.game.description.max_seats == 1;
  std::vector<std::string> words = {"host", alone ? "play" : "tournament", "--game", values["game"].as<std::string>()};
  std::array<std::string, 2> strategies = {values["plugin"].as<std::vector<std::string>>().front(),
                                           values["against"].as<std::string>()};
  if (plan.entrants[0].identity.name == plan.entrants[1].identity.name) {  // which a tournament refuses
    strategies[0] += ",name=new";
    strategies[1] += ",name=old";
  }
  for (const std::string& strategy : strategies) words.insert(words.end(), {"--plugin", strategy});
  po::options_description kept;
  kept.add_options()("set", po::value<std::vector<std::string>>(), "");
  add_custody_options(kept);
  for (const auto& option : kept.options()) {
    const po::variable_value& value = values[option->long_name()];
    if (value.empty() || value.defaulted()) continue;
    const std::string name = "--" + option->long_name();
    if (option->semantic()->max_tokens() == 0) {
      words.push_back(name);
      continue;
    }
    for (const std::string& word : words_of(value)) words.insert(words.end(), {name, word});
  }
  const std::string file = "seed-" + std::to_string(seed) + ".jsonl";
  words.insert(words.end(), {"--seed", std::to_string(seed), "--record", file});
  for (std::string& word : words) word = shell_word(word);
  return join(words, " ") + " && host replay " + file;
}

}  // namespace host
