// Writes a project to a temporary folder next to its destination, then renames that. rename() replaces only an empty
// folder. So the destination always contains either the whole project or its previous content.

#include "host/plugin/plugin_folders.hpp"
#include "host/scaffold/project.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
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
  const fs::path& library = game.path;
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
  std::vector<std::string> ids = catalogue.strategy_ids(game.description.protocol, false);
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

namespace {

[[noreturn]] void fail(const fs::path& path, int fault) {
  throw Failure(Exit::output, path.string() + " can't be written: " + std::strerror(fault));
}

/// A temporary folder, removed with its content unless it was moved.
class Draft {
 public:
  /// Creates it next to `place`, so that moving it is atomic.
  explicit Draft(const fs::path& place) {
    std::string name = place.string() + ".XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) fail(place, errno);
    path_ = name;
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  void write(const fs::path& name, const std::string& content) const {
    std::error_code fault;
    fs::create_directories((path_ / name).parent_path(), fault);
    std::ofstream out(path_ / name, std::ios::binary);
    out << content;
    out.close();
    if (!out) fail(name, errno != 0 ? errno : EIO);
    if (content.starts_with("#!"))
      fs::permissions(path_ / name, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add, fault);
    if (fault) fail(name, fault.value());
  }

  void move_to(const fs::path& place) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::chmod(path_.c_str(), 0777 & ~mask) != 0) fail(place, errno);
    if (::rename(path_.c_str(), place.c_str()) != 0) {
      if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) {
        throw Failure(Exit::usage,
                      place.string() + " is there already, and nothing is overwritten: choose another name");
      }
      fail(place, errno);
    }
    path_.clear();
  }

 private:
  fs::path path_;
};

}  // namespace

void write_project(const fs::path& folder, const ProjectFiles& files) {
  // Reports the errors before anything is written; rename() checks again.
  std::error_code fault;
  const fs::path parent = folder.parent_path();
  if (!parent.empty() && !fs::is_directory(parent, fault))
    throw Failure(Exit::usage, "there is no folder " + parent.string() + " to make " + folder.filename().string() +
                                   " in: make it with 'mkdir -p " + shell_word(parent.string()) + "'");
  if (fs::exists(fs::symlink_status(folder, fault)) &&
      !(fs::is_directory(folder, fault) && fs::is_empty(folder, fault)))
    throw Failure(Exit::usage, folder.string() + " is there already, and nothing is overwritten: choose another name");
  Draft draft(folder);
  for (const auto& [name, content] : files) draft.write(name, content);
  draft.move_to(folder);
}

}  // namespace host
