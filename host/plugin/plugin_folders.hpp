// The folders of plugins, and the libraries in them, read as data: nothing is loaded.
//
// Games are trusted and run in the host's process; strategies are not trusted. So the host accepts games only from
// certain folders. From all other folders it accepts only strategies, even if their files declare games.
#pragma once

#include "host/plugin/description.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// A folder that is searched.
struct PluginFolder {
  std::filesystem::path path;
  bool games = true;             // whether it accepts games in addition to strategies
  std::filesystem::path real{};  // with links resolved
};

/// A library in a folder.
struct PluginEntry {
  std::filesystem::path path;
  std::optional<PluginDescription> plugin;  // without foreign_games; nothing if it is unusable
  std::string refusal;                      // why it is unusable: a sentence
  std::vector<std::string> foreign_games;   // ids of its games, if the folder accepts no games
};

/// A file or a folder that is skipped.
struct SkippedPlugin {
  std::filesystem::path path;
  std::string reason;  // a sentence that begins with the path
};

/// The reason why a folder for strategies accepts no games: the end of a sentence.
extern const char* const where_games_are;

/// Returns the libraries, and the testers' game.toml, directly in a folder and one level below it, sorted.
std::vector<std::filesystem::path> libraries_in(const std::filesystem::path& folder);

/// Returns the files that declare a game with that id, each once.
std::vector<std::filesystem::path> files_with_game(const std::vector<PluginEntry>& entries, const std::string& id);

/// Returns a sentence: several files declare the game.
std::string several_games(const std::vector<std::filesystem::path>& files, const std::string& id);

class PluginFolders {
 public:
  /// Searches the folders `for_strategies` first, then `folders`, which also accept games. A folder that is listed
  /// twice counts once.
  PluginFolders(const std::vector<std::filesystem::path>& folders,
                const std::vector<std::filesystem::path>& for_strategies);

  [[nodiscard]] const std::vector<PluginFolder>& all() const { return all_; }

  /// Describes every library of every folder, in order.
  [[nodiscard]] std::vector<PluginEntry> scan() const;

  /// Returns everything that is skipped: folders, unusable libraries, games in folders for strategies, games that share
  /// an id, and strategies whose id was found before. `entries` is the result of scan().
  [[nodiscard]] std::vector<SkippedPlugin> skipped(const std::vector<PluginEntry>& entries) const;

  /// Returns whether the folder of the file accepts games. If several folders contain the file, the nearest one
  /// decides.
  [[nodiscard]] bool is_for_games(const std::filesystem::path& file) const;

 private:
  std::vector<PluginFolder> all_;
  std::vector<SkippedPlugin> unsearched_;
};

}  // namespace host
