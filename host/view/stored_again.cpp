#include "host/view/stored_again.hpp"

#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/plugin/file_names.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/spec.hpp"
#include "host/text.hpp"
#include "host/tournament/seeds.hpp"
#include "host/view/shell_line.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

namespace {

using Words = std::vector<std::string>;

/// The options of a run that apply to each of its matches, in output order.
constexpr std::array<std::string_view, 15> kept = {
    "--game",        "--set",       "--openings",  "--opening-order", "--opening-plies", "--opening-balance",
    "--time",        "--turn-time", "--increment", "--memory",        "--wall",          "--game-wall",
    "--game-memory", "--threads",   "--isolation"};

/// Returns a command line's options with their values.
std::vector<std::pair<std::string, std::string>> options_of(const std::string& line) {
  std::vector<std::pair<std::string, std::string>> options;
  for (const ShellWord& word : shell_words(line)) {
    const std::size_t equals = word.value.find('=');
    if (word.value.starts_with("--")) {
      options.emplace_back(word.value.substr(0, equals),
                           equals == std::string::npos ? "" : word.value.substr(equals + 1));
    } else if (!options.empty() && options.back().second.empty()) {
      options.back().second = word.value;
    }
  }
  return options;
}

/// Returns the run's secret; for random seeds, it is derived from their key.
std::string secret_of(const std::vector<std::pair<std::string, std::string>>& options) {
  std::string secret;
  for (const auto& [name, value] : options) {
    if (name == "--secret") return value;
    if (name != "--seeds" || !value.starts_with("random:")) continue;
    const std::vector<std::string> parts = split(value, ':');
    if (parts.size() != 3) continue;
    try {
      secret = parse_seeds("random:1:" + parts[2], [] { return std::string(); }).secret;
    } catch (const Failure&) {
      secret.clear();
    }
  }
  return secret;
}

/// Returns whether a strategy may have this id: "mybot" for "mybot", "mygame/mybot", "./mybot.so", "./bots.so:mybot",
/// "./mybot.py" and "run:python3 mybot.py 5".
bool may_be(const std::string& plugin, const std::string& id) {
  if (!plugin.starts_with(command_prefix)) return name_of_file(plugin.substr(plugin.find_last_of("/:") + 1)) == id;
  const Words words = command_words(plugin.substr(std::string_view(command_prefix).size()));
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return name_of_file(word) == id; });
}

/// Returns the spec of a stored strategy that the command line does not name: the game's default opponent.
std::string spec_of(const SeatIdentity& seat) {
  std::string spec = seat.strategy;
  for (const auto& [name, value] : seat.options) spec.append(",").append(name).append("=").append(value);
  if (seat.name != seat.strategy) spec.append(",name=").append(seat.name);
  return spec;
}

/// Returns the spec of the seat's strategy; nothing if several strategies of the command line are possible.
std::optional<std::string> named(const std::vector<PluginSpec>& specs, const SeatIdentity& seat) {
  std::vector<const PluginSpec*> likely;
  std::vector<const PluginSpec*> files;  // the id of their strategy is unknown
  for (const PluginSpec& spec : specs) {
    if (spec.name == seat.name) return spec.given;
    if (!spec.name.empty()) continue;
    if (may_be(spec.plugin, seat.name)) likely.push_back(&spec);
    if (spec.plugin.ends_with(".so")) files.push_back(&spec);
  }
  if (likely.empty()) likely = files;
  if (likely.empty()) return spec_of(seat);
  if (likely.size() > 1) return std::nullopt;
  return likely.front()->given;
}

std::vector<PluginSpec> specs_in(const std::vector<std::pair<std::string, std::string>>& options) {
  std::vector<PluginSpec> specs;
  for (const auto& [name, value] : options) {
    if (name != "--plugin" && name != "--against") continue;
    try {
      PluginSpec spec = PluginSpec::parse(value);
      if (spec.plugin.starts_with(command_prefix)) static_cast<void>(command_words(spec.plugin));
      specs.push_back(std::move(spec));
    } catch (const Failure&) {
      continue;  // written by another program
    }
  }
  return specs;
}

}  // namespace

bool is_search(const std::string& run) {
  const std::vector<ShellWord> words = shell_words(run);
  return words.size() > 1 && words[1].value == "tune";
}

std::string stored_secret(const std::string& run) {
  return secret_of(options_of(run));
}

std::string stored_match_again(const MatchReference& match, const std::string& run, const std::string& program) {
  const auto options = options_of(run);
  const auto has = [&](std::string_view name) {
    return std::any_of(options.begin(), options.end(), [&](const auto& option) { return option.first == name; });
  };
  Words words = {program};
  if (!has("--game")) {
    words.insert(words.end(), {"--game", match.conditions->game});
    for (const auto& [name, value] : match.conditions->parameters)
      words.insert(words.end(), {"--set", std::string(name).append("=").append(value)});
  }
  for (const std::string_view name : kept) {
    for (const auto& [given, value] : options) {
      if (given == name) words.insert(words.end(), {given, value});
    }
  }
  if (has("--fresh")) words.emplace_back("--fresh");
  const std::string secret = secret_of(options);
  if (!secret.empty()) words.insert(words.end(), {"--secret", secret});
  const std::vector<PluginSpec> specs = specs_in(options);
  for (const SeatIdentity& seat : match.seats) {
    const auto spec = named(specs, seat);
    if (!spec) return {};
    words.insert(words.end(), {"--plugin", *spec});
  }
  if (match.seats.size() > 1) words.insert(words.end(), {"--seats", "listed"});
  const std::string seed = std::to_string(match.seed);
  const std::string file = "match-" + std::to_string(match.number) + "-seed-" + seed + ".jsonl";
  words.insert(words.end(), {"--seed", seed, "--record", file, "--quiet"});
  Words replay = {program, "replay", file};
  for (const auto& [given, value] : options) {
    if (given == "--game" && value.find('/') != std::string::npos) replay.insert(replay.end(), {given, value});
  }
  return shell_line(std::move(words)) + " && " + shell_line(std::move(replay));
}

}  // namespace host
