#include "host/league/settings.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <toml++/toml.h>

#include <sstream>
#include <string_view>

namespace host {

namespace {

/// What is wrong with a file, whose name its reader knows.
struct Wrong {
  std::string why;
};

[[noreturn]] void refuse_setting(const std::string& why) {
  throw Wrong{why};
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

/// Reads a file of TOML. Calls `take` for each of its keys.
template <class Take>
void read_settings_file(const std::filesystem::path& file, Take take) {
  const auto refuse = [&](const std::string& why) {
    throw Failure(Exit::usage, file.filename().string() + ": " + why);
  };
  try {
    const toml::table table = toml::parse_file(file.string());
    for (const auto& [key, node] : table) take(std::string(key.str()), node);
  } catch (const toml::parse_error& error) {
    refuse("line " + std::to_string(error.source().begin.line) + ": " + std::string(error.description()));
  } catch (const Wrong& wrong) {
    refuse(wrong.why);
  }
}

[[noreturn]] void refuse_key(const std::string& key, const std::vector<std::string>& known) {
  refuse_setting("there is no key " + key + did_you_mean(key, known) + "; there is " + join(known));
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
    refuse_key(key, known);
}

void add_person(UploadRules& people, const std::string& owner, const toml::node& node) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  constexpr std::size_t shortest = 16;
  const std::string key = text_of(owner, node);
  if (owner.empty() || owner.find_first_not_of(plain) != std::string::npos)
    refuse_setting("people: '" + owner + "' can't be the name of a folder: it takes letters, digits, - and _");
  if (key.size() < shortest || key.find_first_not_of(plain) != std::string::npos)
    refuse_setting("people: the key of " + owner +
                   " takes at least 16 letters and digits that nobody can guess, as in " + owner + " = \"" +
                   random_key() + "\"");
  for (const Uploader& other : people.all) {
    if (other.key == key) refuse_setting("people: " + owner + " and " + other.owner + " have the same key");
  }
  people.all.push_back({owner, key});
}

void take_people(UploadRules& people, const std::string& key, const toml::node& node) {
  static const std::vector<std::string> known = {"url", "uploads", "files", "size", "people"};
  if (key == "url")
    people.url = text_of(key, node);
  else if (key == "uploads")
    people.uploads = number_of(key, node, 1);
  else if (key == "files")
    people.files = number_of(key, node, 1);
  else if (key == "size")
    people.bytes = number_of(key, node, 1) << 20U;
  else if (key != "people")
    refuse_key(key, known);
  else if (node.as_table() == nullptr)
    refuse_setting("write [people] as a table");
  else
    for (const auto& [owner, person] : *node.as_table()) add_person(people, std::string(owner.str()), person);
}

}  // namespace

LeagueSettings read_league(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / league_file;
  if (!std::filesystem::exists(file))
    throw Failure(Exit::usage, folder.string() + " has no " + league_file + ": 'league init' makes a league");
  LeagueSettings settings;
  read_settings_file(file, [&](const std::string& key, const toml::node& node) { take_setting(settings, key, node); });
  if (settings.seeds.empty())
    throw Failure(Exit::usage, std::string(league_file) + ": it lacks seeds, as in seeds = \"random:1:KEY\"");
  return settings;
}

UploadRules read_people(const std::filesystem::path& file) {
  UploadRules people;
  read_settings_file(file, [&](const std::string& key, const toml::node& node) { take_people(people, key, node); });
  const std::string name = file.filename().string();
  if (people.all.empty())
    throw Failure(Exit::usage,
                  name + ": it names nobody, as [people] with the line ada = \"" + random_key() + "\" does");
  const std::size_t begin = people.url.find("://");
  if (!people.url.empty() && (!people.url.starts_with("http") || begin == std::string::npos))
    throw Failure(Exit::usage, name + ": url takes the address of the proxy, as in \"https://league.example.org\"");
  return people;
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
