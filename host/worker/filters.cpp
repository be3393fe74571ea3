#include "host/worker/filters.hpp"

#include "host/worker/confinement.hpp"

#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <string>

namespace host::worker {

namespace {

/// One filter in the making. What is not named traps: the process gets SIGSYS, and its handler tells the host which
/// call it was.
class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_TRAP)) {
    if (context_ == nullptr) throw ConfinementFailure("seccomp: no memory");
    ::seccomp_attr_set(context_, SCMP_FLTATR_CTL_NNP, 0);  // set before, once
    // Without it, older kernels slow down every process that has a filter; a worker has no secrets to guard from
    // itself.
    ::seccomp_attr_set(context_, SCMP_FLTATR_CTL_SSB, 1);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() { ::seccomp_release(context_); }

  void allow(std::initializer_list<int> calls) {
    for (const int call : calls) add(SCMP_ACT_ALLOW, call, {});
  }
  void allow(int call, std::initializer_list<scmp_arg_cmp> arguments) { add(SCMP_ACT_ALLOW, call, arguments); }
  /// They fail, as they would for want of rights, and the strategy may go on without.
  void refuse(int error, std::initializer_list<int> calls) {
    for (const int call : calls) add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, {});
  }

  void refuse(int error, int call, std::initializer_list<scmp_arg_cmp> arguments) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, arguments);
  }

  /// False: the kernel has none.
  bool load() {
    const int fault = ::seccomp_load(context_);
    if (fault == -EINVAL || fault == -ENOSYS || fault == -EOPNOTSUPP) return false;
    if (fault != 0) throw ConfinementFailure(std::string("seccomp: ") + std::strerror(-fault));
    return true;
  }

 private:
  void add(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> arguments) {
    const int fault = ::seccomp_rule_add_array(context_, action, call, static_cast<unsigned>(arguments.size()),
                                               arguments.size() == 0 ? nullptr : arguments.begin());
    if (fault != 0 && fault != -EDOM)
      throw ConfinementFailure(std::string("a rule of seccomp: ") + std::strerror(-fault));
  }

  scmp_filter_ctx context_;
};

constexpr scmp_arg_cmp argument(unsigned index, scmp_compare how, std::uint64_t a, std::uint64_t b = 0) {
  return {index, how, a, b};
}

/// None of `bits` is set.
constexpr scmp_arg_cmp without(unsigned index, std::uint64_t bits) {
  return argument(index, SCMP_CMP_MASKED_EQ, bits, 0);
}

/// What a thinking program takes that opens nothing, starts nothing and reaches nobody.
void allow_thinking(Filter& filter) {
  filter.allow({SCMP_SYS(sched_yield),  SCMP_SYS(futex),           SCMP_SYS(brk),
                SCMP_SYS(munmap),       SCMP_SYS(mremap),          SCMP_SYS(madvise),
                SCMP_SYS(write),        SCMP_SYS(writev),          SCMP_SYS(fstat),
                SCMP_SYS(lseek),        SCMP_SYS(close),           SCMP_SYS(clock_gettime),
                SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday),    SCMP_SYS(time),
                SCMP_SYS(times),        SCMP_SYS(getrusage),       SCMP_SYS(getrandom),
                SCMP_SYS(getpid),       SCMP_SYS(gettid),          SCMP_SYS(rt_sigprocmask),
                SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall), SCMP_SYS(exit),
                SCMP_SYS(exit_group)});
  // fstat() of newer C libraries.
  filter.allow(SCMP_SYS(newfstatat), {argument(3, SCMP_CMP_EQ, AT_EMPTY_PATH)});
  // abort(), of itself alone.
  filter.allow(SCMP_SYS(tgkill),
               {argument(0, SCMP_CMP_EQ, static_cast<std::uint64_t>(::getpid())), argument(2, SCMP_CMP_EQ, SIGABRT)});
  // To read a limit, not to set one.
  filter.allow(SCMP_SYS(prlimit64), {argument(2, SCMP_CMP_EQ, 0)});
  filter.refuse(EPERM, {SCMP_SYS(ioctl), SCMP_SYS(socket), SCMP_SYS(memfd_create), SCMP_SYS(rt_sigaction),
                        SCMP_SYS(sched_getaffinity)});
  filter.refuse(ENOSYS, {SCMP_SYS(clone3)});  // so that the C library tries clone, whose flags a filter can read
}

/// Threads, and no other processes.
void allow_threads(Filter& filter) {
  constexpr std::uint64_t thread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
  filter.allow(SCMP_SYS(clone), {argument(0, SCMP_CMP_MASKED_EQ, thread, thread)});
  filter.allow({SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sigaltstack)});
}

/// Opens files for reading; `flags` is the place of that argument. Writing fails as it would for want of rights.
void allow_reading(Filter& filter, int call, unsigned flags) {
  constexpr std::array<std::uint64_t, 4> writing = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC};
  filter.allow(call, {without(flags, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)});
  for (const std::uint64_t bit : writing) filter.refuse(EPERM, call, {argument(flags, SCMP_CMP_MASKED_EQ, bit, bit)});
}

}  // namespace

bool filter_for_loading(std::uint32_t threads) {
  Filter filter;
  allow_thinking(filter);
  if (threads > 1) allow_threads(filter);
  filter.allow({SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(mprotect), SCMP_SYS(newfstatat), SCMP_SYS(statx),
                SCMP_SYS(stat), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink),
                SCMP_SYS(readlinkat), SCMP_SYS(getcwd), SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(fcntl),
                SCMP_SYS(sigaltstack), SCMP_SYS(seccomp)});  // the next filter; more of them only forbid more
  filter.allow(SCMP_SYS(mmap), {without(3, MAP_SHARED)});
  allow_reading(filter, SCMP_SYS(openat), 2);
  allow_reading(filter, SCMP_SYS(open), 1);
  filter.refuse(EPERM, {SCMP_SYS(openat2), SCMP_SYS(creat)});
  return filter.load();
}

void filter_for_playing(std::uint32_t threads) {
  Filter filter;
  allow_thinking(filter);
  filter.allow(SCMP_SYS(mmap), {without(2, PROT_EXEC), without(3, MAP_SHARED)});
  filter.allow(SCMP_SYS(mprotect), {without(2, PROT_EXEC)});
  filter.refuse(EPERM, {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(creat), SCMP_SYS(access),
                        SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat)});
  if (threads > 1) allow_threads(filter);
  filter.load();
}

}  // namespace host::worker
