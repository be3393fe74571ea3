// Finds plugins by name or by path.
//
// A plugin's folder holds libraries, directly or one level down: <folder>/<game>/<strategy>.so and
// <folder>/<game>/<game>.so by convention, which makes a strategy quick to find; any other file name works too, at the
// price of reading the folder.
//
// A game is taken from the folders for games alone (plugin_folders.hpp), or from the file that is named as the game.
// What a library holds is read from its file. The one library that is loaded is that of the game to be played.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/plugin_folders.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// A game that was found; nothing of it has run.
struct GameFile {
  std::filesystem::path path;
  GameDescription description;
};

/// What was copied of it, to be loaded.
struct GameBuild {
  std::shared_ptr<const Build> build;
  GameDescription description;
};

/// A game, ready to be played. The library stays loaded as long as this lives.
struct Game {
  std::shared_ptr<const Library> library;
  const agon_game_type* type = nullptr;
  GameDescription description;
};

/// Loads the game's library: its code runs in this process. Throws Failure(plugin).
Game load_game(const GameBuild& game);

/// A strategy that was found and fits its game; who opens a seat decides where it is loaded.
struct StrategyFile {
  std::shared_ptr<const Build> build;
  StrategyDescription description;
  std::vector<std::string> warnings;  // about its library
};

/// What a name or a path leads to: a library, and perhaps which of its games and strategies.
struct Reference {
  std::filesystem::path path;
  std::string id;  // empty: none in particular
};

class Catalogue {
 public:
  /// Looks for strategies in the folders `for_strategies`, first one first, then for games and strategies in `folders`.
  explicit Catalogue(const std::vector<std::filesystem::path>& folders,
                     const std::vector<std::filesystem::path>& for_strategies = {})
      : folders_(folders, for_strategies) {}

  /// AGON_PLUGIN_PATH, for strategies; then AGON_GAME_PATH, and the folder `plugins` beside the host's executable,
  /// which is the same in the build tree and where it is installed.
  static Catalogue standard();

  [[nodiscard]] const PluginFolders& folders() const { return folders_; }

  /// The game called `name`, or the one in the library at the path `name` (`path.so:id` where it holds several). Throws
  /// Failure(usage) or Failure(plugin) if there is none, or several files declare it.
  [[nodiscard]] GameFile find_game(const std::string& name) const;

  /// Copies its library. Throws Failure(plugin) if that does not hold the game any more.
  [[nodiscard]] GameBuild take(const GameFile& file) const;

  /// The game called `name`, loaded.
  [[nodiscard]] Game game(const std::string& name) const;

  /// The strategy `name` for `game`: "mybot", "mygame/mybot", a path, or `path.so:id`.
  [[nodiscard]] StrategyFile strategy(const std::string& name, const GameDescription& game) const;

  /// The library that `name` means, whatever it holds: a path, `path.so:id`, a game's id, "mybot" (of that game, if one
  /// is named) or "mygame/mybot". Throws Failure(usage) if nothing, or more than one thing, is called so.
  [[nodiscard]] Reference plugin(const std::string& name, const std::optional<std::string>& of_game) const;

  /// The file as it is now, or as it was when it was asked for first: all that a command plays of a file is one build.
  [[nodiscard]] std::shared_ptr<const Build> build(const std::filesystem::path& path) const;

  /// All that build() has returned.
  [[nodiscard]] std::vector<const Build*> builds() const;

  /// Ids of all games, and of all strategies for one game's protocol: for lists, completion and "did you mean".
  [[nodiscard]] std::vector<std::string> game_ids() const;
  [[nodiscard]] std::vector<std::string> strategy_ids(const std::string& protocol) const;

 private:
  PluginFolders folders_;
  mutable std::map<std::filesystem::path, std::shared_ptr<const Build>> builds_;
};

}  // namespace host
