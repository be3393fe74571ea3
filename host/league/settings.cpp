#include "host/league/settings.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/toml_table.hpp"

#include <string_view>

namespace host {

namespace {

constexpr std::size_t most = 1'000'000;

/// Returns the options of the command line that the table stands for.
Words match_options(TomlTable match) {
  Words words;
  for (const std::string& name : match.keys()) {
    if (const auto flag = match.flag(name)) {
      if (*flag) words.push_back("--" + name);
      continue;
    }
    for (const std::string& text : match.texts(name)) words.push_back("--" + name + "=" + text);
  }
  return words;
}

/// Returns why the person can't have this key; "" if it is fine.
std::string fault_of(const std::string& owner, const std::string& key, const std::vector<Uploader>& others) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  constexpr std::size_t shortest = 16;
  if (owner.empty() || owner.find_first_not_of(plain) != std::string::npos)
    return "people: '" + owner + "' can't be the name of a folder: it takes letters, digits, - and _";
  if (key.size() < shortest || key.find_first_not_of(plain) != std::string::npos)
    return "people: the key of " + owner + " takes at least 16 letters and digits that nobody can guess, as in " +
           owner + " = \"" + random_key() + "\"";
  for (const Uploader& other : others) {
    if (other.key == key) return "people: " + owner + " and " + other.owner + " have the same key";
  }
  return "";
}

}  // namespace

LeagueSettings read_league(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / league_file;
  if (!std::filesystem::exists(file))
    throw Failure(Exit::usage, folder.string() + " has no " + league_file + ": 'league init' makes a league");
  TomlTable table = toml_file(file, Exit::usage);
  LeagueSettings settings;
  settings.title = table.text("title").value_or("");
  settings.seeds = table.text("seeds").value_or("");
  settings.anchors = table.texts("anchors");
  settings.owners = table.texts("owners");
  settings.blocks = table.whole("blocks", settings.blocks, 1, most);
  settings.placements = table.whole("placements", settings.placements, 0, most);
  settings.give_up = table.whole("give-up", settings.give_up, 0, most);
  settings.match = match_options(table.table("match"));
  table.refuse_others();
  if (settings.seeds.empty()) table.refuse("it lacks seeds, as in seeds = \"random:1:KEY\"");
  return settings;
}

UploadRules read_people(const std::filesystem::path& file) {
  TomlTable table = toml_file(file, Exit::usage);
  UploadRules rules;
  rules.url = table.text("url").value_or("");
  rules.uploads = table.whole("uploads", rules.uploads, 1, most);
  rules.files = table.whole("files", rules.files, 1, most);
  rules.bytes = table.whole("size", rules.bytes >> 20U, 1, most) << 20U;
  TomlTable people = table.table("people");
  for (const std::string& owner : people.keys()) {
    const std::string key = people.text(owner).value_or("");
    if (const std::string fault = fault_of(owner, key, rules.all); !fault.empty()) table.refuse(fault);
    rules.all.push_back({owner, key});
  }
  table.refuse_others();
  if (rules.all.empty()) table.refuse("it names nobody, as [people] with the line ada = \"" + random_key() + "\" does");
  if (!rules.url.empty() && (!rules.url.starts_with("http") || rules.url.find("://") == std::string::npos))
    table.refuse("url takes the address of the proxy, as in \"https://league.example.org\"");
  return rules;
}

std::string new_league(const std::string& game, const std::string& title, const std::string& anchor,
                       const std::string& key) {
  std::string text = "# A league. docs/league.md of Agon explains each line.\n";
  text.append("title = ").append(toml_text(title)).append("\n");
  text.append("seeds = ").append(toml_text("random:1:" + key));
  text.append("   # who knows this key knows all seeds\n");
  text.append("anchors = [").append(anchor.empty() ? "" : toml_text(anchor));
  text.append("]   # strategies, as --plugin takes them, that newcomers meet first\n");
  text.append("owners = []       # the folders in bots/ that take part; none: all\n");
  text.append("blocks = 20       # that each version plays: a block is a seed in all seatings\n");
  text.append("placements = 2    # blocks of these against each anchor, first\n");
  text.append("give-up = 3       # a version whose first matches all fail plays no more; 0: never\n\n");
  text.append(
      "[match]           # any options of 'agon tournament' for matches: set, time, wall, memory, group, ...\n");
  text.append("game = ").append(toml_text(game)).append("\n");
  text.append("wall = 60         # seconds that each seat may take in a match, all told\n");
  return text;
}

}  // namespace host
