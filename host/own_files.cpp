#include "host/own_files.hpp"

#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

fs::path& chosen_folder() {
  static fs::path folder;
  return folder;
}

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
  if (!chosen_folder().empty()) return chosen_folder();
  std::error_code fault;
  return fs::read_symlink("/proc/self/exe", fault).parent_path();
}

void set_own_folder(fs::path folder) {
  chosen_folder() = std::move(folder);
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
