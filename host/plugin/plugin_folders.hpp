// The folders that plugins are looked for in, and what lies in them, read as data: nothing is loaded.
//
// Games referee in this process and are trusted, strategies are not. So there are folders that games are taken from,
// and others that are for strategies alone, whatever their files declare.
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
  bool games = true;             // else for strategies alone
  std::filesystem::path real{};  // without links
};

/// One library of a folder.
struct PluginEntry {
  std::filesystem::path path;
  std::optional<PluginDescription> plugin;  // without games that the folder is not for; none if it can't be used
  std::string refusal;                      // then the sentence
  std::vector<std::string> foreign_games;   // the ids of games that the folder is not for
};

/// A file or a folder that is passed over.
struct SkippedPlugin {
  std::filesystem::path path;
  std::string reason;  // a sentence that begins with the path
};

/// Why a folder for strategies gives no games: half a sentence.
extern const char* const where_games_are;

/// The libraries below a folder, sorted: directly in it, or one level down.
std::vector<std::filesystem::path> libraries_in(const std::filesystem::path& folder);

/// The files that declare a game of that id, each once however often it was found.
std::vector<std::filesystem::path> files_with_game(const std::vector<PluginEntry>& entries, const std::string& id);

/// Says that they are several.
std::string several_games(const std::vector<std::filesystem::path>& files, const std::string& id);

class PluginFolders {
 public:
  /// First `for_strategies`, then `folders`, which are for games, too. A folder that is named twice counts once.
  PluginFolders(const std::vector<std::filesystem::path>& folders,
                const std::vector<std::filesystem::path>& for_strategies);

  [[nodiscard]] const std::vector<PluginFolder>& all() const { return all_; }

  /// Every library of every folder, in order.
  [[nodiscard]] std::vector<PluginEntry> scan() const;

  /// What is passed over, a sentence for each: folders, libraries that can't be used, games where none may be, games of
  /// one id, which can't be named by it, and strategies behind another one of that id. `entries` are those of scan().
  [[nodiscard]] std::vector<SkippedPlugin> skipped(const std::vector<PluginEntry>& entries) const;

  /// Whether the file lies in a folder that games are taken from: of several around it, the nearest one counts.
  [[nodiscard]] bool is_for_games(const std::filesystem::path& file) const;

 private:
  std::vector<PluginFolder> all_;
  std::vector<SkippedPlugin> unsearched_;
};

}  // namespace host
