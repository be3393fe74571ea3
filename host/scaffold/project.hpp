// Creates the projects of `host new` from templates, with names replaced. Writes all files or none.
//
// Templates are complete projects for a strategy `mybot` and a game `mygame`, which compile unchanged. A project is a
// copy with other names. Templates are in two places, so that the host contains no name of a game:
//
//   <folder of the host>/templates/game/                   common to all games
//   <folder of the host>/templates/kind/<kind>/            what a kind of game adds
//   <folder of the host>/templates/referee/                a game in Python
//   <folder of the host>/templates/strategy/               common to all strategies: files, and a folder per language
//   <folder of the host>/templates/program/                likewise, for strategies that are programs on a pipe
//   <plugins>/templates/<game>/<language>/                 the game's additions, for each language that it supports
//
// <plugins> is the folder that contains the game's library, or its parent.
#pragma once

#include "host/plugin/catalogue.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Throws Failure(usage) unless `id` is a valid id of the ABI. `what` is "a strategy" or "a game".
void check_id(const std::string& id, const std::string& what);

/// Does the same for a game, whose id also becomes a namespace and a part of C names.
void check_game_id(const std::string& id);

/// A project's files: the path relative to its folder, and the content.
using ProjectFiles = std::map<std::filesystem::path, std::string>;

/// The names in templates, and their replacements, in texts and in paths.
using Names = std::map<std::string, std::string>;

/// Returns `text` with each name of `names` replaced, in one pass: replacements are not searched again.
std::string filled(const std::string& text, const Names& names);

/// Returns the languages for new strategies of this game: the folders that both the host's templates and the game's
/// have.
std::vector<std::string> template_languages(const GameFile& game);

/// Returns all languages for which the host has templates.
std::vector<std::string> template_languages();

/// The command that builds a program (program.hpp) from its project, and what names it for --plugin. Both are for the
/// folder that contains the project's.
struct ProgramSteps {
  std::string build;  // empty: nothing has to be built
  std::string plugin;
};

/// Returns the steps for a strategy in that language whose project is `folder`; nothing if the project makes a library.
/// The folder's last part is the strategy's id.
std::optional<ProgramSteps> program_steps(const std::string& language, const std::filesystem::path& folder);

/// Returns a strategy `id` for `game`. `program` is the host's name in the project's texts. Throws Failure(usage) if
/// the game has no templates for that language; the sentence lists the available ones.
ProjectFiles strategy_project(const GameFile& game, const std::string& language, const std::string& id,
                              const std::string& program);

/// Returns the kinds of games for which the host has templates.
std::vector<std::string> game_kinds();

/// Returns a game `id` of that kind. Throws Failure(usage) if there is no such kind; the sentence lists the kinds.
ProjectFiles game_project(const std::string& kind, const std::string& id, const std::string& program);

/// Returns a game `id` whose rules are written in Python, and lead matches as a referee (docs/testers.md).
ProjectFiles referee_project(const std::string& id, const std::string& program);

/// Creates the folder and writes the files. The folder must not exist, or must be empty: nothing is overwritten. The
/// folder that contains it must exist. After
/// a failure, no new files remain. Throws Failure(usage) or Failure(output).
void write_project(const std::filesystem::path& folder, const ProjectFiles& files);

/// Returns the manners of contests for which the host has a game.toml.
std::vector<std::string> tester_presets();

/// Returns a preset's game.toml for a tester in `folder`. Throws Failure(usage) if there is no such preset, and
/// Failure(plugin) if the file would be refused.
std::string tester_file(const std::string& preset, const std::filesystem::path& folder);

// The commands to run after `host new`. They can be copied unchanged: they are relative to the user's current folder,
// with the paths that this host needs.

/// Returns how the user called this program: "host", "agon", or a path.
std::string called_as();

/// Returns the same for use in another folder: a path is made absolute.
std::string called_anywhere();

/// Return commands that build the new project in `folder`, play with it, and do one more useful thing. The folder's
/// last part is the id.
std::vector<std::string> strategy_steps(const Catalogue& catalogue, const GameFile& game,
                                        const std::filesystem::path& folder, const std::string& language);
std::vector<std::string> game_steps(const std::filesystem::path& folder);
std::vector<std::string> referee_steps(const std::filesystem::path& folder);

}  // namespace host
