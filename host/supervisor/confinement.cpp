#include "host/supervisor/confinement.hpp"

#include "host/program/orders.hpp"
#include "host/supervisor/task_limit.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

namespace host::supervisor {

namespace {

constexpr uid_t nobody = 65534;

bool write_text(const char* path, const std::string& text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(file);
  return written;
}

void limit(__rlimit_resource resource, std::uint64_t most) {
  rlimit now{};
  ::getrlimit(resource, &now);
  const rlim_t value = std::min<rlim_t>(most, now.rlim_max);
  const rlimit wanted = {value, value};
  if (::setrlimit(resource, &wanted) != 0) throw Unclosed{"a resource limit"};
}

/// The host measures the memory of all processes. This is only a backstop for one that takes memory faster than the
/// host looks: interpreters reserve far more than they use.
void limit_resources(const Orders& orders) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, orders.sandbox ? temporary_bytes : std::int64_t{1} << 40U);
  if (!orders.sandbox) return;
  constexpr std::uint64_t files = 1024;
  limit(RLIMIT_NOFILE, files);
  if (orders.memory_bytes > 0) {
    constexpr std::uint64_t reserve = std::uint64_t{4} << 30U;
    limit(RLIMIT_DATA, 2 * static_cast<std::uint64_t>(orders.memory_bytes) + reserve);
  }
}

/// Returns whether an ordinary user can read these files.
bool others_can_read(const std::vector<std::string>& files, uid_t user) {
  if (::setegid(user) != 0 || ::seteuid(user) != 0) return false;
  const bool readable = std::all_of(files.begin(), files.end(), [](const std::string& file) {
    return ::faccessat(AT_FDCWD, file.c_str(), R_OK, AT_EACCESS) == 0;
  });
  return ::seteuid(0) == 0 && ::setegid(0) == 0 && readable;
}

/// Whose process a program is.
enum class User { same, own, shared, root };

/// Gives up all rights of root. Where the program's files are root's alone, it stays root's process, without rights.
User leave_root(const Orders& orders) {
  if (::geteuid() != 0) return User::same;
  // A container may have only few users.
  for (const uid_t user : {orders.user, nobody}) {
    const bool leaves = ::setgroups(0, nullptr) == 0 && others_can_read(orders.files, user) &&
                        ::setresgid(user, user, user) == 0 && ::setresuid(user, user, user) == 0;
    if (leaves) return user == orders.user ? User::own : User::shared;
    if (::setegid(0) != 0 || ::seteuid(0) != 0) throw Unclosed{"returning to root"};
  }
  for (int right = 0; ::prctl(PR_CAPBSET_READ, right) >= 0; ++right) ::prctl(PR_CAPBSET_DROP, right);
  ::prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP);
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  if (::syscall(SYS_capset, &header, none) != 0) throw Unclosed{"giving up the rights of root"};
  return User::root;
}

/// All that versions of Landlock can restrict, whether or not this system's headers define it.
struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scope;
};

constexpr std::uint64_t reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

void allow(int ruleset, const std::string& place, std::uint64_t access) {
  const int file = ::open(place.c_str(), O_PATH | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) return;
  constexpr std::uint64_t of_files =
      LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | 1U << 14U;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = S_ISDIR(status.st_mode) ? access : access & of_files;
  rule.parent_fd = file;
  if (::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) throw Unclosed{"Landlock"};
  ::close(file);
}

/// Allows the files of /etc with which interpreters begin. Others may hold secrets of root, whose files this process
/// may still own.
void allow_settings(int ruleset) {
  for (const char* const name : {"alternatives", "ld.so.cache", "ld.so.preload", "localtime", "timezone", "passwd",
                                 "group", "nsswitch.conf", "locale.alias", "mime.types", "ssl/openssl.cnf"})
    allow(ruleset, std::string("/etc/") + name, reading);
  DIR* const folder = ::opendir("/etc");
  while (const dirent* const entry = folder == nullptr ? nullptr : ::readdir(folder)) {
    const std::string name = entry->d_name;
    for (const char* const language : {"java", "python", "ruby", "perl", "php", "lua", "mono", "dotnet", "node"}) {
      if (name.rfind(language, 0) == 0) allow(ruleset, "/etc/" + name, reading);
    }
  }
  if (folder != nullptr) ::closedir(folder);
}

bool close_files(const Orders& orders, std::uint32_t layers) {
  const auto version =
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
  if (version <= 0) return false;
  std::uint64_t files = (1U << 13U) - 1;
  if (version >= 2) files |= 1U << 13U;                    // linking and renaming between folders
  if (version >= 3) files |= 1U << 14U;                    // truncating
  if (version >= 5) files |= 1U << 15U;                    // ioctl on devices
  const Ruleset refused = {files, version >= 4 ? 3U : 0U,  // TCP: bind and connect
                           version >= 6 ? 3U : 0U};        // abstract sockets and signals to the outside
  const std::size_t size = version >= 6 ? sizeof refused : (version >= 4 ? 2 : 1) * sizeof(std::uint64_t);
  const auto ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &refused, size, 0));
  if (ruleset < 0) throw Unclosed{"Landlock"};
  for (const char* const place : {"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/opt",
                                  "/sys/devices/system", "/sys/kernel/mm", "/sys/fs/cgroup"})
    allow(ruleset, place, reading);
  allow_settings(ruleset);
  // Of other processes, /proc would show the command lines. Without it, the program sees none, not even its own.
  if ((layers & layer_processes) != 0) allow(ruleset, "/proc", reading);
  for (const char* const device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    allow(ruleset, device, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  constexpr std::uint64_t devices =
      LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SOCK | 1U << 15U;
  if ((layers & layer_folder) != 0) allow(ruleset, temporary_folder, files & ~devices);
  for (const std::string& place : orders.readable) allow(ruleset, place, reading);
  if (::syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) throw Unclosed{"Landlock"};
  ::close(ruleset);
  return true;
}

bool filter_calls() {
  struct stat status {};
  if (::fstat(filter_descriptor, &status) != 0 || status.st_size <= 0) return false;
  std::vector<sock_filter> program(static_cast<std::size_t>(status.st_size) / sizeof(sock_filter));
  const std::size_t size = program.size() * sizeof(sock_filter);
  if (::pread(filter_descriptor, program.data(), size, 0) != static_cast<ssize_t>(size))
    throw Unclosed{"the filter of system calls"};
  const sock_fprog filter = {static_cast<unsigned short>(program.size()), program.data()};
  // Without this flag, older kernels slow down every process that has a filter.
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0) return true;
  if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP) return false;
  throw Unclosed{"the filter of system calls"};
}

}  // namespace

int fork_apart(bool sandbox, std::uint32_t& layers) {
  if (sandbox) {
    constexpr unsigned long apart = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET;
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    const unsigned long own_rights = user == 0 ? 0UL : CLONE_NEWUSER;
    const auto child =
        static_cast<int>(::syscall(SYS_clone, apart | own_rights | SIGCHLD, nullptr, nullptr, nullptr, 0));
    if (child >= 0) layers |= layer_processes | layer_network;
    if (child == 0 && own_rights != 0) {
      write_text("/proc/self/setgroups", "deny");
      write_text("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1");
      write_text("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
    }
    if (child >= 0) return child;
  }
  return ::fork();
}

void mount_own_folders(std::uint32_t& layers) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
  constexpr unsigned long plain = MS_NOSUID | MS_NODEV;
  if (::mount("proc", "/proc", "proc", plain | MS_NOEXEC, nullptr) != 0) {
    // What is there shows the processes of all: it stays closed.
    layers &= ~static_cast<std::uint32_t>(layer_processes);
  }
  const std::string size = "size=" + std::to_string(temporary_bytes) + ",nr_inodes=4096,mode=1777";
  if (::mount("agon", temporary_folder, "tmpfs", plain, size.c_str()) == 0) layers |= layer_folder;
}

void confine(const Orders& orders, int task_limit, std::uint32_t& layers) {
  std::signal(SIGXFSZ, SIG_IGN);  // a full log must not end the program
  limit_resources(orders);
  layers |= layer_limits;
  if (!orders.sandbox) return ask_before_forks(task_limit);
  const User user = leave_root(orders);
  if (user != User::root) layers |= layer_user;
  // The kernel counts the processes of a user: here of one that only this program has, or only within its view.
  if (user == User::own || (user == User::same && (layers & layer_processes) != 0)) {
    limit(RLIMIT_NPROC, static_cast<std::uint64_t>(refused_tasks()));
  } else {
    ask_before_forks(task_limit);
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw Unclosed{"no new privileges"};
  if (close_files(orders, layers)) layers |= layer_landlock;
  if (filter_calls()) layers |= layer_seccomp;
}

}  // namespace host::supervisor
