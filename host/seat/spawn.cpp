#include "host/seat/spawn.hpp"

#include "host/isolation/channel.hpp"
#include "host/start_process.hpp"

#include <fcntl.h>

#include <string_view>
#include <vector>

namespace host {

std::vector<std::string> worker_environment(bool sandbox) {
  return own_variables([sandbox](std::string_view name) {
    return !sandbox || name == "LD_LIBRARY_PATH" || name.ends_with("SAN_OPTIONS");
  });
}

const std::filesystem::path& worker_executable() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const std::filesystem::path& found = *new std::filesystem::path(
      own_executable("agon-worker", "the worker", "build it, or play with --isolation none"));
  return found;
}

int spawn_worker(const SpawnOrders& orders, pid_t& pid) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, orders.log, 1);
  ::posix_spawn_file_actions_adddup2(&files, orders.log, 2);
  ::posix_spawn_file_actions_adddup2(&files, orders.memory, channel::descriptor);
  ::posix_spawn_file_actions_adddup2(&files, orders.report, channel::report_descriptor);
  // Opened again for each worker, so that workers don't share a file position, and read-only.
  const auto open_or_close = [&](int descriptor, const std::string& path) {
    if (path.empty())
      ::posix_spawn_file_actions_addclose(&files, descriptor);
    else
      ::posix_spawn_file_actions_addopen(&files, descriptor, path.c_str(), O_RDONLY, 0);
  };
  open_or_close(channel::library_descriptor, orders.library);
  open_or_close(channel::game_descriptor, orders.game);
  return start_process(files, {worker_executable().string(), orders.title}, worker_environment(orders.sandbox), pid);
}

}  // namespace host
