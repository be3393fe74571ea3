// The host and the SDK know no game by name: a game is added without touching them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace architecture {

/// Every line of host/ and sdk/ that names a game, that is, a folder of plugins/, as "file:line names game". What the
/// SDK keeps for classes written for a contest may: it stands in files called topcoder.
std::vector<std::string> named_games(const std::filesystem::path& root);

}  // namespace architecture
