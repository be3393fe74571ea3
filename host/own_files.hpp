// The files that come with this program, found from where it lies: the installed tree and the build tree have one
// shape.
#pragma once

#include <filesystem>
#include <string_view>

namespace host {

/// The folder of this program's file; empty if the system does not tell.
std::filesystem::path own_folder();

/// The prefix that it was installed to, or its build folder: where CMake finds the package. Empty: there is no package.
std::filesystem::path own_prefix();

/// Where a document lies that is called so in the sources, as in "docs/database.md"; that name if it is not there.
std::filesystem::path document(std::string_view name);

}  // namespace host
