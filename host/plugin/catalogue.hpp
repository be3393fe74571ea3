// Finds plugins by name or by path.
//
// A plugin's folder holds libraries, directly or one level down: <folder>/<game>/<strategy>.so and
// <folder>/<game>/<game>.so by convention, which makes a name quick to find; any other file name works too, at the
// price of reading the folder.
//
// What a library holds is read from its file. The one library that is loaded is that of the game to be played: games
// referee in this process and are trusted, strategies are not.
#pragma once

#include "host/plugin/library.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// A game, ready to be played. The library stays loaded as long as this lives.
struct Game {
  std::shared_ptr<const Library> library;
  const agon_game_type* type = nullptr;
  GameDescription description;
};

/// A strategy that was found and fits its game; who opens a seat decides where it is loaded.
struct StrategyFile {
  std::filesystem::path path;
  StrategyDescription description;
  std::vector<std::string> warnings;  // about its library
};

class Catalogue {
 public:
  /// Looks in these folders, first one first.
  explicit Catalogue(std::vector<std::filesystem::path> folders);

  /// AGON_PLUGIN_PATH, then the folder `plugins` beside the host's executable, which is the same in the build tree and
  /// where it is installed.
  static Catalogue standard();

  /// One library of the folders: what it holds, or why it can't be used.
  struct Entry {
    std::filesystem::path path;
    std::optional<PluginDescription> plugin;  // read from the file; none if it can't be used
    std::string refusal;                      // then the sentence
  };
  /// Every plugin of every folder, in order. Nothing is loaded.
  [[nodiscard]] std::vector<Entry> scan() const;

  /// Loads the game called `name`, or the one in the library at the path `name` (`path.so:id` where it holds several).
  [[nodiscard]] Game game(const std::string& name) const;

  /// The strategy `name` for `game`: "mybot", "mygame/mybot", a path, or `path.so:id`.
  [[nodiscard]] StrategyFile strategy(const std::string& name, const GameDescription& game) const;

  /// Ids of all games, and of all strategies for one game's protocol: for lists, completion and "did you mean".
  [[nodiscard]] std::vector<std::string> game_ids() const;
  [[nodiscard]] std::vector<std::string> strategy_ids(const std::string& protocol) const;

  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  [[nodiscard]] static std::vector<std::filesystem::path> files(const std::filesystem::path& folder);

  std::vector<std::filesystem::path> folders_;
};

}  // namespace host
