#include "host/plugin/catalogue.hpp"

#include "host/plugin/description.hpp"
#include "host/plugin/library.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Parses `name` as a path if it looks like one: it ends in .so, perhaps followed by :id, or in .toml, or it begins
/// like a path. The folder of a game.toml stands for that file.
std::optional<Reference> as_path(const std::string& name) {
  if (const std::size_t colon = name.rfind(".so:"); colon != std::string::npos) {
    return Reference{name.substr(0, colon + 3), name.substr(colon + 4)};
  }
  if (name.ends_with(".so") || name.ends_with(".toml")) return Reference{name, {}};
  if (!name.starts_with('/') && !name.starts_with("./") && !name.starts_with("../")) return std::nullopt;
  std::error_code fault;
  if (fs::is_regular_file(fs::path(name) / "game.toml", fault)) return Reference{fs::path(name) / "game.toml", {}};
  return Reference{name, {}};
}

/// Returns the only entry of `all` with that id, or the only entry if no id is given. Returns NULL if there is none.
template <class Description>
const Description* pick(const std::vector<Description>& all, const std::string& id, const fs::path& path,
                        const std::string& word) {
  std::vector<std::string> ids;
  for (const Description& description : all) {
    if (!id.empty() && description.id == id) return &description;
    ids.push_back(description.id);
  }
  if (!id.empty()) {
    const std::string held = ids.empty() ? "none" : join(ids);
    throw Failure(Exit::usage,
                  path.string() + " holds no " + word + " '" + id + "'" + did_you_mean(id, ids) + "; it holds " + held);
  }
  if (all.size() > 1) {
    throw Failure(Exit::usage,
                  path.string() + " holds several: write " + path.string() + ":ID with one of " + join(ids));
  }
  return all.empty() ? nullptr : &all.front();
}

std::string kinds_held(const PluginDescription& plugin) {
  std::vector<std::string> held;
  for (const GameDescription& game : plugin.games) held.push_back("the game " + game.id);
  for (const StrategyDescription& strategy : plugin.strategies) {
    held.push_back("the strategy " + strategy.id + " for " +
                   (plays_any_game(strategy) ? "any game" : game_of(strategy.protocol)) + " (" + strategy.protocol +
                   ")");
  }
  return held.empty() ? "nothing" : join(held);
}

/// Returns the strategies for games of that protocol, followed by those that play any game.
std::vector<StrategyDescription> strategies_for(const PluginDescription& plugin, const std::string& protocol) {
  std::vector<StrategyDescription> fitting;
  for (const StrategyDescription& strategy : plugin.strategies) {
    if (plays(strategy, protocol)) fitting.push_back(strategy);
  }
  std::stable_partition(fitting.begin(), fitting.end(),
                        [](const StrategyDescription& strategy) { return !plays_any_game(strategy); });
  return fitting;
}

/// Refuses a library, named by its path, that contains nothing for this game. The message lists what it contains.
[[noreturn]] void refuse_other_game(const PluginDescription& plugin, const GameDescription& game) {
  const auto same_game = [&](const StrategyDescription& strategy) {
    return game_of(strategy.protocol) == game_of(game.protocol);
  };
  const bool other_revision = std::any_of(plugin.strategies.begin(), plugin.strategies.end(), same_game);
  throw Failure(Exit::plugin, plugin.path.string() + " holds no strategy for " + game.id + " (" + game.protocol +
                                  "): it holds " + kinds_held(plugin) +
                                  (other_revision ? "; build it again with this game's header" : ""));
}

/// Describes the file if it is a usable plugin. An unusable file must not hide the others of its folder.
std::optional<PluginDescription> try_describe(const fs::path& path) {
  try {
    return describe_file(path);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

/// Throws the reason why a plugin is unusable; a file that is no plugin has none.
void check_plugin(const fs::path& path) {
  try {
    static_cast<void>(inspect(ElfFile(path)));
  } catch (const Failure&) {
    return;
  }
  static_cast<void>(describe_file(path));
}

std::vector<fs::path> named_folders(const char* variable) {
  const char* const list = std::getenv(variable);
  return folders_in(list == nullptr ? "" : list);
}

/// Throws the reason why a library of that name is unusable, if there is one.
void check_usable(const std::vector<PluginEntry>& entries, const std::string& name) {
  for (const PluginEntry& entry : entries) {
    if (!entry.refusal.empty() && entry.plugin.path.stem() == name) throw Failure(Exit::plugin, entry.refusal);
  }
}

/// Lists the files and folders that were not searched, which might contain the named plugin: "; passed over: /no/such:
/// no such folder; ...". Returns "" if all were searched.
std::string passed_over(const PluginFolders& folders, const std::vector<PluginEntry>& entries) {
  constexpr std::size_t most = 3;
  std::vector<std::string> reasons;
  for (const SkippedPlugin& skipped : folders.skipped(entries)) {
    // Of a usable library, only a part is skipped: for example, a second game with the same id.
    const bool usable = std::any_of(entries.begin(), entries.end(), [&](const PluginEntry& entry) {
      return entry.refusal.empty() && entry.plugin.path == skipped.path;
    });
    if (!usable) reasons.push_back(skipped.reason);
  }
  if (reasons.empty()) return {};
  const std::size_t more = reasons.size() - std::min(reasons.size(), most);
  reasons.resize(reasons.size() - more);
  const std::string rest =
      more == 0 ? "" : "; and " + std::to_string(more) + " more, which '" + command_line("list") + "' tells";
  return "; passed over: " + join(reasons, "; ") + rest;
}

}  // namespace

GameBuild game_in(std::shared_ptr<const Build> build, const std::string& id) {
  const PluginDescription plugin = describe_build(*build);
  if (const GameDescription* const game = plugin.find_game(id); game != nullptr) return {std::move(build), *game};
  refuse_file(build->path(), "does not hold the game " + id);
}

Game load_game(const GameBuild& game) {
  auto library = Library::load(game.build);
  const agon_game_type* const type = find_game_type(library->plugin(), game.description.id);
  if (type != nullptr) return {std::move(library), type, game.description};
  refuse_file(game.build->path(),
              "does not hold the game " + game.description.id + " when it is loaded, which its file declares");
}

Catalogue Catalogue::standard() {
  std::vector<fs::path> folders = named_folders("AGON_GAME_PATH");
  const fs::path own = own_folder();
  if (!own.empty()) folders.push_back(own / "plugins");
  return Catalogue(folders, named_folders("AGON_PLUGIN_PATH"));
}

std::shared_ptr<const Build> Catalogue::build(const fs::path& path) const {
  const auto known = builds_.find(path);
  return known != builds_.end() ? known->second : builds_.emplace(path, Build::take(path)).first->second;
}

std::vector<const Build*> Catalogue::builds() const {
  std::vector<const Build*> all;
  for (const auto& [path, build] : builds_) all.push_back(build.get());
  return all;
}

GameFile Catalogue::find_game(const std::string& name) const {
  if (const auto reference = as_path(name)) {
    const PluginDescription plugin = describe_file(reference->path);
    const GameDescription* const game = pick(plugin.games, reference->id, reference->path, "game");
    if (game == nullptr)
      throw Failure(Exit::plugin, reference->path.string() + " holds no game: it holds " + kinds_held(plugin));
    return {reference->path, *game};
  }
  const std::vector<PluginEntry> entries = folders_.scan();
  const std::vector<fs::path> files = files_with_game(entries, name);
  if (files.size() > 1) throw Failure(Exit::usage, several_games(files, name));
  for (const PluginEntry& entry : entries) {
    if (!files.empty() && entry.plugin.path == files.front()) return {files.front(), *entry.plugin.find_game(name)};
  }
  check_usable(entries, name);
  const std::vector<std::string> ids = game_ids();
  std::string sentence =
      "no game called '" + name + "'" + did_you_mean(name, ids) + "; " +
      (ids.empty() ? "none was found: set AGON_GAME_PATH to the folder of one"
                   : "there is " + join(ids) + "; one elsewhere is named by its path, as in --game ./folder");
  for (const PluginEntry& entry : entries) {
    const auto& foreign = entry.foreign_games;
    if (std::find(foreign.begin(), foreign.end(), name) != foreign.end())
      sentence += "; " + entry.plugin.path.string() + " declares it, but " + where_games_are;
  }
  throw Failure(Exit::usage, sentence + passed_over(folders_, entries));
}

Game Catalogue::game(const std::string& name) const {
  const GameBuild taken = take(find_game(name));
  Game game = load_game(taken);
  taken.build->drop_file();  // so that no file remains if the host is killed
  return game;
}

StrategyFile Catalogue::strategy(const std::string& name, const GameDescription& game) const {
  if (const auto reference = as_path(name)) {
    auto build = this->build(reference->path);
    const PluginDescription plugin = describe_build(*build);
    const auto fitting = strategies_for(plugin, game.protocol);
    if (fitting.empty()) refuse_other_game(plugin, game);
    return {std::move(build), *pick(fitting, reference->id, reference->path, "strategy"), plugin.warnings};
  }
  std::string id = name;
  bool of_game = true;
  if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
    of_game = name.substr(0, slash) != AGON_ANY_PROTOCOL;
    if (of_game && name.substr(0, slash) != game.id) {
      throw Failure(Exit::usage, "the strategy '" + name + "' is not one for " + game.id + ": write " + game.id + "/" +
                                     name.substr(slash + 1) + ", or a path such as ./" + name + ".so");
    }
    id = name.substr(slash + 1);
  }
  const auto taken = [&](const fs::path& path, const std::string& protocol) -> std::optional<StrategyFile> {
    auto build = this->build(path);
    const PluginDescription plugin = describe_build(*build);
    const StrategyDescription* const found = plugin.find_strategy(id, protocol);
    if (found == nullptr) return std::nullopt;
    return StrategyFile{std::move(build), *found, plugin.warnings};
  };
  std::vector<fs::path> for_any_game;  // libraries with a strategy of that name for any game
  const auto found_in = [&](const fs::path& path) -> std::optional<StrategyFile> {
    const auto plugin = try_describe(path);
    if (!plugin) return std::nullopt;
    if (plugin->find_strategy(id, AGON_ANY_PROTOCOL) != nullptr) for_any_game.push_back(path);
    return of_game && plugin->find_strategy(id, game.protocol) != nullptr ? taken(path, game.protocol) : std::nullopt;
  };
  for (const PluginFolder& folder : folders_.all()) {
    const fs::path usual = folder.path / game.id / (id + ".so");
    check_plugin(usual);
    if (auto found = found_in(usual)) return *found;
    for (const fs::path& path : libraries_in(folder.path)) {
      if (auto found = found_in(path)) return *found;
    }
  }
  for (const fs::path& path : for_any_game) {
    if (auto found = taken(path, AGON_ANY_PROTOCOL)) return *found;
  }
  const std::vector<PluginEntry> entries = folders_.scan();
  check_usable(entries, id);
  const std::vector<std::string> ids = strategy_ids(game.protocol);
  std::error_code fault;
  const std::string hint =
      fs::exists(name + ".so", fault) ? " (did you mean the file ./" + name + ".so?)" : did_you_mean(id, ids);
  throw Failure(Exit::usage, "no strategy called '" + (of_game ? id : name) + "' for " + game.id + hint +
                                 "; there is " + (ids.empty() ? "none" : join(ids)) + passed_over(folders_, entries));
}

Reference Catalogue::plugin(const std::string& name, const std::optional<std::string>& of_game) const {
  if (const auto reference = as_path(name)) return *reference;
  std::error_code fault;
  if (fs::is_regular_file(name, fault)) return {name, {}};
  if (of_game) {
    const StrategyFile found = strategy(name, find_game(*of_game).description);
    return {found.build->path(), found.description.id};
  }
  std::map<std::string, Reference> called;  // keyed by full name
  std::set<std::string> all;
  const std::vector<PluginEntry> entries = folders_.scan();
  for (const PluginEntry& entry : entries) {
    const fs::path& path = entry.plugin.path;
    for (const GameDescription& game : entry.plugin.games) {
      all.insert(game.id);
      if (game.id == name) called.emplace(game.id, Reference{path, game.id});
    }
    for (const StrategyDescription& strategy : entry.plugin.strategies) {
      const std::string full = game_of(strategy.protocol) + "/" + strategy.id;
      all.insert({full, strategy.id});
      if (full == name || strategy.id == name) called.emplace(full, Reference{path, strategy.id});
    }
  }
  if (called.size() == 1) return called.begin()->second;
  if (called.empty())
    throw Failure(Exit::usage, "no plugin called '" + name + "'" + did_you_mean(name, {all.begin(), all.end()}) +
                                   ": a library is named by its path, as in ./" + name + ".so" +
                                   passed_over(folders_, entries));
  std::vector<std::string> names;
  for (const auto& [full, reference] : called) names.push_back(full);
  throw Failure(Exit::usage, "several plugins are called '" + name + "': write one of " + join(names));
}

std::vector<std::string> Catalogue::game_ids() const {
  std::set<std::string> ids;
  for (const PluginEntry& entry : folders_.scan()) {
    for (const GameDescription& game : entry.plugin.games) ids.insert(game.id);
  }
  return {ids.begin(), ids.end()};
}

std::vector<std::string> Catalogue::strategy_ids(const std::string& protocol, bool with_any) const {
  std::set<std::string> ids;
  for (const PluginEntry& entry : folders_.scan()) {
    for (const StrategyDescription& strategy : entry.plugin.strategies) {
      if (strategy.protocol == protocol || (with_any && plays_any_game(strategy))) ids.insert(strategy.id);
    }
  }
  return {ids.begin(), ids.end()};
}

}  // namespace host
