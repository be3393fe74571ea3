#include "host/seat/filters.hpp"

#include "host/descriptor.hpp"
#include "host/failure.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>

namespace host {

namespace {

/// A filter under construction. A call that traps sends SIGSYS to the process. The handler either answers the call
/// instead of the kernel (emulation.hpp), or reports the call to the host (last_words.hpp).
class Filter {
 public:
  /// Makes an empty filter. `otherwise` is the action for calls without a rule.
  explicit Filter(std::uint32_t otherwise) : context_(::seccomp_init(otherwise)) {
    if (context_ == nullptr) fail("no memory");
    // Generates a binary tree: when a filter is installed, the kernel runs it once for each system call, to find the
    // calls that are always allowed.
    constexpr std::uint32_t tree = 2;
    ::seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, tree);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() { ::seccomp_release(context_); }

  void allow(std::initializer_list<int> calls) {
    for (const int call : calls) add(SCMP_ACT_ALLOW, call, {});
  }
  void allow(int call, std::initializer_list<scmp_arg_cmp> arguments) { add(SCMP_ACT_ALLOW, call, arguments); }
  /// Makes the calls fail with `error`, as they do for a process without permission. The strategy may continue.
  void refuse(int error, std::initializer_list<int> calls) {
    for (const int call : calls) add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, {});
  }

  void refuse(int error, int call, std::initializer_list<scmp_arg_cmp> arguments) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, arguments);
  }

  void trap(std::initializer_list<int> calls) {
    for (const int call : calls) add(SCMP_ACT_TRAP, call, {});
  }
  void trap(int call, std::initializer_list<scmp_arg_cmp> arguments) { add(SCMP_ACT_TRAP, call, arguments); }

  /// Returns the filter in the kernel's format.
  [[nodiscard]] FilterProgram program() const {
    const Descriptor file(::memfd_create("agon-filter", MFD_CLOEXEC));
    if (!file.is_open()) fail(std::strerror(errno));
    if (const int fault = ::seccomp_export_bpf(context_, file.get()); fault != 0) fail(std::strerror(-fault));
    const off_t size = ::lseek(file.get(), 0, SEEK_END);
    FilterProgram program(static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (::pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size) fail("it can't be read back");
    return program;
  }

 private:
  [[noreturn]] static void fail(const std::string& why) {
    throw Failure(Exit::isolation, "the sandbox can't be put up: seccomp: " + why);
  }

  void add(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> arguments) {
    const int fault = ::seccomp_rule_add_array(context_, action, call, static_cast<unsigned>(arguments.size()),
                                               arguments.size() == 0 ? nullptr : arguments.begin());
    if (fault != 0 && fault != -EDOM) fail(std::string("a rule: ") + std::strerror(-fault));
  }

  scmp_filter_ctx context_;
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
void allow_clocks(Filter& filter, std::uint32_t self) {
  constexpr std::uint32_t named = 0xFFFFFFF0;         // 0 to 15
  constexpr std::uint32_t of_a_thread = 0x80000004;   // the kernel accepts only threads of the same process
  constexpr std::uint32_t of_a_process = 0xFFFFFFFC;  // the inverted process ID, above three bits
  for (const int call : {SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres)}) {
    filter.allow(call, {equal(0, 0, named)});
    filter.allow(call, {equal(0, of_a_thread, of_a_thread)});
    for (const std::uint32_t process : Words{0U, self}) filter.allow(call, {equal(0, ~process << 3U, of_a_process)});
  }
}

/// Allows waits and wakes, but no locks that name the thread that holds them: that could be a thread of another
/// process.
void allow_waiting(Filter& filter) {
  constexpr auto operation = static_cast<std::uint32_t>(FUTEX_CMD_MASK);
  // Each rule adds to the start time of every worker. So two operations that differ only in the last bit share a rule.
  static_assert(FUTEX_WAIT == 0 && FUTEX_WAKE == 1 && FUTEX_CMP_REQUEUE == 4 && FUTEX_WAKE_OP == 5);
  for (const std::uint32_t even : Words{FUTEX_WAIT, FUTEX_CMP_REQUEUE})
    filter.allow(SCMP_SYS(futex), {equal(1, even, operation & ~1U)});
  for (const std::uint32_t allowed : Words{FUTEX_REQUEUE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET})
    filter.allow(SCMP_SYS(futex), {equal(1, allowed, operation)});
  static_assert(FUTEX_LOCK_PI == 6 && FUTEX_UNLOCK_PI == 7);
  filter.refuse(ENOSYS, SCMP_SYS(futex), {equal(1, FUTEX_LOCK_PI, operation & ~1U)});
  for (const std::uint32_t locking : Words{FUTEX_TRYLOCK_PI, FUTEX_LOCK_PI2})
    filter.refuse(ENOSYS, SCMP_SYS(futex), {equal(1, locking, operation)});
}

/// Allows advice that does not change how the memory is counted.
void allow_advice(Filter& filter) {
  // Values that differ only in the last bits share a rule, as above.
  static_assert(MADV_NORMAL == 0 && MADV_RANDOM == 1 && MADV_SEQUENTIAL == 2 && MADV_WILLNEED == 3);
  static_assert(MADV_HUGEPAGE % 2 == 0 && MADV_NOHUGEPAGE == MADV_HUGEPAGE + 1);
  static_assert(MADV_DONTDUMP % 2 == 0 && MADV_DODUMP == MADV_DONTDUMP + 1);
  static_assert(MADV_POPULATE_READ % 2 == 0 && MADV_POPULATE_WRITE == MADV_POPULATE_READ + 1);
  filter.allow(SCMP_SYS(madvise), {equal(2, MADV_NORMAL, ~3U)});
  for (const std::uint32_t advice : Words{MADV_DONTNEED, MADV_FREE})
    filter.allow(SCMP_SYS(madvise), {equal(2, advice)});
  for (const std::uint32_t even : Words{MADV_HUGEPAGE, MADV_DONTDUMP, MADV_POPULATE_READ})
    filter.allow(SCMP_SYS(madvise), {equal(2, even, ~1U)});
}

/// Allows the process `self` the calls that computing needs. It can open no file, start no process and reach no other
/// one.
void allow_thinking(Filter& filter, std::uint32_t self) {
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
  if (!can_emulate) filter.allow(SCMP_SYS(newfstatat), {argument(3, SCMP_CMP_EQ, AT_EMPTY_PATH)});
  allow_clocks(filter, self);
  allow_waiting(filter);
  allow_advice(filter);
  // For abort(): only to the process itself.
  filter.allow(SCMP_SYS(tgkill), {argument(0, SCMP_CMP_EQ, self), argument(2, SCMP_CMP_EQ, SIGABRT)});
  // Only to read its own limits, not to set any.
  for (const std::uint32_t process : Words{0U, self})
    filter.allow(SCMP_SYS(prlimit64), {equal(0, process), argument(2, SCMP_CMP_EQ, 0)});
  filter.refuse(ENOMEM, SCMP_SYS(mmap), {argument(3, SCMP_CMP_MASKED_EQ, MAP_HUGETLB, MAP_HUGETLB)});
  filter.refuse(EPERM, {SCMP_SYS(ioctl), SCMP_SYS(socket), SCMP_SYS(memfd_create), SCMP_SYS(rt_sigaction),
                        SCMP_SYS(sched_getaffinity), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2),
                        SCMP_SYS(readlink), SCMP_SYS(readlinkat)});
  // Makes the C library fall back to clone, whose arguments a filter can read, and to newfstatat, which is emulated.
  filter.refuse(ENOSYS, {SCMP_SYS(clone3), SCMP_SYS(statx)});
}

/// Allows threads, but no other processes.
void allow_threads(Filter& filter) {
  constexpr std::uint64_t thread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
  filter.allow(SCMP_SYS(clone), {argument(0, SCMP_CMP_MASKED_EQ, thread, thread)});
  filter.allow({SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sigaltstack)});
}

/// Allows openat for reading. With other flags it fails with EPERM: writing, and O_PATH, which Landlock allows for any
/// file.
void allow_reading(Filter& filter) {
  constexpr unsigned flags = 2;  // index of the argument
  constexpr std::array<std::uint64_t, 5> other = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_PATH};
  filter.allow(SCMP_SYS(openat), {without(flags, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH)});
  for (const std::uint64_t bit : other)
    filter.refuse(EPERM, SCMP_SYS(openat), {argument(flags, SCMP_CMP_MASKED_EQ, bit, bit)});
}

/// Allows reading the state of descriptors. Leases, locks and owners would affect other processes that have the file
/// open.
void allow_file_flags(Filter& filter) {
  for (const std::uint32_t command : Words{F_GETFD, F_SETFD, F_GETFL})
    filter.allow(SCMP_SYS(fcntl), {argument(1, SCMP_CMP_EQ, command)});
  filter.refuse(EPERM, SCMP_SYS(fcntl), {argument(1, SCMP_CMP_GT, F_GETFL)});
  filter.refuse(EPERM, SCMP_SYS(fcntl), {argument(1, SCMP_CMP_EQ, F_DUPFD)});
}

FilterProgram program_for_loading(bool threads, std::uint32_t self) {
  Filter filter(SCMP_ACT_TRAP);
  allow_thinking(filter, self);
  if (threads) allow_threads(filter);
  filter.allow({SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(mprotect), SCMP_SYS(uname), SCMP_SYS(sigaltstack),
                SCMP_SYS(seccomp)});  // for the next filter; further filters can only forbid more
  filter.allow(SCMP_SYS(mmap), {without(3, uncounted_memory)});
  allow_reading(filter);
  allow_file_flags(filter);
  // The C library opens files only by openat.
  filter.refuse(EPERM, {SCMP_SYS(open), SCMP_SYS(openat2), SCMP_SYS(creat), SCMP_SYS(getcwd)});
  return filter.program();
}

FilterProgram program_for_playing(bool threads) {
  // The kernel runs all filters and takes the strictest answer. So this filter allows by default, and lists only the
  // calls that the first filter allows for loading.
  Filter filter(SCMP_ACT_ALLOW);
  filter.trap(
      {SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(uname), SCMP_SYS(seccomp), SCMP_SYS(fcntl), SCMP_SYS(getcwd)});
  if (!threads) filter.trap({SCMP_SYS(sigaltstack)});
  for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)})
    filter.trap(call, {argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)});
  filter.refuse(EPERM, {SCMP_SYS(openat)});
  return filter.program();
}

bool equal_code(const sock_filter& one, const sock_filter& other) {
  return one.code == other.code && one.jt == other.jt && one.jf == other.jf && one.k == other.k;
}

/// Compiles the filters for a process whose ID is still unknown. Compiles a second program with another ID, to verify
/// that every occurrence of the placeholder stands for the ID.
Filters compile(bool threads) {
  constexpr std::uint32_t another = channel::unknown_process - 1;
  Filters filters{program_for_loading(threads, channel::unknown_process), program_for_playing(threads)};
  FilterProgram filled_in = filters.loading;
  channel::fill_in(filled_in, another);
  const FilterProgram compiled = program_for_loading(threads, another);
  if (!std::equal(filled_in.begin(), filled_in.end(), compiled.begin(), compiled.end(), equal_code))
    throw Failure(Exit::internal, "a filter of system calls differs from process to process in more than its number");
  return filters;
}

}  // namespace

const Filters& filters_for(std::uint32_t threads) {
  // Never destroyed: a game that calls exit() ends this program while other threads still start workers.
  static const Filters& without = *new Filters(compile(false));
  if (threads <= 1) return without;
  static const Filters& with = *new Filters(compile(true));
  return with;
}

}  // namespace host
