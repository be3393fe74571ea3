#include "host/tournament/league_settings.hpp"

#include "host/tournament/schedule.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/toml_table.hpp"

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

/// Refuses a person who can't have this key.
void check_person(const Uploader& person, const std::vector<Uploader>& others, const TomlTable& table) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  constexpr std::size_t shortest = 16;
  const auto& [owner, key] = person;
  if (owner.empty() || owner.find_first_not_of(plain) != std::string::npos)
    table.refuse("people: '" + owner + "' can't be the name of a folder: it takes letters, digits, - and _");
  if (key.size() < shortest || key.find_first_not_of(plain) != std::string::npos)
    table.refuse("people: the key of " + owner + " takes at least 16 letters and digits that nobody can guess, as in " +
                 owner + " = \"" + random_key() + "\"");
  for (const Uploader& other : others) {
    if (other.key == key) table.refuse("people: " + owner + " and " + other.owner + " have the same key");
  }
}

}  // namespace

LeagueSettings read_league(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / league_file;
  if (!std::filesystem::exists(file))
    throw Failure(Exit::usage, folder.string() + " has no " + league_file + ": 'league init' makes a league");
  TomlTable table = toml_file(file, Exit::usage);
  LeagueSettings settings;
  settings.title = table.text("title").value_or("");
  const std::string seeds = table.text("seeds").value_or("random:1");
  const auto refuse_seeds = [&]() -> std::string {
    table.refuse("seeds takes random ones with the league's key, as in \"random:1:KEY\"");
  };
  settings.secret = parse_seeds(seeds, refuse_seeds).secret;
  if (settings.secret.empty()) refuse_seeds();
  settings.key = seeds.substr(seeds.rfind(':') + 1);
  settings.anchors = table.texts("anchors");
  settings.owners = table.texts("owners");
  settings.blocks = table.whole("blocks", settings.blocks, 1, most);
  settings.placements = table.whole("placements", settings.placements, 0, most);
  settings.give_up = table.whole("give-up", settings.give_up, 0, most);
  settings.match = match_options(table.table("match"));
  table.refuse_others();
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
    const Uploader person{owner, people.text(owner).value_or("")};
    check_person(person, rules.all, table);
    rules.all.push_back(person);
  }
  table.refuse_others();
  if (rules.all.empty()) table.refuse("it names nobody, as [people] with the line ada = \"" + random_key() + "\" does");
  if (!rules.url.empty() && (!rules.url.starts_with("http") || rules.url.find("://") == std::string::npos))
    table.refuse("url takes the address of the proxy, as in \"https://league.example.org\"");
  return rules;
}

}  // namespace host
