#include "host/plugin/program_folder.hpp"
#include "host/scaffold/project.hpp"
#include "host/util/escape.hpp"
#include "host/util/own_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Returns whether the host searches the library's folder by default.
bool is_beside_host(const fs::path& library) {
  const std::string plugins = (own_folder() / "plugins/").string();
  std::error_code fault;
  return fs::canonical(library, fault).string().starts_with(plugins);
}

/// Returns the build command. `game` is the folder of a game's library if it contains the headers, otherwise empty. The
/// project already contains the location of Agon.
std::string build_step(const fs::path& project, const fs::path& game = {}) {
  const std::string build = shell_word((project / "build").string());
  std::string command = "cmake -S " + shell_word(project.string()) + " -B " + build;
  // CMake's default generator requires make, which is not always installed together with ninja.
  if (find_in_path("make").empty() && !find_in_path("ninja").empty()) command += " -G Ninja";
  if (!game.empty()) command.append(" ").append(shell_word("-DCMAKE_PREFIX_PATH=" + game.string()));
  return command + " && cmake --build " + build;
}

/// Returns "AGON_GAME_PATH=... host" if the host needs it to find the game; otherwise "host".
std::string host_for(const GameFile& game, const Catalogue& catalogue) {
  const fs::path library = game.path;
  if (is_beside_host(library)) return shell_word(called_as());
  const char* const path = std::getenv("AGON_GAME_PATH");
  const fs::path folder = library.parent_path().empty() ? "." : library.parent_path();
  return "AGON_GAME_PATH=" +
         shell_word(path != nullptr && catalogue.folders().is_for_games(library) ? path : folder.string()) + " " +
         shell_word(called_as());
}

/// Returns an opponent for the new strategy `id` that can play the game, and may be beaten: the game's default
/// opponent, otherwise one of the game's own strategies with another name, the champion last. Returns "" if there is
/// none.
std::string rival(const Catalogue& catalogue, const GameFile& game, const std::string& id) {
  if (game.description.opponent && *game.description.opponent != id) return *game.description.opponent;
  std::vector<std::string> ids = catalogue.own_strategy_ids(game.description.protocol);
  std::erase(ids, id);
  std::stable_partition(ids.begin(), ids.end(), [](const std::string& each) { return each != "champion"; });
  return ids.empty() ? "" : ids.front();
}

}  // namespace

std::string called_as() {
  return ::program_invocation_name;
}

std::string called_anywhere() {
  const std::string called = called_as();
  return called.find('/') == std::string::npos ? called : shell_word(fs::absolute(called).lexically_normal().string());
}

std::vector<std::string> strategy_steps(const Catalogue& catalogue, const GameFile& game, const fs::path& folder,
                                        const std::string& language) {
  const std::string id = folder.filename().string();
  // If a game was not installed with Agon, its headers are in include/ next to its library.
  const fs::path beside = fs::absolute(game.path).parent_path().lexically_normal();
  const bool own_headers = fs::is_directory(beside / "include" / game.description.id);
  const std::string host = host_for(game, catalogue);
  const auto program = program_steps(language, folder);
  const std::string plugin = " --game " + game.description.id + " --plugin " +
                             (program ? program->plugin : shell_word((folder / "build" / (id + ".so")).string()));
  const std::string against = rival(catalogue, game, id);
  std::vector<std::string> steps = {
      program ? program->build : build_step(folder, own_headers ? beside : fs::path()), host + plugin,
      against.empty() ? host + " watch" + plugin : host + " compare" + plugin + " --against " + against};
  std::erase(steps, "");
  return steps;
}

std::vector<std::string> game_steps(const fs::path& folder) {
  const std::string id = folder.filename().string();
  const std::string host = "AGON_GAME_PATH=" + shell_word((folder / "build").string()) + " " + shell_word(called_as());
  return {build_step(folder), host + " --game " + id,
          host + " new strategy --game " + id + " " + shell_word((folder.parent_path() / "mybot").string())};
}

std::vector<std::string> referee_steps(const fs::path& folder) {
  const std::string game = shell_word((folder.is_absolute() ? "" : "./") + folder.string());
  const std::string play = shell_word(called_as()) + " --game " + game;
  const std::string bot =
      " --plugin " + shell_word((folder.is_absolute() ? "" : "./") + (folder / "anybot/anybot.py").string());
  return {play + bot + bot + " --board moves", play + " --plugin human" + bot};
}

}  // namespace host
