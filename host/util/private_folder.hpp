// Folders that only this user may enter: for what others must not read, or put in place of it.
#pragma once

#include <filesystem>
#include <string>

namespace host {

/// Makes the folder, and its parents. If it is there, it must be a folder, no link, that is this user's alone: others
/// could have read or put something there. Nor may all users exchange it for another one. Throws Failure(output), whose
/// sentence ends with `advice`: what names another folder.
void make_private_folder(const std::filesystem::path& folder, const std::string& advice);

}  // namespace host
