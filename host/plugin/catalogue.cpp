#include "host/plugin/catalogue.hpp"

#include "host/failure.hpp"
#include "host/plugin/inspection.hpp"
#include "host/plugin/plugin_file.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// A path and, behind a colon, which of its games or strategies is meant.
struct Reference {
  fs::path path;
  std::string id;
};

/// `name` as a path, if it looks like one: it ends in .so (then perhaps :id), or it begins like a path.
std::optional<Reference> as_path(const std::string& name) {
  if (const std::size_t colon = name.rfind(".so:"); colon != std::string::npos) {
    return Reference{name.substr(0, colon + 3), name.substr(colon + 4)};
  }
  if (name.ends_with(".so") || name.starts_with('/') || name.starts_with("./") || name.starts_with("../"))
    return Reference{name, {}};
  return std::nullopt;
}

/// The one entry of `all` with that id, or the only one there is if no id is given. NULL: there is none.
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
    held.push_back("the strategy " + strategy.id + " for " + game_of(strategy.protocol) + " (" + strategy.protocol +
                   ")");
  }
  return held.empty() ? "nothing" : join(held);
}

const agon_game_type* type_of(const Library& library, const std::string& id) {
  for (std::uint32_t index = 0; index < library.plugin().game_count; ++index) {
    if (library.plugin().games[index]->id == id) return library.plugin().games[index];
  }
  return nullptr;
}

bool holds_game(const PluginDescription& plugin, const std::string& id) {
  return std::any_of(plugin.games.begin(), plugin.games.end(),
                     [&](const GameDescription& game) { return game.id == id; });
}

/// Loads a library for the game that its file declares.
Game load_game(const fs::path& path, const std::string& id) {
  auto library = Library::load(path);
  const agon_game_type* const type = type_of(*library, id);
  for (const GameDescription& game : library->description().games) {
    if (game.id == id) return {std::move(library), type, game};
  }
  throw Failure(Exit::plugin,
                path.string() + ": does not hold the game " + id + " any more: it was replaced meanwhile");
}

std::vector<StrategyDescription> strategies_for(const PluginDescription& plugin, const std::string& protocol) {
  std::vector<StrategyDescription> fitting;
  for (const StrategyDescription& strategy : plugin.strategies) {
    if (strategy.protocol == protocol) fitting.push_back(strategy);
  }
  return fitting;
}

/// A library by its path that holds nothing for this game: says what it holds instead.
[[noreturn]] void refuse_other_game(const PluginDescription& plugin, const GameDescription& game) {
  const auto same_game = [&](const StrategyDescription& strategy) {
    return game_of(strategy.protocol) == game_of(game.protocol);
  };
  const bool other_revision = std::any_of(plugin.strategies.begin(), plugin.strategies.end(), same_game);
  throw Failure(Exit::plugin, plugin.path.string() + " holds no strategy for " + game.id + " (" + game.protocol +
                                  "): it holds " + kinds_held(plugin) +
                                  (other_revision ? "; build it again with this game's header" : ""));
}

/// Reads the file if it is a plugin that can be used; a file that can't be must not hide the others of its folder.
std::optional<PluginDescription> try_describe(const fs::path& path) {
  try {
    return describe_file(path);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::vector<fs::path> standard_folders() {
  std::vector<fs::path> folders;
  if (const char* const path = std::getenv("AGON_PLUGIN_PATH")) {
    for (const std::string& folder : split(path, ':')) {
      if (!folder.empty()) folders.emplace_back(folder);
    }
  }
  std::error_code fault;
  const fs::path executable = fs::read_symlink("/proc/self/exe", fault);
  if (!fault) folders.push_back(executable.parent_path() / "plugins");
  return folders;
}

}  // namespace

Catalogue::Catalogue(std::vector<fs::path> folders) {
  std::set<fs::path> seen;
  for (fs::path& folder : folders) {
    std::error_code fault;
    const fs::path real = fs::canonical(folder, fault);
    if (!fault && seen.insert(real).second) folders_.push_back(std::move(folder));
  }
}

Catalogue Catalogue::standard() {
  return Catalogue(standard_folders());
}

std::vector<fs::path> Catalogue::files(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code fault;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, fault);
  for (; !fault && entry != fs::recursive_directory_iterator(); entry.increment(fault)) {
    if (entry.depth() == 1) entry.disable_recursion_pending();
    if (entry->path().extension() == ".so" && entry->is_regular_file(fault) && is_plugin(entry->path()))
      found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());  // the order of a folder is the file system's whim
  return found;
}

std::vector<Catalogue::Entry> Catalogue::scan() const {
  std::vector<Entry> entries;
  for (const fs::path& folder : folders_) {
    for (const fs::path& path : files(folder)) {
      try {
        entries.push_back({path, describe_file(path), {}});
      } catch (const Failure& failure) {
        entries.push_back({path, std::nullopt, failure.what()});
      }
    }
  }
  return entries;
}

Game Catalogue::game(const std::string& name) const {
  if (const auto reference = as_path(name)) {
    const PluginDescription plugin = describe_file(reference->path);
    const GameDescription* const game = pick(plugin.games, reference->id, reference->path, "game");
    if (game == nullptr)
      throw Failure(Exit::plugin, reference->path.string() + " holds no game: it holds " + kinds_held(plugin));
    return load_game(reference->path, game->id);
  }
  for (const fs::path& folder : folders_) {
    for (const fs::path& path : {folder / name / (name + ".so"), folder / (name + ".so")}) {
      if (!is_plugin(path)) continue;
      if (holds_game(describe_file(path), name)) return load_game(path, name);
    }
    for (const fs::path& path : files(folder)) {
      const auto plugin = try_describe(path);
      if (plugin && holds_game(*plugin, name)) return load_game(path, name);
    }
  }
  const std::vector<std::string> ids = game_ids();
  throw Failure(Exit::usage, "no game called '" + name + "'" + did_you_mean(name, ids) + "; " +
                                 (ids.empty() ? "no plugin was found: set AGON_PLUGIN_PATH to their folder"
                                              : "there is " + join(ids)));
}

StrategyFile Catalogue::strategy(const std::string& name, const GameDescription& game) const {
  if (const auto reference = as_path(name)) {
    const PluginDescription plugin = describe_file(reference->path);
    const auto fitting = strategies_for(plugin, game.protocol);
    if (fitting.empty()) refuse_other_game(plugin, game);
    return {reference->path, *pick(fitting, reference->id, reference->path, "strategy"), plugin.warnings};
  }
  std::string id = name;
  if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
    if (name.substr(0, slash) != game.id) {
      throw Failure(Exit::usage, "the strategy '" + name + "' is not one for " + game.id + ": write " + game.id + "/" +
                                     name.substr(slash + 1) + ", or a path such as ./" + name + ".so");
    }
    id = name.substr(slash + 1);
  }
  const auto found_in = [&](const fs::path& path) -> std::optional<StrategyFile> {
    const auto plugin = try_describe(path);
    if (!plugin) return std::nullopt;
    for (StrategyDescription& strategy : strategies_for(*plugin, game.protocol)) {
      if (strategy.id == id) return StrategyFile{path, std::move(strategy), plugin->warnings};
    }
    return std::nullopt;
  };
  for (const fs::path& folder : folders_) {
    const fs::path usual = folder / game.id / (id + ".so");
    if (is_plugin(usual)) static_cast<void>(describe_file(usual));  // if it can't be used, its reason is the answer
    if (auto found = found_in(usual)) return *found;
    for (const fs::path& path : files(folder)) {
      if (auto found = found_in(path)) return *found;
    }
  }
  const std::vector<std::string> ids = strategy_ids(game.protocol);
  std::error_code fault;
  const std::string hint =
      fs::exists(name + ".so", fault) ? " (did you mean the file ./" + name + ".so?)" : did_you_mean(id, ids);
  throw Failure(Exit::usage, "no strategy called '" + id + "' for " + game.id + hint + "; there is " +
                                 (ids.empty() ? "none" : join(ids)));
}

std::vector<std::string> Catalogue::game_ids() const {
  std::set<std::string> ids;
  for (const Entry& entry : scan()) {
    if (!entry.plugin) continue;
    for (const GameDescription& game : entry.plugin->games) ids.insert(game.id);
  }
  return {ids.begin(), ids.end()};
}

std::vector<std::string> Catalogue::strategy_ids(const std::string& protocol) const {
  std::set<std::string> ids;
  for (const Entry& entry : scan()) {
    if (!entry.plugin) continue;
    for (const StrategyDescription& strategy : strategies_for(*entry.plugin, protocol)) ids.insert(strategy.id);
  }
  return {ids.begin(), ids.end()};
}

}  // namespace host
