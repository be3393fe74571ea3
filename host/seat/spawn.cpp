#include "host/seat/spawn.hpp"

#include "host/failure.hpp"
#include "host/seat/channel.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <string_view>
#include <system_error>
#include <vector>

namespace host {

namespace {

/// Returns the environment of a worker. With the sandbox, it contains only what the loader needs: no secrets, and
/// nothing that would make a match depend on the user who runs it.
std::vector<std::string> environment(bool sandbox) {
  std::vector<std::string> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    if (!sandbox || name == "LD_LIBRARY_PATH" || name.ends_with("SAN_OPTIONS")) kept.emplace_back(text);
  }
  return kept;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  found.reserve(texts.size() + 1);
  for (std::string& text : texts) found.push_back(text.data());
  found.push_back(nullptr);
  return found;
}

}  // namespace

const std::filesystem::path& worker_executable() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const std::filesystem::path& found = *new std::filesystem::path([] {
    std::error_code fault;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", fault).parent_path();
    const auto beside = folder / "agon-worker";
    // Other programs of the build tree (tests, benchmarks) are in a sibling of the host's folder.
    for (const auto& path : {beside, folder.parent_path() / "bin/agon-worker"}) {
      if (::access(path.c_str(), X_OK) == 0) return path;
    }
    throw Failure(Exit::isolation,
                  "the worker " + beside.string() + " is not there: build it, or play with --isolation none");
  }());
  return found;
}

int spawn_worker(const SpawnOrders& orders, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, orders.log, 1);
  ::posix_spawn_file_actions_adddup2(&files, orders.log, 2);
  ::posix_spawn_file_actions_adddup2(&files, orders.memory, channel::descriptor);
  ::posix_spawn_file_actions_adddup2(&files, orders.report, channel::report_descriptor);
  if (!orders.folder.empty()) ::posix_spawn_file_actions_addchdir_np(&files, orders.folder.c_str());
  // Opened again for each worker, so that workers don't share a file position, and read-only.
  const auto open_or_close = [&](int descriptor, const std::string& path) {
    if (path.empty())
      ::posix_spawn_file_actions_addclose(&files, descriptor);
    else
      ::posix_spawn_file_actions_addopen(&files, descriptor, path.c_str(), O_RDONLY, 0);
  };
  open_or_close(channel::library_descriptor, orders.library);
  open_or_close(channel::game_descriptor, orders.game);
  // Uses a separate process group, so that the terminal's Ctrl-C reaches only the host. Uses no separate session: the
  // kernel may distribute CPU time among sessions first (autogroups). Then a yield would not hand the core to a process
  // of another session, and a turn would cost twice as much.
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t signals;
  ::sigfillset(&signals);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);

  const std::string executable = worker_executable().string();
  std::vector<std::string> words = {executable, orders.title};
  std::vector<std::string> variables = environment(orders.sandbox);
  const int fault =
      ::posix_spawn(&pid, executable.c_str(), &files, &attributes, pointers(words).data(), pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  return fault;
}

}  // namespace host
