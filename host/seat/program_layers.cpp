#include "host/seat/program_layers.hpp"

#include "host/program/orders.hpp"

namespace host {

std::vector<std::string> missing_program_layers(std::uint32_t layers) {
  std::vector<std::string> missing;
  const auto without = [&](std::uint32_t layer, const char* sentence) {
    if ((layers & layer) == 0) missing.emplace_back(sentence);
  };
  without(supervisor::layer_seccomp,
          "this kernel has no seccomp filters: programs can make any system call, as this user");
  without(supervisor::layer_landlock, "this kernel has no Landlock: programs can read and write this user's files");
  without(supervisor::layer_user,
          "this system does not let root become another user: programs run as root, without its rights");
  without(supervisor::layer_processes,
          "this system gives programs no view of their own: they may signal other processes of this user, and /proc is "
          "closed to them");
  without(supervisor::layer_network,
          "this system gives programs no network of their own: seccomp alone keeps them off it");
  without(supervisor::layer_folder, "this system gives programs no temporary folder: they can write nowhere");
  return missing;
}

}  // namespace host
