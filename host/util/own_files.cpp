#include "host/util/own_files.hpp"

#include "host/util/escape.hpp"

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>

namespace host {

std::string_view short_name() {
  constexpr std::string_view installed = "agon";
  return ::program_invocation_short_name == installed ? installed : "host";
}

std::string_view program_name() {
  const std::string_view typed = ::program_invocation_name;
  const bool relative = typed.find('/') != std::string_view::npos && !typed.starts_with('/');
  return relative && typed.ends_with(short_name()) ? typed : short_name();
}

std::string command_line(std::string_view words) {
  return shell_word(program_name()).append(" ").append(words);
}

std::string message_prefix() {
  return std::string(short_name()) + ": ";
}

std::string renamed(std::string text, std::string_view program) {
  constexpr std::string_view written = "host";
  const auto begins_command = [](std::string_view before) {
    if (before.ends_with('\'') || before.ends_with('(') || before.ends_with("&& ")) return true;
    return before.ends_with("\n  ") || before == "  ";
  };
  std::size_t at = 0;
  while ((at = text.find("host ", at)) != std::string::npos) {
    const bool command = begins_command(std::string_view(text).substr(0, at));
    if (command) text.replace(at, written.size(), program);
    at += command ? program.size() : written.size();
  }
  return text;
}

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

fs::path own_systems() {
  const fs::path installed = "share/agon/systems";
  return folder_with(installed) / installed;
}

fs::path document(std::string_view name) {
  const fs::path installed = fs::path("share/doc/agon") / name;
  const fs::path folder = folder_with(installed);
  return folder.empty() ? fs::path(name) : folder / installed;
}

}  // namespace host
