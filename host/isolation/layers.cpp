#include "host/isolation/layers.hpp"

#include "host/util/text.hpp"

#include <linux/seccomp.h>

#include <utility>

namespace host {

bool has_seccomp() {
  const std::uint32_t action = SECCOMP_RET_TRAP;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

std::vector<std::string> missing_layers(Confined who, std::uint32_t layers) {
  const bool programs = who == Confined::programs;
  const std::string name = programs ? "programs" : "strategies";
  const bool filtered = (layers & layer_seccomp) != 0;
  std::vector<std::string> missing;
  if (!filtered)
    missing.push_back("this kernel has no seccomp filters: " + name + " can make any system call, as this user");
  if ((layers & layer_landlock) == 0)
    missing.push_back("this kernel has no Landlock: " +
                      (programs ? "programs can read and write this user's files"
                                : "while it is loaded, a strategy can read this user's files" +
                                      std::string(filtered ? "" : ", and other processes' memory")));
  if ((layers & layer_user) == 0)
    missing.push_back("this system does not let root become another user: " + name + " run as root" +
                      (programs ? ", without its rights" : ""));
  if (!programs) return missing;
  // One cause takes all three: user namespaces are missing.
  std::vector<std::string> own;
  for (const auto& [layer, what] : {std::pair(layer_processes, "processes"), std::pair(layer_network, "network"),
                                    std::pair(layer_folder, "temporary folder")}) {
    if ((layers & layer) == 0) own.emplace_back(what);
  }
  if (!own.empty()) missing.push_back("this system gives programs no " + join(own, ", no ") + " of their own");
  return missing;
}

}  // namespace host
