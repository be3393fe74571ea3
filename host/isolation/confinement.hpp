// Restricts the calling process: the layers of which the sandboxes of workers (worker_sandbox.hpp) and programs
// (program_sandbox.hpp) consist. Nothing here can be undone.
#pragma once

#include "host/isolation/filters.hpp"
#include "host/util/descriptor.hpp"

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace host::sandbox {

/// A layer can't be set up although the kernel supports it. what() names the layer and the kernel's reason.
struct SandboxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws SandboxError with the reason in errno.
[[noreturn]] void fail(const std::string& layer);

/// Sets a resource limit, or keeps the current one if that is lower. `name` is for messages: "of open files".
void set_limit(__rlimit_resource resource, std::uint64_t most, const char* name);

/// Forbids core files: sets a limit of 1 byte, or the current one if that is lower and can't be raised. With 0, a
/// command of the system as the pattern of their names (core(5)) would still be run at each crash, outside of all
/// limits.
void forbid_core_files();

/// Makes root's process that of the first of `users` that the system has and that can read all `files`. Returns the
/// process's user, also if it is not root's; nothing: it remains root's.
std::optional<uid_t> leave_root(std::initializer_list<uid_t> users, const std::vector<std::filesystem::path>& files);

/// The user that owns nothing.
constexpr uid_t nobody = 65534;

/// Gives up all capabilities of a process that remains root's, also for programs that it runs.
void drop_capabilities();

/// Gives up the user's terminal: the process stays in the session, but can no longer open /dev/tty.
void leave_terminal();

/// Makes the process end with its parent. Must be called after leave_root(), which would undo this.
void die_with_parent(int parent);

/// Forbids new privileges, as programs with the setuid bit have them. Filters of ordinary users need this.
void forbid_new_privileges();

/// Restricts what the process may do with files, the network and other processes (Landlock). Does nothing if the kernel
/// has no Landlock.
class LandlockRules {
 public:
  /// All that a version of Landlock can restrict, whether or not this system's headers define it.
  struct Rights {
    std::uint64_t files;
    std::uint64_t network;  // TCP: bind and connect
    std::uint64_t scope;    // abstract sockets and signals to the outside
  };

  /// Restricts everything that this kernel can restrict.
  LandlockRules();
  /// Restricts these rights.
  explicit LandlockRules(const Rights& restricted);

  /// Returns the restricted rights.
  [[nodiscard]] const Rights& restricted() const { return restricted_; }

  /// Allows access to a file, or to all in a folder. Does nothing if it does not exist.
  void allow(const std::string& path, std::uint64_t access);
  /// Does the same for an open file or folder.
  void allow(const Descriptor& file, std::uint64_t access);

  /// Applies the rules. Returns false if this kernel has no Landlock. Needs forbid_new_privileges().
  bool enforce();

 private:
  int version_;
  Rights restricted_;
  Descriptor ruleset_;  // not open: this kernel has no Landlock
};

/// Returns the filter in a file that the host has passed. Throws SandboxError.
FilterProgram read_filter(int file);

/// Installs a filter of system calls, in addition to any installed one: a further filter can only forbid more. Returns
/// false if this kernel has no filters; throws SandboxError if it has them and refuses this one. Needs
/// forbid_new_privileges().
bool install_filter(std::span<sock_filter> program);

/// Installs a filter through which the kernel asks. Returns the descriptor that the one who answers needs; not open if
/// this kernel can't ask. Needs forbid_new_privileges().
Descriptor install_listener(std::span<sock_filter> program);

}  // namespace host::sandbox
