#include "host/sandbox/confinement.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace host::sandbox {

namespace {

[[noreturn]] void fail(const std::string& layer) {
  throw ConfinementFailure(layer + ": " + std::strerror(errno));
}

void limit(__rlimit_resource resource, std::uint64_t most, const char* name) {
  rlimit now{};
  ::getrlimit(resource, &now);
  const rlim_t value = std::min<rlim_t>(most, now.rlim_max);
  const rlimit wanted = {value, value};
  if (::setrlimit(resource, &wanted) != 0) fail(std::string("the resource limit ") + name);
}

/// All rights that versions of Landlock can restrict, whether or not this system's headers define them.
struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scope;
};

Ruleset everything(int version) {
  std::uint64_t files = (1U << 13U) - 1;  // version 1
  if (version >= 2) files |= 1U << 13U;   // linking and renaming between folders
  if (version >= 3) files |= 1U << 14U;   // truncating
  if (version >= 5) files |= 1U << 15U;   // ioctl on devices
  return {files, version >= 4 ? 3U : 0U,  // TCP: bind and connect
          version >= 6 ? 3U : 0U};        // abstract sockets and signals to the outside
}

/// Returns the Landlock version of this kernel; below 1 if it has none.
int landlock() {
  return static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

std::size_t size_of_ruleset(int version) {
  return version >= 6 ? sizeof(Ruleset) : version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

int ruleset_of(const Ruleset& refused, int version) {
  const long ruleset = ::syscall(SYS_landlock_create_ruleset, &refused, size_of_ruleset(version), 0);
  if (ruleset < 0) fail("Landlock");
  return static_cast<int>(ruleset);
}

void allow_beneath(int ruleset, const char* place, std::uint64_t access) {
  const int file = ::open(place, O_PATH | O_CLOEXEC);
  if (file < 0) return;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = access;
  rule.parent_fd = file;
  if (::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) fail("Landlock");
  ::close(file);
}

void enforce(int ruleset) {
  if (::syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) fail("Landlock");
  ::close(ruleset);
}

/// Returns the folders where the loader finds libraries.
std::vector<std::string> library_places() {
  std::vector<std::string> places = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"};
  if (const char* const path = std::getenv("LD_LIBRARY_PATH")) {
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');) places.push_back(folder);
  }
  return places;
}

}  // namespace

void limit_resources(const channel::Start& start, std::uint64_t shared_size) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  limit(RLIMIT_CORE, 0, "of core files");
  limit(RLIMIT_FSIZE, static_cast<std::uint64_t>(start.log_bytes), "of the log");
  constexpr std::uint64_t files = 1024;  // the usual limit; the host raises its own
  limit(RLIMIT_NOFILE, files, "of open files");
  std::uint64_t stack = 64 * mebibyte;
  if (start.memory_bytes > 0) {
    const auto memory = static_cast<std::uint64_t>(start.memory_bytes);
    stack = std::min(stack, memory);
    // Address space that is not the strategy's own data: this program, libraries, the shared memory, and the reserved,
    // unused memory of threads.
    constexpr std::uint64_t programs = 96 * mebibyte;
    constexpr std::uint64_t thread = 144 * mebibyte;
    limit(RLIMIT_DATA, memory, "of memory");
    limit(RLIMIT_AS, memory + stack + programs + shared_size + (start.threads - 1) * thread, "of address space");
  }
  limit(RLIMIT_STACK, stack, "of the stack");
  if (start.threads == 1 && start.sandbox != 0) limit(RLIMIT_NPROC, 0, "of processes");
}

bool drop_root() {
  constexpr uid_t nobody = 65534;
  if (::geteuid() != 0 && ::getuid() != 0) return true;
  // A container may have only one user and may not allow a change of user.
  const bool dropped = ::setgroups(0, nullptr) == 0 && ::setresgid(nobody, nobody, nobody) == 0 &&
                       ::setresuid(nobody, nobody, nobody) == 0;
  ::prctl(PR_SET_DUMPABLE, 1);  // otherwise root would own the process's entries in /proc, which it must read
  return dropped;
}

void leave_terminal() {
  const int terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;  // there is no terminal
  if (::ioctl(terminal, TIOCNOTTY) != 0) fail("the terminal");
  ::close(terminal);
}

void die_with_parent(int parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("the signal at the host's end");
  if (::getppid() != parent) ::_exit(1);  // the host has already ended
}

bool close_files() {
  const int version = landlock();
  if (version <= 0) return false;
  const int ruleset = ruleset_of(everything(version), version);
  for (const std::string& place : library_places()) allow_beneath(ruleset, place.c_str(), LANDLOCK_ACCESS_FS_READ_FILE);
  enforce(ruleset);
  return true;
}

bool filter_calls(std::span<sock_filter> program) {
  if (program.empty()) return false;
  channel::fill_in(program, static_cast<std::uint32_t>(::getpid()));
  const sock_fprog filter = {static_cast<unsigned short>(program.size()), program.data()};
  // Without this flag, older kernels slow down every process that has a filter. A worker has no secrets to protect from
  // itself.
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0) return true;
  if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP) return false;
  fail("seccomp");
}

void close_processes() {
  const int version = landlock();
  if (version <= 0) return;
  // A domain must restrict something, which the rule then allows everywhere. Only the existence of the domain matters.
  constexpr std::uint64_t something = LANDLOCK_ACCESS_FS_MAKE_BLOCK;
  constexpr std::uint64_t signals = 2;
  const int ruleset = ruleset_of({something, 0, version >= 6 ? signals : 0}, version);
  allow_beneath(ruleset, "/", something);
  enforce(ruleset);
}

}  // namespace host::sandbox
