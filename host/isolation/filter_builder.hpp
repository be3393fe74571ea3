// Builds filters of system calls (seccomp), in the kernel's format.
#pragma once

#include <linux/filter.h>
#include <seccomp.h>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace host {

// A filter of system calls in the kernel's format, which the host passes to its child processes.

using FilterProgram = std::vector<sock_filter>;

/// The placeholder in a filter for the ID of the process that installs it. No process has this ID.
constexpr std::uint32_t unknown_process = 0x7AC0FFEE;

/// Replaces the placeholder in a filter by the process ID, both plain and as part of the ID of the process's CPU clock
/// (see clock_getcpuclockid).
inline void fill_in(std::span<sock_filter> filter, std::uint32_t process) {
  for (sock_filter& instruction : filter) {
    if (instruction.k == unknown_process) instruction.k = process;
    if (instruction.k == ~unknown_process << 3U) instruction.k = ~process << 3U;
  }
}

/// A filter under construction. Calls that this processor does not have are left out. All functions throw
/// Failure(isolation).
class FilterBuilder {
 public:
  using Calls = std::initializer_list<int>;
  using Conditions = std::initializer_list<scmp_arg_cmp>;

  /// Makes an empty filter. `otherwise` is the action for calls without a rule, SCMP_ACT_...
  explicit FilterBuilder(std::uint32_t otherwise);

  /// Lets the rules also hold for an architecture whose programs this processor runs, SCMP_ARCH_...
  void add_architecture(std::uint32_t architecture);

  /// Sets the action for calls of another architecture, such as those of 32-bit programs, whose numbers differ.
  void set_action_elsewhere(std::uint32_t action);

  // Rules for calls, or for those of them that meet all conditions.

  void allow(Calls calls, Conditions conditions = {}) { add(SCMP_ACT_ALLOW, calls, conditions); }

  /// Makes the calls fail with `error`, as they do for a process without permission. The process may continue.
  void refuse(int error, Calls calls, Conditions conditions = {}) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), calls, conditions);
  }

  /// Makes the calls send SIGSYS to the process.
  void trap(Calls calls, Conditions conditions = {}) { add(SCMP_ACT_TRAP, calls, conditions); }

  /// Makes the kernel ask the process that listens to the filter (seccomp's user notification).
  void ask(Calls calls) { add(SCMP_ACT_NOTIFY, calls, {}); }

  /// Returns the filter in the kernel's format.
  [[nodiscard]] FilterProgram program() const;

 private:
  void add(std::uint32_t action, Calls calls, Conditions conditions);

  struct Release {
    void operator()(scmp_filter_ctx context) const { ::seccomp_release(context); }
  };
  std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, Release> context_;
};

}  // namespace host
