#include "host/isolation/worker_sandbox.hpp"

#include "host/isolation/confinement.hpp"
#include "host/isolation/crash_report.hpp"
#include "host/isolation/filter_builder.hpp"
#include "host/isolation/layers.hpp"

#include <linux/landlock.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>

namespace host::sandbox {

void limit_worker(const channel::Start& start, std::uint64_t reserved_bytes) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  set_limit(RLIMIT_CORE, 0, "of core files");
  set_limit(RLIMIT_FSIZE, static_cast<std::uint64_t>(start.log_bytes), "of the log");
  constexpr std::uint64_t files = 1024;  // the usual limit; the host raises its own
  set_limit(RLIMIT_NOFILE, files, "of open files");
  std::uint64_t stack = 64 * mebibyte;
  if (start.memory_bytes > 0) {
    const auto memory = static_cast<std::uint64_t>(start.memory_bytes);
    stack = std::min(stack, memory);
    // Address space that is not the strategy's own data: this program, libraries, the shared memory, and the reserved,
    // unused memory of threads.
    constexpr std::uint64_t programs = 96 * mebibyte;
    constexpr std::uint64_t thread = 144 * mebibyte;
    set_limit(RLIMIT_DATA, memory, "of memory");
    set_limit(RLIMIT_AS,
              memory + stack + programs + channel::Layout(start).size + reserved_bytes + (start.threads - 1) * thread,
              "of address space");
  }
  set_limit(RLIMIT_STACK, stack, "of the stack");
  if (start.threads == 1 && start.sandbox != 0) set_limit(RLIMIT_NPROC, 0, "of processes");
}

bool become_nobody() {
  const bool was_root = ::geteuid() == 0 || ::getuid() == 0;
  const bool ordinary = leave_root({nobody}, {}).has_value();
  if (was_root) ::prctl(PR_SET_DUMPABLE, 1);  // otherwise root would own its entries in /proc, which it must read
  return ordinary;
}

bool restrict_files() {
  LandlockRules rules;
  for (const char* const place : {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"})
    rules.allow(place, LANDLOCK_ACCESS_FS_READ_FILE);
  if (const char* const path = std::getenv("LD_LIBRARY_PATH")) {
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');) rules.allow(folder, LANDLOCK_ACCESS_FS_READ_FILE);
  }
  return rules.enforce();
}

std::uint32_t confine_worker(const channel::Start& start, std::span<sock_filter> filter, std::uint64_t reserved_bytes) {
  std::uint32_t layers = layer_limits;
  leave_terminal();
  if (start.sandbox != 0 && become_nobody()) layers |= layer_user;
  die_with_parent(start.parent);
  limit_worker(start, reserved_bytes);
  if (start.sandbox == 0) return layers;
  forbid_new_privileges();
#ifndef AGON_SANITIZED
  catch_signals();
#endif
  if (restrict_files()) layers |= layer_landlock;
  if (restrict_calls(filter)) layers |= layer_seccomp;
  return layers;
}

bool restrict_calls(std::span<sock_filter> filter) {
  fill_in(filter, static_cast<std::uint32_t>(::getpid()));
  return install_filter(filter);
}

void restrict_processes() {
  // A domain must restrict something, which the rule then allows everywhere. Only the existence of the domain matters.
  constexpr std::uint64_t something = LANDLOCK_ACCESS_FS_MAKE_BLOCK;
  constexpr std::uint64_t signals = 2;
  LandlockRules rules({something, 0, signals});
  rules.allow("/", something);
  rules.enforce();
}

}  // namespace host::sandbox
