#include "host/isolation/filters.hpp"

#include "host/isolation/control_group.hpp"
#include "host/isolation/layers.hpp"
#include "host/isolation/worker_sandbox.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/failure.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>

namespace host {

namespace {

[[noreturn]] void fail_to_filter(const std::string& why) {
  throw Failure(Exit::internal, "the sandbox can't be put up: seccomp: " + why);
}

/// A filter under construction. Calls that this processor does not have are left out. All functions throw
/// Failure(isolation).
class FilterBuilder {
 public:
  using Calls = std::initializer_list<int>;
  using Conditions = std::initializer_list<scmp_arg_cmp>;

  /// Makes an empty filter. `otherwise` is the action for calls without a rule, SCMP_ACT_...
  explicit FilterBuilder(std::uint32_t otherwise) : context_(::seccomp_init(otherwise)) {
    if (!context_) fail_to_filter("no memory");
    // Generates a binary tree: when a filter is installed, the kernel runs it once for each system call, to find the
    // calls that are always allowed.
    constexpr std::uint32_t tree = 2;
    ::seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, tree);
  }

  /// Lets the rules also hold for an architecture whose programs this processor runs, SCMP_ARCH_...
  void add_architecture(std::uint32_t architecture) {
    if (const int fault = ::seccomp_arch_add(context_.get(), architecture); fault != 0 && fault != -EEXIST)
      fail_to_filter(std::string("an architecture: ") + std::strerror(-fault));
  }

  /// Sets the action for calls of another architecture, such as those of 32-bit programs, whose numbers differ.
  void set_action_elsewhere(std::uint32_t action) {
    ::seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, action);
  }

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
  [[nodiscard]] FilterProgram program() const {
    const Descriptor file(::memfd_create("agon-filter", MFD_CLOEXEC));
    if (!file.is_open()) fail_to_filter(std::strerror(errno));
    if (const int fault = ::seccomp_export_bpf(context_.get(), file.get()); fault != 0)
      fail_to_filter(std::strerror(-fault));
    const off_t size = ::lseek(file.get(), 0, SEEK_END);
    FilterProgram program(static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (::pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size)
      fail_to_filter("it can't be read back");
    return program;
  }

 private:
  void add(std::uint32_t action, Calls calls, Conditions conditions) {
    for (const int call : calls) {
      const int fault = ::seccomp_rule_add_array(context_.get(), action, call, static_cast<unsigned>(conditions.size()),
                                                 conditions.size() == 0 ? nullptr : conditions.begin());
      if (fault != 0 && fault != -EDOM) fail_to_filter(std::string("a rule: ") + std::strerror(-fault));
    }
  }

  struct Release {
    void operator()(scmp_filter_ctx context) const { ::seccomp_release(context); }
  };
  std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, Release> context_;
};

constexpr scmp_arg_cmp argument(unsigned index, scmp_compare how, std::uint64_t a, std::uint64_t b = 0) {
  return {index, how, a, b};
}

/// Constants of the kernel, some of which are signed.
using Words = std::initializer_list<std::uint32_t>;

/// Matches if none of `bits` is set.
constexpr scmp_arg_cmp without(unsigned index, std::uint64_t bits) {
  return argument(index, SCMP_CMP_MASKED_EQ, bits, 0);
}

/// Matches if the argument, an int or a pid_t, equals `value` in the bits of `mask`. The kernel ignores the upper half.
constexpr scmp_arg_cmp equal(unsigned index, std::uint32_t value, std::uint32_t mask = UINT32_MAX) {
  return argument(index, SCMP_CMP_MASKED_EQ, mask, value & mask);
}

/// The kinds of memory that are forbidden. Shared memory, memory that grows like a stack, and huge pages are not
/// counted as data (RLIMIT_DATA) or not as resident.
constexpr std::uint64_t uncounted_memory = MAP_SHARED | MAP_GROWSDOWN | MAP_HUGETLB;

/// Allows clocks, except the CPU clocks of other processes, which would reveal their activity and their existence.
void allow_clocks(FilterBuilder& filter, std::uint32_t self) {
  constexpr std::uint32_t named = 0xFFFFFFF0;         // 0 to 15
  constexpr std::uint32_t of_a_thread = 0x80000004;   // the kernel accepts only threads of the same process
  constexpr std::uint32_t of_a_process = 0xFFFFFFFC;  // the inverted process ID, above three bits
  for (const int call : {SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres)}) {
    filter.allow({call}, {equal(0, 0, named)});
    filter.allow({call}, {equal(0, of_a_thread, of_a_thread)});
    for (const std::uint32_t process : Words{0U, self}) filter.allow({call}, {equal(0, ~process << 3U, of_a_process)});
  }
}

/// Allows waits and wakes, but no locks that name the thread that holds them: that could be a thread of another
/// process.
void allow_waiting(FilterBuilder& filter) {
  constexpr auto operation = static_cast<std::uint32_t>(FUTEX_CMD_MASK);
  // Each rule adds to the start time of every worker. So two operations that differ only in the last bit share a rule.
  static_assert(FUTEX_WAIT == 0 && FUTEX_WAKE == 1 && FUTEX_CMP_REQUEUE == 4 && FUTEX_WAKE_OP == 5);
  for (const std::uint32_t even : Words{FUTEX_WAIT, FUTEX_CMP_REQUEUE})
    filter.allow({SCMP_SYS(futex)}, {equal(1, even, operation & ~1U)});
  for (const std::uint32_t allowed : Words{FUTEX_REQUEUE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET})
    filter.allow({SCMP_SYS(futex)}, {equal(1, allowed, operation)});
  static_assert(FUTEX_LOCK_PI == 6 && FUTEX_UNLOCK_PI == 7);
  filter.refuse(ENOSYS, {SCMP_SYS(futex)}, {equal(1, FUTEX_LOCK_PI, operation & ~1U)});
  for (const std::uint32_t locking : Words{FUTEX_TRYLOCK_PI, FUTEX_LOCK_PI2})
    filter.refuse(ENOSYS, {SCMP_SYS(futex)}, {equal(1, locking, operation)});
}

/// Allows advice that does not change how the memory is counted.
void allow_advice(FilterBuilder& filter) {
  // Values that differ only in the last bits share a rule, as above.
  static_assert(MADV_NORMAL == 0 && MADV_RANDOM == 1 && MADV_SEQUENTIAL == 2 && MADV_WILLNEED == 3);
  static_assert(MADV_HUGEPAGE % 2 == 0 && MADV_NOHUGEPAGE == MADV_HUGEPAGE + 1);
  static_assert(MADV_DONTDUMP % 2 == 0 && MADV_DODUMP == MADV_DONTDUMP + 1);
  static_assert(MADV_POPULATE_READ % 2 == 0 && MADV_POPULATE_WRITE == MADV_POPULATE_READ + 1);
  filter.allow({SCMP_SYS(madvise)}, {equal(2, MADV_NORMAL, ~3U)});
  for (const std::uint32_t advice : Words{MADV_DONTNEED, MADV_FREE})
    filter.allow({SCMP_SYS(madvise)}, {equal(2, advice)});
  for (const std::uint32_t even : Words{MADV_HUGEPAGE, MADV_DONTDUMP, MADV_POPULATE_READ})
    filter.allow({SCMP_SYS(madvise)}, {equal(2, even, ~1U)});
}

/// Allows the process `self` the calls that computing needs. It can open no file, start no process and reach no other
/// one.
void allow_thinking(FilterBuilder& filter, std::uint32_t self) {
  filter.allow({SCMP_SYS(sched_yield),  SCMP_SYS(brk),
                SCMP_SYS(munmap),       SCMP_SYS(mincore),
                SCMP_SYS(mremap),       SCMP_SYS(write),
                SCMP_SYS(writev),       SCMP_SYS(fstat),
                SCMP_SYS(lseek),        SCMP_SYS(close),
                SCMP_SYS(gettimeofday), SCMP_SYS(time),
                SCMP_SYS(times),        SCMP_SYS(getrusage),
                SCMP_SYS(getrandom),    SCMP_SYS(getpid),
                SCMP_SYS(gettid),       SCMP_SYS(rt_sigprocmask),
                SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall),
                SCMP_SYS(exit),         SCMP_SYS(exit_group)});
  if (!sandbox::can_emulate) filter.allow({SCMP_SYS(newfstatat)}, {argument(3, SCMP_CMP_EQ, AT_EMPTY_PATH)});
  allow_clocks(filter, self);
  allow_waiting(filter);
  allow_advice(filter);
  // For abort(): only to the process itself.
  filter.allow({SCMP_SYS(tgkill)}, {argument(0, SCMP_CMP_EQ, self), argument(2, SCMP_CMP_EQ, SIGABRT)});
  // Only to read its own limits, not to set any.
  for (const std::uint32_t process : Words{0U, self})
    filter.allow({SCMP_SYS(prlimit64)}, {equal(0, process), argument(2, SCMP_CMP_EQ, 0)});
  filter.refuse(ENOMEM, {SCMP_SYS(mmap)}, {argument(3, SCMP_CMP_MASKED_EQ, MAP_HUGETLB, MAP_HUGETLB)});
  filter.refuse(EPERM, {SCMP_SYS(ioctl), SCMP_SYS(socket), SCMP_SYS(memfd_create), SCMP_SYS(rt_sigaction),
                        SCMP_SYS(sched_getaffinity), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2),
                        SCMP_SYS(readlink), SCMP_SYS(readlinkat)});
  // Makes the C library fall back to clone, whose arguments a filter can read, and to newfstatat, which is emulated.
  filter.refuse(ENOSYS, {SCMP_SYS(clone3), SCMP_SYS(statx)});
}

/// Allows threads, but no other processes.
void allow_threads(FilterBuilder& filter) {
  constexpr std::uint64_t thread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
  filter.allow({SCMP_SYS(clone)}, {argument(0, SCMP_CMP_MASKED_EQ, thread, thread)});
  filter.allow({SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sigaltstack)});
}

/// Allows openat for reading. With other flags it fails with EPERM: writing, and O_PATH, which Landlock allows for any
/// file.
void allow_reading(FilterBuilder& filter) {
  constexpr unsigned flags = 2;  // index of the argument
  constexpr std::array<std::uint64_t, 5> other = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_PATH};
  filter.allow({SCMP_SYS(openat)}, {without(flags, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH)});
  for (const std::uint64_t bit : other)
    filter.refuse(EPERM, {SCMP_SYS(openat)}, {argument(flags, SCMP_CMP_MASKED_EQ, bit, bit)});
}

/// Allows reading the state of descriptors. Leases, locks and owners would affect other processes that have the file
/// open.
void allow_file_flags(FilterBuilder& filter) {
  for (const std::uint32_t command : Words{F_GETFD, F_SETFD, F_GETFL})
    filter.allow({SCMP_SYS(fcntl)}, {argument(1, SCMP_CMP_EQ, command)});
  filter.refuse(EPERM, {SCMP_SYS(fcntl)}, {argument(1, SCMP_CMP_GT, F_GETFL)});
  filter.refuse(EPERM, {SCMP_SYS(fcntl)}, {argument(1, SCMP_CMP_EQ, F_DUPFD)});
}

FilterProgram program_for_loading(bool threads, std::uint32_t self) {
  FilterBuilder filter(SCMP_ACT_TRAP);
  allow_thinking(filter, self);
  if (threads) allow_threads(filter);
  filter.allow({SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(mprotect), SCMP_SYS(uname), SCMP_SYS(sigaltstack)});
  // The next filter alone. Others could have the kernel log calls, or keep its memory (listeners).
  filter.allow({SCMP_SYS(seccomp)}, {equal(0, SECCOMP_SET_MODE_FILTER), equal(1, SECCOMP_FILTER_FLAG_SPEC_ALLOW),
                                     argument(2, SCMP_CMP_EQ, second_filter_address)});
  filter.allow({SCMP_SYS(mmap)}, {without(3, uncounted_memory)});
  allow_reading(filter);
  allow_file_flags(filter);
  // The C library opens files only by openat.
  filter.refuse(EPERM, {SCMP_SYS(open), SCMP_SYS(openat2), SCMP_SYS(creat), SCMP_SYS(getcwd)});
  return filter.program();
}

FilterProgram program_for_playing(bool threads) {
  // The kernel runs all filters and takes the strictest answer. So this filter allows by default, and lists only the
  // calls that the first filter allows for loading.
  FilterBuilder filter(SCMP_ACT_ALLOW);
  filter.trap(
      {SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(uname), SCMP_SYS(seccomp), SCMP_SYS(fcntl), SCMP_SYS(getcwd)});
  if (!threads) filter.trap({SCMP_SYS(sigaltstack)});
  for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)})
    filter.trap({call}, {argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)});
  filter.refuse(EPERM, {SCMP_SYS(openat)});
  return filter.program();
}

bool equal_code(const sock_filter& one, const sock_filter& other) {
  return one.code == other.code && one.jt == other.jt && one.jf == other.jf && one.k == other.k;
}

/// Compiles the filters for a process whose ID is still unknown. Compiles a second program with another ID, to verify
/// that every occurrence of the placeholder stands for the ID.
WorkerFilters compile_for_workers(bool threads) {
  constexpr std::uint32_t another = unknown_process - 1;
  WorkerFilters filters{program_for_loading(threads, unknown_process), program_for_playing(threads)};
  FilterProgram filled_in = filters.loading;
  fill_in(filled_in, another);
  const FilterProgram compiled = program_for_loading(threads, another);
  if (!std::equal(filled_in.begin(), filled_in.end(), compiled.begin(), compiled.end(), equal_code))
    throw Failure(Exit::internal, "a filter of system calls differs from process to process in more than its number");
  return filters;
}

/// Where nothing else counts the time of ended processes: a process that ignores their ends would lose it. So for
/// SIGCHLD, rt_sigaction() claims to succeed and changes nothing. Parents still learn of an end by waiting.
void keep_ends_counted(FilterBuilder& filter) {
  if ((ControlGroup::layers() & layer_group_cpu) == 0)
    filter.refuse(0, {SCMP_SYS(rt_sigaction), SCMP_SYS(sigaction), SCMP_SYS(signal)},
                  {equal(0, SIGCHLD), argument(1, SCMP_CMP_NE, 0)});
}

FilterProgram filter_for_programs() {
  FilterBuilder filter(SCMP_ACT_ALLOW);
  // A filter sees 32-bit programs' calls under other numbers: they end.
  filter.set_action_elsewhere(SCMP_ACT_KILL_PROCESS);
  // The network. Pairs of connected sockets remain: interpreters use them within themselves.
  filter.refuse(EACCES, {SCMP_SYS(socket)});
  filter.refuse(EACCES, {SCMP_SYS(socketpair)}, {{0, SCMP_CMP_NE, AF_UNIX, 0}});
  // Pairs of datagrams could be connected again, to any such socket of the machine: paths of sockets are no files that
  // Landlock knows. So are packets with an address. Types that Linux has no name for are datagrams in some versions.
  constexpr std::uint32_t types = 0xF;
  for (std::uint32_t type = 0; type <= types; ++type) {
    if (type != SOCK_STREAM && type != SOCK_SEQPACKET)
      filter.refuse(EACCES, {SCMP_SYS(socketpair)}, {equal(1, type, types)});
  }
  filter.refuse(EACCES, {SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4)});
  filter.refuse(EACCES, {SCMP_SYS(sendto)}, {{4, SCMP_CMP_NE, 0, 0}});
  // Other processes: their memory, files and limits.
  filter.refuse(EPERM, {SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
                        SCMP_SYS(process_madvise), SCMP_SYS(pidfd_getfd), SCMP_SYS(kcmp), SCMP_SYS(perf_event_open),
                        SCMP_SYS(migrate_pages), SCMP_SYS(move_pages)});
  filter.refuse(EPERM, {SCMP_SYS(prlimit64)}, {{0, SCMP_CMP_NE, 0, 0}});
  // Descriptors under way count for the user. A message could also have an address.
  filter.refuse(EPERM, {SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg)});
  // Buffers of sockets, and filters of their packets, count for nobody.
  filter.refuse(EPERM, {SCMP_SYS(setsockopt)});
  // Filters of system calls, whose machine code has one limit for all processes, and which a listener keeps.
  filter.refuse(EINVAL, {SCMP_SYS(seccomp)});
  // Also the kernel's search for equal pages, whose time nobody counts, and groups of processes that share a core.
  for (const std::uint32_t what : Words{PR_SET_SECCOMP, PR_SCHED_CORE, 67 /* PR_SET_MEMORY_MERGE */})
    filter.refuse(EINVAL, {SCMP_SYS(prctl)}, {equal(0, what)});
  filter.refuse(EINVAL, {SCMP_SYS(madvise)}, {equal(2, MADV_MERGEABLE)});
  // Other processes: their ends.
  keep_ends_counted(filter);
  // Memory and messages that outlive a process, or that nobody counts; also those that other processes of the user
  // have.
  filter.refuse(EPERM, {SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(shmctl), SCMP_SYS(semget), SCMP_SYS(semctl),
                        SCMP_SYS(semop), SCMP_SYS(semtimedop), SCMP_SYS(msgget), SCMP_SYS(msgctl), SCMP_SYS(msgsnd),
                        SCMP_SYS(msgrcv), SCMP_SYS(mq_open), SCMP_SYS(mq_unlink)});
  filter.refuse(EPERM, {SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(keyctl), SCMP_SYS(memfd_create),
                        SCMP_SYS(memfd_secret)});
  // These let a pipe or a socket keep a whole page for each byte that counts. As to files that can't do this, for which
  // all languages have another way.
  filter.refuse(EINVAL, {SCMP_SYS(splice), SCMP_SYS(tee), SCMP_SYS(vmsplice), SCMP_SYS(sendfile)});
  constexpr std::uint64_t shared = MAP_SHARED | MAP_ANONYMOUS;
  if ((ControlGroup::layers() & layer_group_memory) == 0)
    filter.refuse(EPERM, {SCMP_SYS(mmap)}, {argument(3, SCMP_CMP_MASKED_EQ, shared, shared)});
  filter.refuse(ENOSYS, {444});  // landlock_create_ruleset: rules for each port
  // What a user, or the whole machine, may have only some of, in all processes together.
  filter.refuse(EPERM, {SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1), SCMP_SYS(io_setup)});
  // Where /proc hides other users' processes, the host could not measure one that hides from it in this way.
  filter.refuse(0, {SCMP_SYS(prctl)}, {equal(0, PR_SET_DUMPABLE)});
  // The limit of core files keeps programs of the system from being started with each crash.
  filter.refuse(0, {SCMP_SYS(setrlimit)}, {equal(0, RLIMIT_CORE)});
  filter.refuse(0, {SCMP_SYS(prlimit64)}, {{0, SCMP_CMP_EQ, 0, 0}, equal(1, RLIMIT_CORE), argument(2, SCMP_CMP_NE, 0)});
  // These make the disk busy for all processes, or drop from memory files that others read. A program loses nothing:
  // no file that it writes outlives its match.
  filter.refuse(0, {SCMP_SYS(sync), SCMP_SYS(syncfs), SCMP_SYS(fsync), SCMP_SYS(fdatasync), SCMP_SYS(sync_file_range),
                    SCMP_SYS(fadvise64), SCMP_SYS(readahead)});
  // Pipes' memory counts for the user, not for the process.
  filter.refuse(EPERM, {SCMP_SYS(fcntl)}, {{1, SCMP_CMP_MASKED_EQ, UINT32_MAX, F_SETPIPE_SZ}});
  // Locks and leases would stop others who have the file open. The file system of its own has none either.
  filter.refuse(ENOLCK, {SCMP_SYS(flock)});
  for (const std::uint32_t command :
       Words{F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY})
    filter.refuse(ENOLCK, {SCMP_SYS(fcntl)}, {equal(1, command)});
  // Namespaces and mounts.
  filter.refuse(EPERM, {SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(unshare),
                        SCMP_SYS(setns), SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(fsmount),
                        SCMP_SYS(fsconfig), SCMP_SYS(fspick), SCMP_SYS(mount_setattr)});
  // Large parts of the kernel that no interpreter needs.
  filter.refuse(EPERM, {SCMP_SYS(bpf), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),
                        SCMP_SYS(io_uring_register), SCMP_SYS(name_to_handle_at), SCMP_SYS(open_by_handle_at),
                        SCMP_SYS(fanotify_init), SCMP_SYS(personality)});
  // The system as a whole.
  filter.refuse(EPERM, {SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load), SCMP_SYS(init_module), SCMP_SYS(finit_module),
                        SCMP_SYS(delete_module), SCMP_SYS(reboot), SCMP_SYS(swapon), SCMP_SYS(swapoff),
                        SCMP_SYS(settimeofday), SCMP_SYS(clock_settime), SCMP_SYS(adjtimex), SCMP_SYS(clock_adjtime),
                        SCMP_SYS(sethostname), SCMP_SYS(setdomainname)});
  filter.refuse(EPERM, {SCMP_SYS(quotactl), 443 /* quotactl_fd */, SCMP_SYS(syslog), SCMP_SYS(acct), SCMP_SYS(iopl),
                        SCMP_SYS(ioperm), SCMP_SYS(vhangup)});
  // Before version 3, Landlock does not restrict it.
  filter.refuse(EPERM, {SCMP_SYS(truncate)});
  // Attributes of the user's files: Landlock does not restrict them. The numbers are of calls that are newer than this
  // libseccomp: fchmodat2, setxattrat, removexattrat and file_setattr; getxattrat, listxattrat and file_getattr.
  filter.refuse(EPERM, {SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(chown), SCMP_SYS(fchown),
                        SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(futimesat),
                        SCMP_SYS(utimensat)});
  filter.refuse(EPERM, {SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr), SCMP_SYS(removexattr),
                        SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr), 452, 463, 466, 469});
  filter.refuse(EOPNOTSUPP, {SCMP_SYS(getxattr), SCMP_SYS(lgetxattr), SCMP_SYS(fgetxattr), SCMP_SYS(listxattr),
                             SCMP_SYS(llistxattr), SCMP_SYS(flistxattr), 464, 465, 468});
  constexpr std::uint64_t set_flags = 0x40086602;       // FS_IOC_SETFLAGS
  constexpr std::uint64_t set_attributes = 0x401c5820;  // FS_IOC_FSSETXATTR
  constexpr std::uint64_t terminal_input = 0x5412;      // TIOCSTI
  for (const std::uint64_t request : {set_flags, set_attributes, terminal_input})
    filter.refuse(EPERM, {SCMP_SYS(ioctl)}, {{1, SCMP_CMP_MASKED_EQ, UINT32_MAX, request}});
  // The cores that the host has chosen, and the order in which the kernel serves processes.
  // Some would also change other processes of the user, for good.
  filter.refuse(EPERM, {SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setattr),
                        SCMP_SYS(sched_setparam), SCMP_SYS(setpriority), SCMP_SYS(ioprio_set)});
  // The C library then falls back to clone, whose flags a filter can read.
  filter.refuse(ENOSYS, {SCMP_SYS(clone3)});
  // Threads share their descriptors, which the host counts for the whole process.
  filter.refuse(EPERM, {SCMP_SYS(clone)}, {argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_FILES, CLONE_THREAD)});
  constexpr std::uint64_t unshare = 2;  // CLOSE_RANGE_UNSHARE
  filter.refuse(EINVAL, {SCMP_SYS(close_range)}, {argument(2, SCMP_CMP_MASKED_EQ, unshare, unshare)});
  for (const std::uint64_t kind :
       {std::uint64_t{CLONE_NEWUSER}, std::uint64_t{CLONE_NEWNS}, std::uint64_t{CLONE_NEWPID},
        std::uint64_t{CLONE_NEWNET}, std::uint64_t{CLONE_NEWIPC}, std::uint64_t{CLONE_NEWUTS},
        std::uint64_t{CLONE_NEWCGROUP}})
    filter.refuse(EPERM, {SCMP_SYS(clone)}, {{0, SCMP_CMP_MASKED_EQ, kind, kind}});
  return filter.program();
}

FilterProgram filter_that_asks() {
  const std::uint32_t action = SECCOMP_RET_USER_NOTIF;
  if (::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0) return {};
  FilterBuilder filter(SCMP_ACT_ALLOW);
  filter.set_action_elsewhere(SCMP_ACT_ALLOW);
#if defined(__x86_64__)
  filter.add_architecture(SCMP_ARCH_X86);
  filter.add_architecture(SCMP_ARCH_X32);
#elif defined(__aarch64__)
  filter.add_architecture(SCMP_ARCH_ARM);
#endif
  keep_ends_counted(filter);
  filter.ask({SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone)});
  // The C library then falls back to clone, whose flags tell threads from processes.
  filter.refuse(ENOSYS, {SCMP_SYS(clone3)});
  return filter.program();
}

}  // namespace

const WorkerFilters& worker_filters(std::uint32_t threads) {
  // Never destroyed: a game that calls exit() ends this program while other threads still start workers.
  static const WorkerFilters& without = *new WorkerFilters(compile_for_workers(false));
  if (threads <= 1) return without;
  static const WorkerFilters& with = *new WorkerFilters(compile_for_workers(true));
  return with;
}

const FilterProgram& program_filter() {
  // Never destroyed, as above.
  static const FilterProgram& filter = *new FilterProgram(filter_for_programs());
  return filter;
}

const FilterProgram& fork_filter() {
  static const FilterProgram& filter = *new FilterProgram(filter_that_asks());
  return filter;
}

}  // namespace host
