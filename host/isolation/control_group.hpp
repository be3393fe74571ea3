// The kernel's account of a program, whatever its processes do: a control group (cgroup v2).
//
// Groups are made where this process may make them: below its own group, or, as root, at the top. Each is locked by the
// process that has made it, so that the next one finds those that a killed host has left behind, and removes them.
//
// No process or group of others is touched. In a group that has nothing but this process and its children, as
// `systemd-run --user --scope -p Delegate=yes` makes one, they move into one below, so that all below count. Where
// others are in it, such as the shell of a terminal, the groups count what they do without that.
#pragma once

#include "host/isolation/process_tree.hpp"
#include "host/util/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace host {

/// Has the groups in `group`, a folder, count memory and processes, if nothing in it is of others. Returns whether that
/// is so, and this user may.
bool count_below(const std::filesystem::path& group);

class ControlGroup {
 public:
  /// Returns the layers (bits of Layer) that a group has here: which quantities the kernel counts for it, and whether
  /// the kernel ends it. 0: this process can't make groups.
  static std::uint32_t layers();

  /// Returns a sentence that says how a host gets a group of its own; "": it would gain nothing.
  static std::string advice();

  /// Makes a group without processes. A limit of 0: none. Throws Failure(internal).
  ControlGroup(std::int64_t memory_bytes, int tasks);
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  /// Ends all of its processes, and removes it.
  ~ControlGroup();

  /// Returns its folder, in which a process can be started (CLONE_INTO_CGROUP).
  [[nodiscard]] int folder() const { return folder_.get(); }

  /// Replaces those quantities that the kernel counts for the group.
  void measure(TreeUse& use) const;

  /// Returns whether the kernel has ended it because of its limit of memory.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }

  std::string path_;
  Descriptor folder_;  // locked
};

}  // namespace host
