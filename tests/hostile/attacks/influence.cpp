// Acts on others, or on the limits of its own process.
#include "host/isolation/filters.hpp"
#include "tests/hostile/attacks/attack.hpp"
#include "tests/hostile/attacks/shared_memory.hpp"

#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace hostile {

namespace {

ATTACK(signal_queue) {
  siginfo_t information{};
  must_fail(::syscall(SYS_rt_sigqueueinfo, 1, 0, &information) == 0, "it reaches another process");
}

ATTACK(raise_limits) {
  constexpr rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  for (const __rlimit_resource which : {RLIMIT_CPU, RLIMIT_DATA, RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NPROC})
    must_fail(::setrlimit(which, &all) == 0, "it has no limit");
}

ATTACK(join_groups) {
  constexpr gid_t root = 0;
  must_fail(::setgroups(1, &root) == 0, "it is in root's group");
}

/// Whether a filter that gives `call` that answer is in force.
bool filter_call(std::uint32_t answer, std::uint32_t call, unsigned flags = 0) {
  std::array<sock_filter, 4> steps = {{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
                                       {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call},
                                       {BPF_RET | BPF_K, 0, 0, answer},
                                       {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}}};
  const sock_fprog program = {steps.size(), steps.data()};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) >= 0;
}

/// While a library is loaded, the worker's second filter may still be put up. This one would make it a success that did
/// nothing, so that the library then plays under the first filter alone.
ATTACK(blind_seccomp) {
  must_fail(filter_call(SECCOMP_RET_ERRNO, SYS_seccomp), "it has a filter of its own");
}

/// The kernel logs each call; a descriptor would keep the filter's memory.
ATTACK(log_calls) {
  must_fail(filter_call(SECCOMP_RET_LOG, SYS_getpid, SECCOMP_FILTER_FLAG_SPEC_ALLOW), "it has a filter of its own");
}

ATTACK(listen_to_calls) {
  constexpr unsigned flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW | SECCOMP_FILTER_FLAG_NEW_LISTENER;
  must_fail(filter_call(SECCOMP_RET_USER_NOTIF, SYS_getpid, flags), "it has a filter of its own");
}

/// The instructions of the filter that comes are in memory. Where the kernel can seal it (Linux 6.10), nothing changes
/// them: not what can be written, nor what is there.
ATTACK(change_second_filter) {
  constexpr std::size_t page = 4096;
  utsname system{};
  int release[2] = {};
  must_reach(::uname(&system) == 0 && std::sscanf(system.release, "%d.%d", &release[0], &release[1]) == 2, "a version");
  if (release[0] * 100 + release[1] < 610) return;
  auto* const filter = reinterpret_cast<void*>(host::second_filter_address);
  must_reach(static_cast<sock_fprog*>(filter)->len > 1, "the filter is elsewhere");
  must_be_refused(::mprotect(filter, page, PROT_READ | PROT_WRITE) == 0, "it writes the filter");
  must_be_refused(::munmap(filter, page) == 0, "it removes the filter");
  must_be_refused(::mremap(filter, page, 2 * page, MREMAP_MAYMOVE) != MAP_FAILED, "it moves the filter");
  must_be_refused(::madvise(filter, page, MADV_DONTNEED) == 0, "it empties the filter");
  must_be_refused(
      ::mmap(filter, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == filter,
      "it replaces the filter");
}

ATTACK(filter_by_prctl) {
  must_fail(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) == 0, "it has a filter of its own");
}

ATTACK(other_cores) {
  cpu_set_t all;
  CPU_ZERO(&all);
  CPU_SET(0, &all);
  must_fail(::sched_setaffinity(0, sizeof all, &all) == 0, "it chooses its core");
}

extern "C" void do_nothing(int) {}

ATTACK(leave_handler) {
  must_be_refused(std::signal(SIGSEGV, do_nothing) != SIG_ERR, "it has a handler");
  must_be_refused(std::signal(SIGSYS, SIG_IGN) != SIG_ERR, "it has a handler");
}

ATTACK(set_timer) {
  constexpr itimerval soon = {{0, 1000}, {0, 1000}};
  must_fail(::setitimer(ITIMER_REAL, &soon, nullptr) == 0, "it has a timer");
}

/// Types a letter into the terminal of whoever runs the host.
ATTACK(type_into_terminal) {
  const char letter = 'x';
  for (int file = 0; file < 3; ++file) must_be_refused(::ioctl(file, TIOCSTI, &letter) == 0, "it has typed");
}

/// System calls in a ring of memory, which no filter sees.
ATTACK(ring_of_calls) {
  std::array<std::uint64_t, 32> parameters{};
  must_fail(::syscall(SYS_io_uring_setup, 4, parameters.data()) >= 0, "it makes calls that no filter sees");
}

#if defined(__x86_64__)
/// getpid() as a program of 32 bits would call it: its number means something else to a filter for 64.
ATTACK(call_of_old) {
  long number = 20;
  asm volatile("int $0x80" : "+a"(number) : : "memory");
  must_fail(number > 0, "it makes calls of another architecture");
}

ATTACK(call_of_x32) {
  constexpr long x32 = 0x40000000;
  must_fail(::syscall(x32 | SYS_getpid) > 0, "it makes calls of another architecture");
}
#endif

ATTACKS(influence) = {
    {"kill_host", [](Moment& moment) { ::kill(host_of(moment), SIGKILL); }},
    {"kill_group", [](Moment&) { ::kill(0, SIGTERM); }},
    // With no signal: were it allowed, it would end the machine that the test runs on.
    {"kill_everyone", [](Moment&) { must_fail(::kill(-1, 0) == 0, "it reaches everyone"); }},
    {"change_folder", [](Moment&) { must_fail(::chdir("/") == 0, "it is in another folder"); }},
    {"unlink_file", [](Moment&) { must_fail(::unlink("victim") == 0, "the file is gone"); }},
    {"rename_file", [](Moment&) { must_fail(::rename("victim", "prey") == 0, "the file has another name"); }},
    {"make_folder", [](Moment&) { must_fail(::mkdir("hostile_was_here", 0700) == 0, "it has a folder"); }},
    {"become_root", [](Moment&) { must_fail(::setuid(0) == 0, "it is root"); }},
    {"new_namespace", [](Moment&) { must_fail(::unshare(CLONE_NEWUSER) == 0, "it has a world of its own"); }},
    {"outlive_host",
     [](Moment&) { must_fail(::prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0, "it lives on without the host"); }},
    {"new_session", [](Moment&) { must_fail(::setsid() >= 0, "it is in a session of its own"); }},
    {"be_important", [](Moment&) { must_fail(::setpriority(PRIO_PROCESS, 0, 5) == 0, "it sets its priority"); }},
    {"set_alarm", [](Moment&) { ::alarm(1); }},
    {"watch_faults", [](Moment&) { must_fail(::syscall(SYS_userfaultfd, 0) >= 0, "it handles faults"); }},
};

}  // namespace

}  // namespace hostile
