// Builds filters of system calls (seccomp), in the kernel's format.
#pragma once

#include <linux/filter.h>
#include <seccomp.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace host {

/// A filter in the kernel's format.
using FilterProgram = std::vector<sock_filter>;

/// A filter under construction. Calls that this processor does not have are left out. All functions throw
/// Failure(isolation).
class FilterBuilder {
 public:
  using Calls = std::initializer_list<int>;
  using Conditions = std::initializer_list<scmp_arg_cmp>;

  /// Makes an empty filter. `otherwise` is the action for calls without a rule, SCMP_ACT_...
  explicit FilterBuilder(std::uint32_t otherwise);
  FilterBuilder(const FilterBuilder&) = delete;
  FilterBuilder& operator=(const FilterBuilder&) = delete;
  ~FilterBuilder();

  /// Lets the rules also hold for an architecture whose programs this processor runs, SCMP_ARCH_...
  void add_architecture(std::uint32_t architecture);

  /// Sets the action for calls of another architecture, such as those of 32-bit programs, whose numbers differ.
  void set_action_elsewhere(std::uint32_t action);

  void allow(Calls calls);
  void allow(int call, Conditions conditions);

  /// Makes the calls fail with `error`, as they do for a process without permission. The process may continue.
  void refuse(int error, Calls calls);
  void refuse(int error, int call, Conditions conditions);

  /// Makes the calls send SIGSYS to the process.
  void trap(Calls calls);
  void trap(int call, Conditions conditions);

  /// Makes the kernel ask the process that listens to the filter (seccomp's user notification).
  void ask(Calls calls);

  /// Returns the filter in the kernel's format.
  [[nodiscard]] FilterProgram program() const;

 private:
  void add(std::uint32_t action, int call, Conditions conditions);

  scmp_filter_ctx context_;
};

}  // namespace host
