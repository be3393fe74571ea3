// Starts programs, and finds the host's own executables: its arenas, its workers, and the supervisors of programs.
#pragma once

#include <spawn.h>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Returns the path of an executable that is installed beside the host, or of another file there that this process may
/// use as `right` says. If it does not exist, throws Failure(isolation) with a sentence about `what` that ends with
/// `hint`.
std::filesystem::path own_executable(const std::string& name, const std::string& what, const std::string& hint,
                                     int right = X_OK);

/// Returns the variables of this process for which `wanted` returns true, as "NAME=VALUE".
template <class Wanted>
std::vector<std::string> own_variables(Wanted&& wanted) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (wanted(text.substr(0, text.find('=')))) all.emplace_back(text);
  }
  return all;
}

/// Starts `words`, a path or a name in PATH and arguments, as a child of this thread, with a process group of its own
/// and no blocked or ignored signals. Destroys `files`. Returns 0 or an error number.
int start_process(posix_spawn_file_actions_t& files, std::vector<std::string> words, std::vector<std::string> variables,
                  pid_t& pid);

}  // namespace host
