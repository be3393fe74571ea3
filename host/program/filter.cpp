#include "host/program/filter.hpp"

#include "host/descriptor.hpp"
#include "host/failure.hpp"

#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

namespace host {

namespace {

[[noreturn]] void no_filter(const std::string& why) {
  throw Failure(Exit::isolation, "the sandbox can't be put up: seccomp: " + why);
}

void refuse_calls(scmp_filter_ctx filter, int error, std::initializer_list<int> calls) {
  for (const int call : calls) {
    const int fault = ::seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, 0, nullptr);
    if (fault != 0 && fault != -EDOM) no_filter(std::strerror(-fault));
  }
}

void refuse_with(scmp_filter_ctx filter, int error, int call, scmp_arg_cmp argument) {
  const int fault = ::seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, 1, &argument);
  if (fault != 0 && fault != -EDOM) no_filter(std::strerror(-fault));
}

std::vector<sock_filter> compile_program_filter() {
  const std::unique_ptr<void, void (*)(void*)> owner(::seccomp_init(SCMP_ACT_ALLOW),
                                                     [](void* context) { ::seccomp_release(context); });
  scmp_filter_ctx filter = owner.get();
  if (filter == nullptr) no_filter("no memory");
  // A filter sees 32-bit programs' calls under other numbers: they end.
  ::seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  // The network. Pairs of connected sockets remain: interpreters use them within themselves.
  refuse_calls(filter, EACCES, {SCMP_SYS(socket)});
  refuse_with(filter, EACCES, SCMP_SYS(socketpair), {0, SCMP_CMP_NE, AF_UNIX, 0});
  // Other processes: their memory, files and limits.
  refuse_calls(filter, EPERM,
               {SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise),
                SCMP_SYS(pidfd_getfd), SCMP_SYS(kcmp), SCMP_SYS(perf_event_open), SCMP_SYS(migrate_pages),
                SCMP_SYS(move_pages)});
  refuse_with(filter, EPERM, SCMP_SYS(prlimit64), {0, SCMP_CMP_NE, 0, 0});
  // Memory and messages that outlive a process, or that nobody counts.
  refuse_calls(
      filter, EPERM,
      {SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(semget), SCMP_SYS(msgget), SCMP_SYS(mq_open), SCMP_SYS(add_key),
       SCMP_SYS(request_key), SCMP_SYS(keyctl), SCMP_SYS(memfd_create), SCMP_SYS(memfd_secret)});
  // The system, and other views of it.
  refuse_calls(filter, EPERM,
               {SCMP_SYS(mount),
                SCMP_SYS(umount2),
                SCMP_SYS(pivot_root),
                SCMP_SYS(chroot),
                SCMP_SYS(unshare),
                SCMP_SYS(setns),
                SCMP_SYS(open_tree),
                SCMP_SYS(move_mount),
                SCMP_SYS(fsopen),
                SCMP_SYS(fsmount),
                SCMP_SYS(fsconfig),
                SCMP_SYS(fspick),
                SCMP_SYS(mount_setattr),
                SCMP_SYS(bpf),
                SCMP_SYS(userfaultfd),
                SCMP_SYS(io_uring_setup),
                SCMP_SYS(io_uring_enter),
                SCMP_SYS(io_uring_register),
                SCMP_SYS(kexec_load),
                SCMP_SYS(kexec_file_load),
                SCMP_SYS(init_module),
                SCMP_SYS(finit_module),
                SCMP_SYS(delete_module),
                SCMP_SYS(reboot),
                SCMP_SYS(swapon),
                SCMP_SYS(swapoff),
                SCMP_SYS(settimeofday),
                SCMP_SYS(clock_settime),
                SCMP_SYS(adjtimex),
                SCMP_SYS(clock_adjtime),
                SCMP_SYS(sethostname),
                SCMP_SYS(setdomainname),
                SCMP_SYS(quotactl),
                SCMP_SYS(syslog),
                SCMP_SYS(acct),
                SCMP_SYS(personality),
                SCMP_SYS(name_to_handle_at),
                SCMP_SYS(open_by_handle_at),
                SCMP_SYS(fanotify_init),
                SCMP_SYS(iopl),
                SCMP_SYS(ioperm),
                SCMP_SYS(vhangup)});
  // Attributes of the user's files: Landlock does not restrict them. The numbers are of calls that are newer than this
  // libseccomp: fchmodat2, setxattrat, removexattrat and file_setattr.
  refuse_calls(filter, EPERM,
               {SCMP_SYS(chmod),
                SCMP_SYS(fchmod),
                SCMP_SYS(fchmodat),
                SCMP_SYS(chown),
                SCMP_SYS(fchown),
                SCMP_SYS(lchown),
                SCMP_SYS(fchownat),
                SCMP_SYS(utime),
                SCMP_SYS(utimes),
                SCMP_SYS(futimesat),
                SCMP_SYS(utimensat),
                SCMP_SYS(setxattr),
                SCMP_SYS(lsetxattr),
                SCMP_SYS(fsetxattr),
                SCMP_SYS(removexattr),
                SCMP_SYS(lremovexattr),
                SCMP_SYS(fremovexattr),
                452,
                463,
                466,
                469});
  constexpr std::uint64_t set_flags = 0x40086602;       // FS_IOC_SETFLAGS
  constexpr std::uint64_t set_attributes = 0x401c5820;  // FS_IOC_FSSETXATTR
  for (const std::uint64_t request : {set_flags, set_attributes})
    refuse_with(filter, EPERM, SCMP_SYS(ioctl), {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, request});
  // The cores that the host has chosen, and the order in which the kernel serves processes.
  refuse_calls(filter, EPERM,
               {SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setattr),
                SCMP_SYS(sched_setparam), SCMP_SYS(ioprio_set)});
  // The C library then falls back to clone, whose flags a filter can read.
  refuse_calls(filter, ENOSYS, {SCMP_SYS(clone3)});
  for (const std::uint64_t kind :
       {std::uint64_t{CLONE_NEWUSER}, std::uint64_t{CLONE_NEWNS}, std::uint64_t{CLONE_NEWPID},
        std::uint64_t{CLONE_NEWNET}, std::uint64_t{CLONE_NEWIPC}, std::uint64_t{CLONE_NEWUTS},
        std::uint64_t{CLONE_NEWCGROUP}})
    refuse_with(filter, EPERM, SCMP_SYS(clone), {0, SCMP_CMP_MASKED_EQ, kind, kind});
  constexpr std::uint64_t terminal_input = 0x5412;  // TIOCSTI
  refuse_with(filter, EPERM, SCMP_SYS(ioctl), {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, terminal_input});

  const Descriptor file(::memfd_create("agon-filter", MFD_CLOEXEC));
  if (!file.is_open()) no_filter(std::strerror(errno));
  if (const int fault = ::seccomp_export_bpf(filter, file.get()); fault != 0) no_filter(std::strerror(-fault));
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  std::vector<sock_filter> program(static_cast<std::size_t>(size) / sizeof(sock_filter));
  if (::pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size)
    no_filter("it can't be read back");
  return program;
}

}  // namespace

const std::vector<sock_filter>& program_filter() {
  // Never destroyed: a game that calls exit() ends this program while other threads still start programs.
  static const std::vector<sock_filter>& filter = *new std::vector<sock_filter>(compile_program_filter());
  return filter;
}

}  // namespace host
