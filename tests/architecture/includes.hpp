// Who may include whom. Each folder of the project knows only what its rule names, so that a plugin can be built with
// the SDK alone, the host knows no game, and rules and statistics can be taken out and used anywhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace architecture {

/// Every include that breaks a rule, as "file includes what: rule". `root` is the project's folder, or one of its
/// shape.
std::vector<std::string> forbidden_includes(const std::filesystem::path& root);

}  // namespace architecture
