#include "host/isolation/program_sandbox.hpp"

#include "host/isolation/confinement.hpp"
#include "host/isolation/layers.hpp"
#include "host/isolation/process_status.hpp"
#include "host/isolation/process_tree.hpp"
#include "host/isolation/supervisor_protocol.hpp"
#include "host/util/beneath.hpp"
#include "host/util/socket_message.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace host::supervisor {

// The program's process tells its user, and the listener's descriptor if there is one. The answer: the most processes
// of that user.

void ask_before_forks(int socket) {
  sandbox::forbid_new_privileges();
  FilterProgram filter = sandbox::read_filter(fork_filter_descriptor);
  const Descriptor listener = sandbox::install_listener(filter);
  uid_t user = ::getuid();
  if (listener.is_open()) {
    SocketMessage<int>(&user, sizeof user).send(socket, SCM_RIGHTS, listener.get());
    return;
  }
  static_cast<void>(::send(socket, &user, sizeof user, MSG_NOSIGNAL) > 0);
  // The supervisor counts this user's processes: it sees more of them.
  int most = 0;
  if (::recv(socket, &most, sizeof most, 0) == sizeof most)
    sandbox::set_limit(RLIMIT_NPROC, static_cast<std::uint64_t>(most), "of processes");
}

TaskLimit::TaskLimit(int most, bool tells) : most_(most), tells_(tells), left_(most - 1) {
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_) != 0) ends_[0] = ends_[1] = -1;
}

namespace {

void add_forks(std::uint64_t count) {
  static_cast<void>(::write(fork_count_descriptor, &count, sizeof count) > 0);
}

bool starts_thread(const seccomp_data& call) {
  return call.nr == SYS_clone && (call.args[0] & CLONE_THREAD) != 0;
}

}  // namespace

void TaskLimit::close_program_end() {
  ::close(ends_[1]);
  ends_[1] = -1;
}

void TaskLimit::answer(short events) {
  if (events == 0) return;
  if (listener_ < 0) return meet();
  if ((events & POLLIN) != 0) return decide();
  ::close(listener_);  // no process is left that could ask
  listener_ = -1;
}

/// Hears from the program's process, once.
void TaskLimit::meet() {
  uid_t user = 0;
  const ssize_t size = SocketMessage<int>(&user, sizeof user).receive(ends_[0], SCM_RIGHTS, listener_);
  if (listener_ >= 0) {
    seccomp_notif_sizes sizes{};
    ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes);
    question_.resize(std::max<std::size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)));
    reply_.resize(std::max<std::size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
  } else if (size == sizeof user) {
    if (tells_) add_forks(uncounted_forks);
    const int most = tasks_of_user(user) + most_;
    static_cast<void>(::send(ends_[0], &most, sizeof most, MSG_NOSIGNAL) > 0);
  }
  ::close(ends_[0]);
  ends_[0] = -1;
}

void TaskLimit::decide() {
  std::fill(question_.begin(), question_.end(), '\0');
  if (::ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, question_.data()) != 0) return;  // it has ended meanwhile
  seccomp_notif asked{};
  std::memcpy(&asked, question_.data(), sizeof asked);
  if (left_ <= 0) {
    const int tasks = tasks_below(::getpid());
    left_ = tasks > 0 ? most_ - tasks : 0;  // the one that asks is there: 0 means that /proc is missing
  }
  seccomp_notif_resp reply{};
  reply.id = asked.id;
  if (left_ > 0) {
    --left_;
    if (tells_ && !starts_thread(asked.data)) add_forks(1);
    reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else {
    reply.error = -EAGAIN;
  }
  std::fill(reply_.begin(), reply_.end(), '\0');
  std::memcpy(reply_.data(), &reply, sizeof reply);
  ::ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, reply_.data());
}

using namespace sandbox;

namespace {

/// The host measures the memory of all processes. The limit is only a backstop for one that takes memory faster than
/// the host looks: interpreters reserve far more than they use.
void limit_resources(const ProgramConfig& config) {
  forbid_core_files();
  constexpr std::uint64_t unlimited = std::uint64_t{1} << 40U;
  set_limit(RLIMIT_FSIZE, config.sandbox ? temporary_bytes : unlimited, "of files");
  if (!config.sandbox) return;
  constexpr std::uint64_t files = 1024;
  set_limit(RLIMIT_NOFILE, files, "of open files");
  if (config.memory_bytes == 0) return;
  constexpr std::uint64_t reserve = std::uint64_t{4} << 30U;
  set_limit(RLIMIT_DATA, 2 * static_cast<std::uint64_t>(config.memory_bytes) + reserve, "of memory");
}

constexpr std::uint64_t reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// Allows the files of /etc with which interpreters begin. Others may hold secrets of root, whose files this process
/// may still own.
void allow_settings(LandlockRules& rules) {
  for (const char* const name : {"alternatives", "ld.so.cache", "ld.so.preload", "localtime", "timezone", "passwd",
                                 "group", "nsswitch.conf", "locale.alias", "mime.types", "ssl/openssl.cnf"})
    rules.allow(std::string("/etc/") + name, reading);
  DIR* const folder = ::opendir("/etc");
  while (const dirent* const entry = folder == nullptr ? nullptr : ::readdir(folder)) {
    const std::string name = entry->d_name;
    for (const char* const language : {"java", "python", "ruby", "perl", "php", "lua", "mono", "dotnet", "node"}) {
      if (name.starts_with(language)) rules.allow("/etc/" + name, reading);
    }
  }
  if (folder != nullptr) ::closedir(folder);
}

bool restrict_files(const ProgramConfig& config, std::uint32_t layers) {
  LandlockRules rules;
  for (const char* const place : {"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/opt",
                                  "/sys/devices/system", "/sys/kernel/mm"})
    rules.allow(place, reading);
  allow_settings(rules);
  // Of other processes, /proc would show the command lines. Without it, the program sees none, not even its own.
  if ((layers & layer_processes) != 0) rules.allow("/proc", reading);
  for (const char* const device : {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"})
    rules.allow(device, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  rules.allow("/dev/zero", LANDLOCK_ACCESS_FS_READ_FILE);  // open for writing, it gives shared memory
  constexpr std::uint64_t devices =
      LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SOCK | 1U << 15U;
  if ((layers & layer_folder) != 0) rules.allow(temporary_folder, rules.restricted().files & ~devices);
  // The host has resolved them. A link that is there now was not when the host looked at the folder.
  const Descriptor root = open_folder("/");
  for (const auto& place : config.readable) rules.allow(open_beneath(root, place.relative_path(), O_PATH), reading);
  return rules.enforce();
}

}  // namespace

int fork_into_namespaces(const ProgramConfig& config, std::uint32_t& layers) {
  const auto start_with = [&](std::uint64_t namespaces) {
    if (config.group_layers == 0)
      return static_cast<int>(::syscall(SYS_clone, namespaces | SIGCHLD, nullptr, nullptr, nullptr, 0));
    clone_args how{};
    how.flags = namespaces | CLONE_INTO_CGROUP;
    how.exit_signal = SIGCHLD;
    how.cgroup = group_descriptor;
    return static_cast<int>(::syscall(SYS_clone3, &how, sizeof how));
  };
  layers |= config.group_layers;
  if (config.sandbox) {
    constexpr unsigned long own = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET;
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    const unsigned long own_rights = user == 0 ? 0UL : CLONE_NEWUSER;
    const int child = start_with(own | own_rights);
    if (child >= 0) layers |= layer_processes | layer_network;
    if (child == 0 && own_rights != 0) {
      write_small_file("/proc/self/setgroups", "deny");
      write_small_file("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1");
      write_small_file("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
    }
    if (child >= 0) return child;
    if (errno == EAGAIN || errno == ENOMEM) fail("its own processes");  // the system has them, but not now
  }
  const int child = start_with(0);
  if (child < 0) fail("its first process");
  return child;
}

void mount_own_folders(std::uint32_t& layers) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
  constexpr unsigned long harmless = MS_NOSUID | MS_NODEV;
  if (::mount("proc", "/proc", "proc", harmless | MS_NOEXEC, nullptr) != 0) {
    // The /proc that is there shows the processes of all: it stays closed.
    layers &= ~static_cast<std::uint32_t>(layer_processes);
  }
  const std::string size = "size=" + std::to_string(temporary_bytes) + ",nr_inodes=4096,mode=1777";
  if (::mount("agon", temporary_folder, "tmpfs", harmless, size.c_str()) == 0) layers |= layer_folder;
}

void confine_program(const ProgramConfig& config, uid_t user, int task_limit, std::uint32_t& layers) {
  std::signal(SIGXFSZ, SIG_IGN);  // a full log must not end the program
  limit_resources(config);
  layers |= layer_limits;
  const bool counted = (config.group_layers & layer_group_tasks) != 0;
  if (!config.sandbox) return counted && counts_time(config) ? void() : ask_before_forks(task_limit);
  const bool was_root = ::geteuid() == 0;
  const auto left_for = leave_root({user, nobody}, config.files);
  // If only root can read the program's files, it stays root's process, without rights.
  if (left_for)
    layers |= layer_user;
  else
    drop_capabilities();
  // The kernel counts the processes of a user: here of one that only this program has, or only within its namespace.
  const bool alone = was_root ? left_for == user : (layers & layer_processes) != 0;
  if (!counted && alone) set_limit(RLIMIT_NPROC, static_cast<std::uint64_t>(refused_tasks()), "of processes");
  if ((!counted && !alone) || !counts_time(config)) ask_before_forks(task_limit);
  forbid_new_privileges();
  if (keep_cores_apart()) layers |= layer_core;
  if (restrict_files(config, layers)) layers |= layer_landlock;
  FilterProgram filter = read_filter(filter_descriptor);
  if (install_filter(filter)) layers |= layer_seccomp;
}

}  // namespace host::supervisor
