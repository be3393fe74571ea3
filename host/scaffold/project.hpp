// The projects that `host new` writes: put together from templates, with names filled in, and written all or nothing.
//
// Templates are whole projects for a strategy `mybot` and a game `mygame`, which compile as they are; a project is what
// they become with other names. They lie in two places, so that the host names no game:
//
//   <folder of the host>/templates/game/                   a game
//   <folder of the host>/templates/strategy/               what all strategies share: files, and a folder per language
//   <plugins>/templates/<game>/<language>/                 what a game adds, in each language that it has
//
// <plugins> is the folder that holds the game's library, or the one above it.
#pragma once

#include "host/plugin/catalogue.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace host {

/// A project's files: the path in its folder, and the content.
using ProjectFiles = std::map<std::filesystem::path, std::string>;

/// What a name stands for in templates, and what takes its place, in texts and in paths.
using Names = std::map<std::string, std::string>;

/// `text` with each name of `names` replaced, in one pass: what takes a place is not looked at again.
std::string filled(const std::string& text, const Names& names);

/// The languages in which a strategy for this game can be begun: folders that both the host's templates and the game's
/// have.
std::vector<std::string> template_languages(const GameFile& game);

/// All languages that the host has templates for.
std::vector<std::string> template_languages();

/// A strategy `id` for `game`. `program` is how the project's texts call the host. Throws Failure(usage) if the game
/// has no templates of that language; the sentence says which it has.
ProjectFiles strategy_project(const GameFile& game, const std::string& language, const std::string& id,
                              const std::string& program);

/// A game `id`.
ProjectFiles game_project(const std::string& id, const std::string& program);

/// Makes the folder and writes the files. The folder must not be there, or be empty: nothing is overwritten, and after
/// a failure there is nothing new. Throws Failure(usage) or Failure(output).
void write_project(const std::filesystem::path& folder, const ProjectFiles& files);

}  // namespace host
