// Finds plugins by name or by path.
//
// A folder of plugins contains libraries, directly or one level below. By convention, they are
// <folder>/<game>/<strategy>.so and <folder>/<game>/<game>.so, so that a strategy is found quickly. To find a library
// with any other file name, the whole folder is read.
//
// A game comes from a folder for games (plugin_folders.hpp), or from the file that the user specifies as the game. The
// content of a library is read from its file. Only the library of the game to be played is loaded.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/plugin_folders.hpp"
#include "host/plugin/program.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// A game that was found. None of its code has run.
struct GameFile {
  std::filesystem::path path;
  GameDescription description;
};

/// A copy of a game's library, and the selected game. None of its code has run.
struct GameBuild {
  std::shared_ptr<const Build> build;
  GameDescription description;
};

/// Returns the game with that id in a library. Throws Failure(plugin) if it does not hold one.
GameBuild game_in(std::shared_ptr<const Build> build, const std::string& id);

/// A game that is ready to be played. The library stays loaded for the lifetime of this object.
struct Game {
  std::shared_ptr<const Library> library;
  const agon_game_type* type = nullptr;
  GameDescription description;
};

/// Loads the game's library, which then runs in this process. Throws Failure(plugin).
Game load_game(const GameBuild& game);

/// A strategy that was found and fits its game. The code that opens a seat decides where to load it.
struct StrategyFile {
  std::shared_ptr<const Build> build;
  StrategyDescription description;
  std::vector<std::string> warnings;  // about its library
  /// Not NULL for a program on a pipe. Then `build` is only its identity, and nothing is loaded.
  std::shared_ptr<const Program> program{};
};

/// A library, and the selected game or strategy.
struct Reference {
  std::filesystem::path path;
  std::string id;  // empty: all
};

class Catalogue {
 public:
  /// Searches the folders in order: `for_strategies` for strategies, then `folders` for games and strategies.
  explicit Catalogue(const std::vector<std::filesystem::path>& folders,
                     const std::vector<std::filesystem::path>& for_strategies = {})
      : folders_(folders, for_strategies) {}

  /// Searches AGON_PLUGIN_PATH for strategies, then AGON_GAME_PATH and the folder `plugins` next to the host's
  /// executable for games and strategies. That folder is the same in the build tree and in an installation.
  static Catalogue standard();

  [[nodiscard]] const PluginFolders& folders() const { return folders_; }

  /// Finds the game with the id `name`, or the one in the library at the path `name` (`path.so:id` if it has several).
  /// Throws Failure(usage) or Failure(plugin) if there is none, or if several files declare it.
  [[nodiscard]] GameFile find_game(const std::string& name) const;

  /// Copies the library of a game. Throws Failure(plugin) if it no longer contains the game.
  [[nodiscard]] GameBuild take(const GameFile& file) const { return game_in(build(file.path), file.description.id); }

  /// Finds the game `name` and loads it. Throws the same as find_game(), take() and load_game().
  [[nodiscard]] Game game(const std::string& name) const;

  /// Finds the strategy `name` for `game`: "mybot", "mygame/mybot", "*/mybot" (plays any game), a path, or
  /// `path.so:id`. A strategy of the game's own protocol is preferred to one of that name that plays any game.
  [[nodiscard]] StrategyFile strategy(const std::string& name, const GameDescription& game) const;

  /// Finds the library that `name` specifies: a path, `path.so:id`, a game's id, "mybot" (for `of_game`, if that is
  /// given) or "mygame/mybot". Throws Failure(usage) if no plugin has that name, or if several have.
  [[nodiscard]] Reference plugin(const std::string& name, const std::optional<std::string>& of_game) const;

  /// Returns the build of the file at `path`. The first call for a path creates it, later calls return the same. So a
  /// command uses one build of each file. Not thread-safe.
  [[nodiscard]] std::shared_ptr<const Build> build(const std::filesystem::path& path) const;

  /// Returns all builds that build() has created.
  [[nodiscard]] std::vector<const Build*> builds() const;

  /// Return the ids of all games, and of all strategies for one game's protocol, with or without those for any game:
  /// for lists, completion and "did you mean".
  [[nodiscard]] std::vector<std::string> game_ids() const;
  [[nodiscard]] std::vector<std::string> strategy_ids(const std::string& protocol, bool with_any = true) const;

 private:
  PluginFolders folders_;
  mutable std::map<std::filesystem::path, std::shared_ptr<const Build>> builds_;
};

}  // namespace host
