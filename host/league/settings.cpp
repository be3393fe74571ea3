#include "host/league/settings.hpp"

#include "host/failure.hpp"
#include "host/text.hpp"

#include <toml++/toml.h>

#include <fstream>
#include <optional>
#include <sstream>

namespace host {

namespace {

[[noreturn]] void refuse_setting(const std::string& why) {
  throw Failure(Exit::usage, std::string(league_file) + ": " + why);
}

/// Returns the texts of a value: of an array, one for each element.
std::vector<std::string> texts_of(const std::string& key, const toml::node& node) {
  std::vector<std::string> texts;
  if (const toml::array* const array = node.as_array()) {
    for (const toml::node& each : *array) {
      for (std::string& text : texts_of(key, each)) texts.push_back(std::move(text));
    }
  } else if (const auto text = node.value_exact<std::string>()) {
    texts.push_back(*text);
  } else if (const auto number = node.value<double>()) {
    texts.push_back(decimal(*number));
  } else {
    refuse_setting(key + " takes a text, a number or a list of them");
  }
  return texts;
}

std::uint64_t number_of(const std::string& key, const toml::node& node, std::uint64_t least) {
  const auto number = node.value_exact<std::int64_t>();
  constexpr std::int64_t most = 1'000'000;
  if (!number || *number < static_cast<std::int64_t>(least) || *number > most)
    refuse_setting(key + " takes a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return static_cast<std::uint64_t>(*number);
}

std::string text_of(const std::string& key, const toml::node& node) {
  const auto text = node.value_exact<std::string>();
  if (!text) refuse_setting(key + " takes a text in quotes");
  return *text;
}

Words match_options(const toml::node& node) {
  if (node.as_table() == nullptr) refuse_setting("write [match] as a table");
  Words words;
  for (const auto& [key, value] : *node.as_table()) {
    const std::string name(key.str());
    if (const auto flag = value.value_exact<bool>()) {
      if (*flag) words.push_back("--" + name);
      continue;
    }
    for (const std::string& text : texts_of(name, value)) words.push_back("--" + name + "=" + text);
  }
  return words;
}

void take_setting(LeagueSettings& settings, const std::string& key, const toml::node& node) {
  static const std::vector<std::string> known = {"title",  "seeds",      "anchors", "owners",
                                                 "blocks", "placements", "give-up", "match"};
  if (key == "title")
    settings.title = text_of(key, node);
  else if (key == "seeds")
    settings.seeds = text_of(key, node);
  else if (key == "anchors")
    settings.anchors = texts_of(key, node);
  else if (key == "owners")
    settings.owners = texts_of(key, node);
  else if (key == "blocks")
    settings.blocks = number_of(key, node, 1);
  else if (key == "placements")
    settings.placements = number_of(key, node, 0);
  else if (key == "give-up")
    settings.give_up = number_of(key, node, 0);
  else if (key == "match")
    settings.match = match_options(node);
  else
    refuse_setting("there is no key " + key + did_you_mean(key, known) + "; there is " + join(known));
}

}  // namespace

LeagueSettings read_league(const std::filesystem::path& folder) {
  std::ifstream in(folder / league_file);
  if (!in) throw Failure(Exit::usage, folder.string() + " has no " + league_file + ": 'league init' makes a league");
  std::ostringstream text;
  text << in.rdbuf();
  LeagueSettings settings;
  try {
    const toml::table table = toml::parse(text.str());
    for (const auto& [key, node] : table) take_setting(settings, std::string(key.str()), node);
  } catch (const toml::parse_error& error) {
    refuse_setting("line " + std::to_string(error.source().begin.line) + ": " + std::string(error.description()));
  }
  if (settings.seeds.empty()) refuse_setting("it lacks seeds, as in seeds = \"random:1:KEY\"");
  return settings;
}

std::string new_league(const std::string& game, const std::string& title, const std::string& anchor,
                       const std::string& key) {
  const auto quoted = [](const std::string& text) {
    std::ostringstream out;
    out << toml::value<std::string>(text);
    return out.str();
  };
  std::string text = "# A league. docs/league.md of Agon explains each line.\n";
  text.append("title = ").append(quoted(title)).append("\n");
  text.append("seeds = ").append(quoted("random:1:" + key));
  text.append("   # who knows this key knows all seeds\n");
  text.append("anchors = [").append(anchor.empty() ? "" : quoted(anchor));
  text.append("]   # strategies, as --plugin takes them, that newcomers meet first\n");
  text.append("owners = []       # the folders in bots/ that take part; none: all\n");
  text.append("blocks = 20       # that each version plays: a block is a seed in all seatings\n");
  text.append("placements = 2    # blocks of these against each anchor, first\n");
  text.append("give-up = 3       # a version whose first matches all fail plays no more; 0: never\n\n");
  text.append(
      "[match]           # any options of 'agon tournament' for matches: set, time, wall, memory, group, ...\n");
  text.append("game = ").append(quoted(game)).append("\n");
  text.append("wall = 60         # seconds that each seat may take in a match, all told\n");
  return text;
}

}  // namespace host
