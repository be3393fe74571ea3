#include "host/own_files.hpp"

#include <system_error>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Returns the nearest folder above this program's folder that contains `file`; empty if there is none.
fs::path folder_with(const fs::path& file) {
  std::error_code fault;
  for (fs::path folder = own_folder(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / file, fault)) return folder;
  }
  return {};
}

}  // namespace

fs::path own_folder() {
  std::error_code fault;
  return fs::read_symlink("/proc/self/exe", fault).parent_path();
}

fs::path own_prefix() {
  return folder_with("share/cmake/agon/agonConfig.cmake");
}

fs::path document(std::string_view name) {
  const fs::path installed = fs::path("share/doc/agon") / name;
  const fs::path folder = folder_with(installed);
  return folder.empty() ? fs::path(name) : folder / installed;
}

}  // namespace host
