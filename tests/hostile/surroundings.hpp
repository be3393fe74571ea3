// Where hosts play programs: as root or as an ordinary user, with and without control groups and namespaces.
#pragma once

#include "tests/hostile/arena.hpp"

#include <memory>
#include <string>
#include <vector>

namespace hostile {

struct Surroundings {
  std::string name;
  std::vector<std::string> prefix{};   // words before the host's
  std::vector<std::string> without{};  // layers that hosts lack there
  bool ordinary = false;               // another user than this test's, who needs copies of the programs

  [[nodiscard]] std::unique_ptr<Arena> arena() const {
    auto made = std::make_unique<Arena>(prefix);
    if (ordinary) {
      made->user = 65534;
      made->copy_programs();
    }
    return made;
  }
};

/// Returns all that this user can make. Only root can make others than its own.
inline std::vector<Surroundings> all_surroundings() {
  if (::geteuid() != 0) return {{"as this user"}};
  const std::vector<std::string> user = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::vector<std::string> no_groups = {"unshare", "--mount", "/bin/sh", "-c",
                                              "mount -t tmpfs none /sys/fs/cgroup && exec \"$0\" \"$@\""};
  // In a user namespace that may have none of its own. The rights that this takes are given up again.
  const std::vector<std::string> no_namespaces = {
      "unshare",
      "--user",
      "--map-current-user",
      "--keep-caps",
      "/bin/sh",
      "-c",
      "for kind in user pid mnt net ipc; do echo 0 > /proc/sys/user/max_${kind}_namespaces || exit 99; done; "
      "exec setpriv --ambient-caps=-all --inh-caps=-all \"$0\" \"$@\""};
  return {{"as root"},
          {"as root, without control groups", no_groups, {"group_cpu"}},
          {"as an ordinary user", user, {}, true},
          {"as an ordinary user, without namespaces",
           with(user, no_namespaces),
           {"own_processes", "own_network", "group_cpu"},
           true}};
}

}  // namespace hostile
