// The commands to run after `host new`. They can be copied unchanged: they are relative to the user's current folder,
// with the paths that this host needs.
#pragma once

#include "host/plugin/catalogue.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace host {

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
