#include "host/isolation/worker_sandbox.hpp"

#include "host/isolation/confinement.hpp"
#include "host/isolation/crash_report.hpp"
#include "host/isolation/filters.hpp"
#include "host/isolation/layers.hpp"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

namespace host::sandbox {

namespace {

/// The result of a system call; an error is a negative error number.
using Result = long;

#if defined(__x86_64__)
using Arguments = std::array<greg_t, 4>;
Arguments arguments(const ucontext_t& context) {
  const auto& registers = context.uc_mcontext.gregs;
  return {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX], registers[REG_R10]};
}
void answer(ucontext_t& context, Result result) {
  context.uc_mcontext.gregs[REG_RAX] = result;
}
#elif defined(__aarch64__)
using Arguments = std::array<unsigned long long, 4>;
Arguments arguments(const ucontext_t& context) {
  const auto& registers = context.uc_mcontext.regs;
  return {registers[0], registers[1], registers[2], registers[3]};
}
void answer(ucontext_t& context, Result result) {
  context.uc_mcontext.regs[0] = static_cast<unsigned long long>(result);
}
#else
using Arguments = std::array<unsigned long, 4>;
Arguments arguments(const ucontext_t& /*context*/) {
  return {};
}
void answer(ucontext_t& /*context*/, Result /*result*/) {}
#endif

template <class Pointer, class Register>
Pointer pointer(Register value) {
  return reinterpret_cast<Pointer>(static_cast<std::uintptr_t>(value));
}

/// Converts the result of a C library call.
Result kernels(long returned) {
  return returned < 0 ? -errno : returned;
}

/// Returns the attributes of a file that this process may open for reading. While a library is loaded, these are the
/// files that the loader reads; later, there are none.
Result stat_by_opening(int folder, const char* path, struct stat* file, int flags) {
  const int follow = (flags & AT_SYMLINK_NOFOLLOW) != 0 ? O_NOFOLLOW : 0;
  const int opened =
      static_cast<int>(::syscall(SYS_openat, folder, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | follow, 0));
  if (opened < 0) return -errno;
  const Result result = kernels(::syscall(SYS_fstat, opened, file));
  ::close(opened);
  return result;
}

/// fstat() of newer C libraries passes the descriptor and an empty path.
Result stat_at(int folder, const char* path, struct stat* file, int flags) {
  if ((flags & AT_EMPTY_PATH) != 0 && (path == nullptr || *path == '\0'))
    return kernels(::syscall(SYS_fstat, folder, file));
  return stat_by_opening(folder, path, file, flags);
}

/// qsort() of the C library asks for the machine's memory size. The answer is a fixed, typical size, the same
/// everywhere, and reveals nothing about this machine.
Result describe_machine(struct sysinfo* info) {
  constexpr unsigned long memory = 16UL << 30U;
  *info = {};
  info->totalram = memory;
  info->mem_unit = 1;
  return 0;
}

bool find_result(int call, const Arguments& given, Result& result) {
  const auto first = static_cast<int>(given[0]);
  switch (call) {
    case SYS_newfstatat:
      result =
          stat_at(first, pointer<const char*>(given[1]), pointer<struct stat*>(given[2]), static_cast<int>(given[3]));
      return true;
#if defined(SYS_stat)
    case SYS_stat:
    case SYS_lstat:
      result = stat_by_opening(AT_FDCWD, pointer<const char*>(given[0]), pointer<struct stat*>(given[1]),
                               call == SYS_lstat ? AT_SYMLINK_NOFOLLOW : 0);
      return true;
#endif
    case SYS_sysinfo:
      result = describe_machine(pointer<struct sysinfo*>(given[0]));
      return true;
    // The filter already allows all permitted uses of these calls.
    case SYS_clock_gettime:
    case SYS_clock_getres:
    case SYS_madvise:
      result = -EINVAL;
      return true;
    default:
      return false;
  }
}

}  // namespace

bool emulated(const siginfo_t& trap, void* context) {
  if (!can_emulate) return false;
  auto& interrupted = *static_cast<ucontext_t*>(context);
  const int kept = errno;
  Result result = 0;
  const bool found = find_result(trap.si_syscall, arguments(interrupted), result);
  if (found) answer(interrupted, result);
  errno = kept;
  return found;
}

void limit_worker(const channel::Start& start, std::uint64_t reserved_bytes) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  forbid_core_files();
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
  if (keep_cores_apart()) layers |= layer_core;
  if (restrict_files()) layers |= layer_landlock;
  if (restrict_calls(filter)) layers |= layer_seccomp;
  return layers;
}

bool restrict_calls(std::span<sock_filter> filter) {
  fill_in(filter, static_cast<std::uint32_t>(::getpid()));
  return install_filter(filter);
}

void keep_second_filter(std::span<const sock_filter> filter) {
  if (filter.empty()) return;
  const std::size_t size = sizeof(sock_fprog) + filter.size_bytes();
  void* const wanted = reinterpret_cast<void*>(second_filter_address);
  void* const memory =
      ::mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory != wanted) fail("seccomp: memory for the second filter");
  auto* const copy = reinterpret_cast<sock_filter*>(second_filter_address + sizeof(sock_fprog));
  std::copy(filter.begin(), filter.end(), copy);
  *static_cast<sock_fprog*>(memory) = {static_cast<unsigned short>(filter.size()), copy};
  if (::mprotect(memory, size, PROT_READ) != 0) fail("seccomp: memory for the second filter");
  constexpr long mseal = 462;  // newer kernels: also the library can't change it then
  ::syscall(mseal, memory, size, 0);
}

void install_second_filter() {
  // Without the call there is no first filter either.
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, second_filter_address) != 0 &&
      errno != ENOSYS)
    fail("seccomp: the second filter");
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
