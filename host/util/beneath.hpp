// Folders that somebody else may change while the host reads them: a path is opened once, below an open folder, and
// leads through no symbolic link.
#pragma once

#include "host/util/descriptor.hpp"

#include <filesystem>
#include <vector>

namespace host {

/// Opens a folder by a path that the user has typed, through all links. On failure, sets errno, and the result is not
/// open.
Descriptor open_folder(const std::filesystem::path& path);

/// Opens what a relative path names below `folder`. On failure, sets errno, and the result is not open: ELOOP if a part
/// of the path is a symbolic link, EXDEV if it leads out of the folder. Never waits for the writer of a pipe.
Descriptor open_beneath(const Descriptor& folder, const std::filesystem::path& path, int flags);

/// An entry of a folder that is no symbolic link.
struct FolderEntry {
  std::filesystem::path name;
  bool is_folder = false;  // else a regular file
};

/// Returns the regular files and the folders directly in `folder`, in the order of their names, without those whose
/// names begin with a full stop. An entry can change its kind later: open_beneath() tells.
std::vector<FolderEntry> visible_entries(const Descriptor& folder);

}  // namespace host
