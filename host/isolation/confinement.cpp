#include "host/isolation/confinement.hpp"

#include "host/isolation/layers.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace host::sandbox {

namespace {

/// Returns whether a user can read these files. Changes only the effective user of this process, and restores it.
bool can_read(uid_t user, const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return true;
  if (::setegid(user) != 0 || ::seteuid(user) != 0) return false;
  const bool readable = std::all_of(files.begin(), files.end(), [](const std::filesystem::path& file) {
    return ::faccessat(AT_FDCWD, file.c_str(), R_OK, AT_EACCESS) == 0;
  });
  return ::seteuid(0) == 0 && ::setegid(0) == 0 && readable;
}

LandlockRules::Rights everything(int version) {
  std::uint64_t files = (1U << 13U) - 1;  // version 1
  if (version >= 2) files |= 1U << 13U;   // linking and renaming between folders
  if (version >= 3) files |= 1U << 14U;   // truncating
  if (version >= 5) files |= 1U << 15U;   // ioctl on devices
  return {files, version >= 4 ? 3U : 0U, version >= 6 ? 3U : 0U};
}

int set_filter(std::span<sock_filter> program, unsigned flags) {
  const sock_fprog filter = {static_cast<unsigned short>(program.size()), program.data()};
  // Without SPEC_ALLOW, older kernels slow down every process that has a filter. A sandboxed process has no secrets to
  // protect from itself.
  return static_cast<int>(
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter));
}

}  // namespace

void fail(const std::string& layer) {
  throw SandboxError(layer + ": " + std::strerror(errno));
}

void set_limit(__rlimit_resource resource, std::uint64_t most, const char* name) {
  rlimit now{};
  ::getrlimit(resource, &now);
  const rlim_t value = std::min<rlim_t>(most, now.rlim_max);
  const rlimit wanted = {value, value};
  if (::setrlimit(resource, &wanted) != 0) fail(std::string("the resource limit ") + name);
}

void forbid_core_files() {
  const rlimit none = {1, 1};
  if (::setrlimit(RLIMIT_CORE, &none) != 0) set_limit(RLIMIT_CORE, 1, "of core files");
}

std::optional<uid_t> leave_root(std::initializer_list<uid_t> users, const std::vector<std::filesystem::path>& files) {
  if (::geteuid() != 0) return ::getuid() == 0 ? std::nullopt : std::optional(::geteuid());
  for (const uid_t user : users) {
    // A container may have only few users, and may not allow a change of user.
    if (::setgroups(0, nullptr) == 0 && can_read(user, files) && ::setresgid(user, user, user) == 0 &&
        ::setresuid(user, user, user) == 0)
      return user;
    if (::setegid(0) != 0 || ::seteuid(0) != 0) fail("returning to root");
  }
  return std::nullopt;
}

void drop_capabilities() {
  for (int right = 0; ::prctl(PR_CAPBSET_READ, right) >= 0; ++right) ::prctl(PR_CAPBSET_DROP, right);
  ::prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP);
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  if (::syscall(SYS_capset, &header, none) != 0) fail("giving up the rights of root");
}

void leave_terminal() {
  const Descriptor terminal(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (terminal.is_open() && ::ioctl(terminal.get(), TIOCNOTTY) != 0) fail("the terminal");
}

void die_with_parent(int parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("the signal at the host's end");
  if (::getppid() != parent) ::_exit(1);  // it has already ended
}

void forbid_new_privileges() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no new privileges");
}

LandlockRules::LandlockRules() : LandlockRules(everything(landlock_version())) {}

LandlockRules::LandlockRules(const Rights& restricted) : version_(landlock_version()), restricted_(restricted) {
  if (version_ == 0) return;
  if (version_ < 6) restricted_.scope = 0;
  const std::size_t size = version_ >= 6   ? sizeof restricted_
                           : version_ >= 4 ? 2 * sizeof(std::uint64_t)
                                           : sizeof(std::uint64_t);
  ruleset_ = Descriptor(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &restricted_, size, 0)));
  if (!ruleset_.is_open()) fail("Landlock");
}

void LandlockRules::allow(const std::string& path, std::uint64_t access) {
  allow(Descriptor(::open(path.c_str(), O_PATH | O_CLOEXEC)), access);
}

void LandlockRules::allow(const Descriptor& file, std::uint64_t access) {
  constexpr std::uint64_t of_files =
      LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | 1U << 14U;
  struct stat status {};
  if (version_ == 0 || !file.is_open() || ::fstat(file.get(), &status) != 0) return;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = S_ISDIR(status.st_mode) ? access : access & of_files;
  rule.parent_fd = file.get();
  if (::syscall(SYS_landlock_add_rule, ruleset_.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) fail("Landlock");
}

bool LandlockRules::enforce() {
  if (version_ == 0) return false;
  if (::syscall(SYS_landlock_restrict_self, ruleset_.get(), 0) != 0) fail("Landlock");
  return true;
}

FilterProgram read_filter(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) fail("seccomp");
  FilterProgram filter(static_cast<std::size_t>(status.st_size) / sizeof(sock_filter));
  const std::size_t size = filter.size() * sizeof(sock_filter);
  if (::pread(file, filter.data(), size, 0) != static_cast<ssize_t>(size)) fail("seccomp");
  return filter;
}

bool install_filter(std::span<sock_filter> program) {
  if (program.empty()) return false;
  if (set_filter(program, 0) == 0) return true;
  const int why = errno;
  if (!has_seccomp()) return false;
  errno = why;
  fail("seccomp");
}

Descriptor install_listener(std::span<sock_filter> program) {
  return Descriptor(program.empty() ? -1 : set_filter(program, SECCOMP_FILTER_FLAG_NEW_LISTENER));
}

}  // namespace host::sandbox
