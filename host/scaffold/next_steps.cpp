#include "host/scaffold/next_steps.hpp"

#include "host/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace host {

namespace fs = std::filesystem;

namespace {

fs::path executable() {
  std::error_code fault;
  return fs::read_symlink("/proc/self/exe", fault);
}

/// The prefix that this host was installed to, or its build folder: where CMake finds the package. Empty: none there.
fs::path sdk_prefix() {
  for (fs::path folder = executable().parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / "share/cmake/agon/agonConfig.cmake")) return folder;
  }
  return {};
}

/// Whether CMake looks there without being told.
bool is_default(const fs::path& prefix) {
  return prefix == "/usr" || prefix == "/usr/local";
}

/// Whether the host finds the library's folder by itself.
bool is_beside_host(const fs::path& library) {
  const std::string plugins = (executable().parent_path() / "plugins/").string();
  std::error_code fault;
  return fs::canonical(library, fault).string().starts_with(plugins);
}

bool is_command(const std::string& name) {
  const char* const path = std::getenv("PATH");
  const std::vector<std::string> folders = split(path == nullptr ? "" : path, ':');
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return ::access((fs::path(folder) / name).c_str(), X_OK) == 0; });
}

std::string build_step(const std::string& id, const std::vector<fs::path>& prefixes) {
  std::string command = "cmake -S " + id + " -B " + id + "/build";
  // CMake's default generator wants make, which not every system with ninja has.
  if (!is_command("make") && is_command("ninja")) command += " -G Ninja";
  std::vector<std::string> needed;
  for (const fs::path& prefix : prefixes) {
    if (!prefix.empty() && !is_default(prefix)) needed.push_back(prefix.string());
  }
  if (!needed.empty()) {
    command += ' ';
    command += shell_word("-DCMAKE_PREFIX_PATH=" + join(needed, ";"));
  }
  return command + " && cmake --build " + id + "/build";
}

/// "AGON_PLUGIN_PATH=... host", where the game is found by that alone; else "host".
std::string host_for(const Game& game, const std::vector<fs::path>& folders) {
  const fs::path library = game.library->description().path;
  if (is_beside_host(library)) return shell_word(called_as());
  const fs::path folder = library.parent_path().empty() ? "." : library.parent_path();
  const char* const path = std::getenv("AGON_PLUGIN_PATH");
  const bool listed = path != nullptr && std::any_of(folders.begin(), folders.end(), [&](const fs::path& each) {
                        std::error_code fault;
                        return fs::equivalent(each, folder, fault) || fs::equivalent(each, folder / "..", fault);
                      });
  return "AGON_PLUGIN_PATH=" + shell_word(listed ? path : folder.string()) + " " + shell_word(called_as());
}

/// Whom the new strategy `id` can be measured against: the game's own opponent, else any strategy of another name.
/// Empty: there is none.
std::string rival(const Catalogue& catalogue, const Game& game, const std::string& id) {
  if (game.description.opponent && *game.description.opponent != id) return *game.description.opponent;
  const std::vector<std::string> ids = catalogue.strategy_ids(game.description.protocol);
  const auto other = std::find_if(ids.begin(), ids.end(), [&](const std::string& each) { return each != id; });
  return other == ids.end() ? "" : *other;
}

}  // namespace

std::string called_as() {
  return ::program_invocation_name;
}

std::vector<std::string> strategy_steps(const Catalogue& catalogue, const Game& game, const std::string& id) {
  // A game that was not installed with Agon has its headers in include/ beside its library.
  const fs::path beside = fs::absolute(game.library->description().path).parent_path().lexically_normal();
  const bool own_headers = fs::is_directory(beside / "include" / game.description.id);
  const std::string host = host_for(game, catalogue.folders());
  const std::string plugin = " --game " + game.description.id + " --plugin " + id + "/build/" + id + ".so";
  const std::string against = rival(catalogue, game, id);
  return {build_step(id, {sdk_prefix(), own_headers ? beside : fs::path()}), host + plugin,
          against.empty() ? host + " watch" + plugin : host + " compare" + plugin + " --against " + against};
}

std::vector<std::string> game_steps(const std::string& id) {
  const std::string host = "AGON_PLUGIN_PATH=" + id + "/build " + shell_word(called_as());
  return {build_step(id, {sdk_prefix()}), host + " --game " + id, host + " new strategy --game " + id + " mybot"};
}

}  // namespace host
