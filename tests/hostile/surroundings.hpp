// Where hosts play programs: as root and as an ordinary user, with and without namespaces, with and without control
// groups.
#pragma once

#include "tests/hostile/arena.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace hostile {

struct Surroundings {
  std::string name;
  std::vector<std::string> prefix{};   // words before the host's
  std::vector<std::string> without{};  // layers that hosts lack there
  std::vector<std::string> with{};     // layers that they have there
  bool ordinary = false;               // another user than this test's, who needs copies of the programs
  bool usual = true;                   // the others are played by slow tests

  /// Checks that a host there finds what the name promises.
  [[nodiscard]] std::unique_ptr<Arena> arena() const {
    auto made = std::make_unique<Arena>(prefix);
    if (ordinary) {
      made->user = 65534;
      made->copy_programs();
    }
    const std::string layers = made->play({"doctor", "--json"}).out;
    CAPTURE(name);
    CAPTURE(layers);
    for (const std::string& layer : without) CHECK(layers.find("\"" + layer + "\":false") != std::string::npos);
    for (const std::string& layer : with) CHECK(layers.find("\"" + layer + "\":true") != std::string::npos);
    return made;
  }
};

/// Returns where this user may make control groups; "": nowhere.
inline std::string top_of_groups() {
  for (const std::string top : {"/sys/fs/cgroup/unified", "/sys/fs/cgroup"}) {
    if (std::filesystem::exists(top + "/cgroup.controllers") && ::access((top + "/cgroup.procs").c_str(), W_OK) == 0)
      return top;
  }
  return "";
}

/// Returns all that this user can make. Only root can make those of another user and control groups.
inline std::vector<Surroundings> all_surroundings() {
  using Words = std::vector<std::string>;
  const Words no_namespaces = {AGON_TEST_WITHOUT_NAMESPACES};
  const Words none = {"own_processes", "own_network"};
  if (::geteuid() != 0)
    return {{"as this user"}, {"as this user, without namespaces", no_namespaces, none, {}, false, false}};
  const Words user = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  const Words no_groups = {"unshare", "--mount", "/bin/sh", "-c",
                           "mount -t tmpfs none /sys/fs/cgroup && exec \"$0\" \"$@\""};
  const std::string top = top_of_groups();
  // A group that was handed over to the user, as systemd does with Delegate=yes.
  const Words own_group = {"/bin/sh", "-c",
                           "group=" + top +
                               "/hostile-$$; mkdir $group && chown -R 65534 $group || exit 99\n"
                               "(echo 0 > $group/cgroup.procs && exec \"$0\" \"$@\"); code=$?\n"
                               "rmdir $group/agon-main 2>/dev/null; rmdir $group; exit $code"};
  std::vector<Surroundings> all;
  for (const bool ordinary : {false, true}) {
    for (const bool namespaces : {true, false}) {
      for (const bool groups : {true, false}) {
        if (groups && top.empty()) continue;
        Surroundings place{.name = ordinary ? "as an ordinary user" : "as root", .ordinary = ordinary};
        const auto add = [&place](const Words& words) {
          place.prefix.insert(place.prefix.end(), words.begin(), words.end());
        };
        if (!groups) {
          place.name += ", without control groups";
          place.without.emplace_back("group_cpu");
          if (!ordinary) add(no_groups);
        } else {
          place.with.emplace_back("group_cpu");
          if (ordinary) add(own_group);
        }
        if (!namespaces) {
          place.name += ", without namespaces";
          place.without.insert(place.without.end(), none.begin(), none.end());
          add(no_namespaces);
        }
        if (ordinary) add(user);
        place.usual = ordinary ? !groups : namespaces;
        all.push_back(std::move(place));
      }
    }
  }
  return all;
}

/// Calls `play` with each that quick tests play in, or with each of the others.
template <class Play>
void for_surroundings(bool usual, Play play) {
  for (const Surroundings& place : all_surroundings()) {
    if (place.usual != usual) continue;
    CAPTURE(place.name);
    play(place);
  }
}

}  // namespace hostile
