// Finds the files that belong to this program, relative to its location: the installed tree and the build tree have the
// same structure.
#pragma once

#include <filesystem>
#include <string_view>

namespace host {

/// Returns the folder of this program's file, or the one that set_own_folder() has set; empty if the system does not
/// report it.
std::filesystem::path own_folder();

/// Sets the folder of the host's files, for a process that is not the host's program, such as an interpreter that has
/// loaded this code as a library. Must be called before any other function of the host, and before other threads exist.
void set_own_folder(std::filesystem::path folder);

/// Returns the installation prefix, or the build folder, in which CMake finds the package. Returns "" if there is no
/// package.
std::filesystem::path own_prefix();

/// Returns the path of a document, given its name in the sources, such as "docs/database.md". If it does not exist,
/// returns that name.
std::filesystem::path document(std::string_view name);

}  // namespace host
