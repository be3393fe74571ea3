// The folders of plugins, and the libraries in them, read as data: nothing is loaded.
//
// Games are trusted and run in the host's process; strategies are not trusted. So the host accepts games only from
// certain folders. From all other folders it accepts only strategies, even if their files declare games.
#pragma once

#include "host/plugin/description.hpp"
#include "host/util/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
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
  PluginDescription plugin;                  // without foreign_games; only its path if it is unusable
  std::string refusal{};                     // why it is unusable: a sentence; empty: it is usable
  std::vector<std::string> foreign_games{};  // ids of its games, if the folder accepts no games
};

/// A file or a folder that is skipped.
struct SkippedPlugin {
  std::filesystem::path path;
  std::string reason;  // a sentence that begins with the path
};

/// The reason why a folder for strategies accepts no games: the end of a sentence.
extern const char* const where_games_are;

/// Returns the folders in a list, separated by ':', as of PATH.
std::vector<std::filesystem::path> folders_in(std::string_view list);

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

// Which files beside its own a program may see, and which it must not.

/// Returns whether a file that begins with this text is an ELF file, and whether that is an executable.
bool is_elf(const std::string& text);
bool is_executable(const std::string& text);

/// Returns whether the path is a regular file.
bool is_file(const std::filesystem::path& path);
/// Returns whether it is one that this user may execute.
bool runs(const std::filesystem::path& path);

/// Returns whether the path is absolute, and lies in a folder that every program in the sandbox reads.
bool is_of_system(const std::filesystem::path& path);

/// Returns whether `path` is the folder, or lies below it. Compares names.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Returns why no program may read this folder, to follow "because"; "" if one may: it is or holds a home, a results
/// database or a record.
std::string why_closed(const std::filesystem::path& folder);

/// A folder that might have been made for a program. Names that begin with a full stop, `__pycache__`, folders with a
/// `pyvenv.cfg`, links and unreadable files do not belong to it.
struct ProgramFolder {
  std::shared_ptr<const Descriptor> open{};    // the folder
  std::vector<std::filesystem::path> files{};  // below it, with those in its folders, at most `most_files`, in order
  bool fits = true;                            // they are not more, nor larger
  std::string objection{};                     // why it was not made for the program, to follow "because"; "": it was

  static constexpr std::size_t most_files = 1000;
  static constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20U;
};

/// Looks at a folder, in which the program has the files `own`.
ProgramFolder look_into(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& own);

/// Returns whom a script names in its first line, without arguments: {"/bin/sh"}, or {"/usr/bin/env", "python3"};
/// nobody if the text is no script's.
std::vector<std::string> interpreters_in(const std::string& text);

/// Returns whether the path is that of an interpreter in a folder `bin`, by its name: python3.11, node, java.
bool is_interpreter(const std::filesystem::path& path);

/// Returns what an interpreter reads beside the system's folders: its environment (venv, conda), and the installation
/// to which that leads.
std::vector<std::filesystem::path> environment_of(const std::filesystem::path& interpreter);

/// Returns the file that a shell would run for this name; empty: none. Scripts that choose a version (pyenv's shims)
/// come last: they need the user's files.
std::filesystem::path find_in_path(const std::string& name);

}  // namespace host
