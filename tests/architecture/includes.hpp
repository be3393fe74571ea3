// Who may include whom. Each folder of the project knows only what its rule names, so that a plugin can be built with
// the SDK alone, the host knows no game, and rules and statistics can be taken out and used anywhere.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace architecture {

/// The folders of host/ that each folder may include, beside itself and the files of host/ itself.
using Plan = std::map<std::string, std::set<std::string>>;

/// The plan, as the table of docs/architecture.md has it.
Plan planned(const std::filesystem::path& root);

/// The plan as text: a line for each level, the highest first. A folder includes folders of lower levels alone. If the
/// plan has a cycle, the text names a folder in it.
std::string picture(const Plan& plan);

/// Every include that breaks a rule, as "file includes what: rule". `root` is the project's folder, or one of its
/// shape.
std::vector<std::string> forbidden_includes(const std::filesystem::path& root);

}  // namespace architecture
