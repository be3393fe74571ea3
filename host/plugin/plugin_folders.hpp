// The folders of plugins, and the libraries in them, read as data: nothing is loaded.
//
// Games are trusted and run in the host's process; strategies are not trusted. So the host takes games from some
// folders only. It takes nothing but strategies from the others, even if their files declare games.
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
  bool games = true;             // whether games are taken from it, beside strategies
  std::filesystem::path real{};  // without links
};

/// One library of a folder.
struct PluginEntry {
  std::filesystem::path path;
  std::optional<PluginDescription> plugin;  // without foreign_games; none if it can't be used
  std::string refusal;                      // why it can't be used: a sentence
  std::vector<std::string> foreign_games;   // ids of its games, if no games are taken from the folder
};

/// A file or a folder that is skipped.
struct SkippedPlugin {
  std::filesystem::path path;
  std::string reason;  // a sentence that begins with the path
};

/// Why no games are taken from a folder for strategies: half a sentence.
extern const char* const where_games_are;

/// Returns the libraries directly in a folder and one level below it, sorted.
std::vector<std::filesystem::path> libraries_in(const std::filesystem::path& folder);

/// Returns the files that declare a game with that id, each once.
std::vector<std::filesystem::path> files_with_game(const std::vector<PluginEntry>& entries, const std::string& id);

/// Returns a sentence: several files declare the game.
std::string several_games(const std::vector<std::filesystem::path>& files, const std::string& id);

class PluginFolders {
 public:
  /// Takes the folders `for_strategies` first, then `folders`, which are for games, too. A folder that is named twice
  /// counts once.
  PluginFolders(const std::vector<std::filesystem::path>& folders,
                const std::vector<std::filesystem::path>& for_strategies);

  [[nodiscard]] const std::vector<PluginFolder>& all() const { return all_; }

  /// Describes every library of every folder, in order.
  [[nodiscard]] std::vector<PluginEntry> scan() const;

  /// Returns what is skipped: folders, libraries that can't be used, games in folders for strategies, games that share
  /// an id, and strategies that share an id with one that is found before. `entries` are those of scan().
  [[nodiscard]] std::vector<SkippedPlugin> skipped(const std::vector<PluginEntry>& entries) const;

  /// Returns whether games are taken from the folder of the file. If several folders contain it, the nearest counts.
  [[nodiscard]] bool is_for_games(const std::filesystem::path& file) const;

 private:
  std::vector<PluginFolder> all_;
  std::vector<SkippedPlugin> unsearched_;
};

}  // namespace host
