#include "host/seat/program_layers.hpp"

#include "host/program/orders.hpp"
#include "host/text.hpp"

#include <utility>

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
  // One cause takes all three: user namespaces are missing.
  std::vector<std::string> own;
  for (const auto& [layer, what] :
       {std::pair(supervisor::layer_processes, "processes"), std::pair(supervisor::layer_network, "network"),
        std::pair(supervisor::layer_folder, "temporary folder")}) {
    if ((layers & layer) == 0) own.emplace_back(what);
  }
  if (!own.empty()) missing.push_back("this system gives programs no " + join(own, ", no ") + " of their own");
  return missing;
}

}  // namespace host
