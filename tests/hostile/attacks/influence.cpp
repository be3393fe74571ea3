// Acts on others, or on the limits of its own process.
#include "tests/hostile/attacks/attack.hpp"

#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>

namespace hostile {

namespace {

void kill_host(Moment&) {
  const pid_t host = ::getppid();
  if (host > 1) ::kill(host, SIGKILL);
}

void kill_group(Moment&) {
  ::kill(0, SIGTERM);
}

/// With no signal: were it allowed, it would end the machine that the test runs on.
void kill_everyone(Moment&) {
  must_fail(::kill(-1, 0) == 0, "it reaches everyone");
}

void signal_queue(Moment&) {
  siginfo_t information{};
  must_fail(::syscall(SYS_rt_sigqueueinfo, 1, 0, &information) == 0, "it reaches another process");
}

void change_folder(Moment&) {
  must_fail(::chdir("/") == 0, "it is in another folder");
}

void unlink_file(Moment&) {
  must_fail(::unlink("victim") == 0, "the file is gone");
}

void rename_file(Moment&) {
  must_fail(::rename("victim", "prey") == 0, "the file has another name");
}

void make_folder(Moment&) {
  must_fail(::mkdir("hostile_was_here", 0700) == 0, "it has a folder");
}

void raise_limits(Moment&) {
  constexpr rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  for (const __rlimit_resource which : {RLIMIT_CPU, RLIMIT_DATA, RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NPROC})
    must_fail(::setrlimit(which, &all) == 0, "it has no limit");
}

void become_root(Moment&) {
  must_fail(::setuid(0) == 0, "it is root");
}

void join_groups(Moment&) {
  constexpr gid_t root = 0;
  must_fail(::setgroups(1, &root) == 0, "it is in root's group");
}

void new_namespace(Moment&) {
  must_fail(::unshare(CLONE_NEWUSER) == 0, "it has a world of its own");
}

/// Whether a filter that gives `call` that answer is in force.
bool filter_call(std::uint32_t answer, std::uint32_t call) {
  std::array<sock_filter, 4> steps = {{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
                                       {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call},
                                       {BPF_RET | BPF_K, 0, 0, answer},
                                       {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}}};
  const sock_fprog program = {steps.size(), steps.data()};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/// While a library is loaded, filters may still be put up. This one makes each coming one a success that did nothing,
/// so that the library then plays under the first filter alone.
void blind_seccomp(Moment&) {
  if (!filter_call(SECCOMP_RET_ERRNO, SYS_seccomp)) throw std::runtime_error("a filter can't be put up any more");
}

void filter_by_prctl(Moment&) {
  must_fail(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) == 0, "it has a filter of its own");
}

void outlive_host(Moment&) {
  must_fail(::prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0, "it lives on without the host");
}

void new_session(Moment&) {
  must_fail(::setsid() >= 0, "it is in a session of its own");
}

void other_cores(Moment&) {
  cpu_set_t all;
  CPU_ZERO(&all);
  CPU_SET(0, &all);
  must_fail(::sched_setaffinity(0, sizeof all, &all) == 0, "it chooses its core");
}

void be_important(Moment&) {
  must_fail(::setpriority(PRIO_PROCESS, 0, 5) == 0, "it sets its priority");
}

extern "C" void do_nothing(int) {}

void leave_handler(Moment&) {
  must_fail(std::signal(SIGSEGV, do_nothing) != SIG_ERR, "it has a handler");
  must_fail(std::signal(SIGSYS, SIG_IGN) != SIG_ERR, "it has a handler");
}

void set_alarm(Moment&) {
  ::alarm(1);
}

void set_timer(Moment&) {
  constexpr itimerval soon = {{0, 1000}, {0, 1000}};
  must_fail(::setitimer(ITIMER_REAL, &soon, nullptr) == 0, "it has a timer");
}

/// Types a letter into the terminal of whoever runs the host.
void type_into_terminal(Moment&) {
  const char letter = 'x';
  for (int file = 0; file < 3; ++file) must_fail(::ioctl(file, TIOCSTI, &letter) == 0, "it has typed");
}

/// System calls in a ring of memory, which no filter sees.
void ring_of_calls(Moment&) {
  std::array<std::uint64_t, 32> parameters{};
  must_fail(::syscall(SYS_io_uring_setup, 4, parameters.data()) >= 0, "it makes calls that no filter sees");
}

void watch_faults(Moment&) {
  must_fail(::syscall(SYS_userfaultfd, 0) >= 0, "it handles faults");
}

#if defined(__x86_64__)
/// getpid() as a program of 32 bits would call it: its number means something else to a filter for 64.
void call_of_old(Moment&) {
  long number = 20;
  asm volatile("int $0x80" : "+a"(number) : : "memory");
  must_fail(number > 0, "it makes calls of another architecture");
}

void call_of_x32(Moment&) {
  constexpr long x32 = 0x40000000;
  must_fail(::syscall(x32 | SYS_getpid) > 0, "it makes calls of another architecture");
}
#endif

}  // namespace

std::span<const Attack> influence() {
  static constexpr Attack all[] = {
#if defined(__x86_64__)
    {"call_of_old", call_of_old},
    {"call_of_x32", call_of_x32},
#endif
    {"kill_host", kill_host},
    {"kill_group", kill_group},
    {"kill_everyone", kill_everyone},
    {"signal_queue", signal_queue},
    {"change_folder", change_folder},
    {"unlink_file", unlink_file},
    {"rename_file", rename_file},
    {"make_folder", make_folder},
    {"raise_limits", raise_limits},
    {"become_root", become_root},
    {"join_groups", join_groups},
    {"new_namespace", new_namespace},
    {"blind_seccomp", blind_seccomp},
    {"filter_by_prctl", filter_by_prctl},
    {"outlive_host", outlive_host},
    {"new_session", new_session},
    {"other_cores", other_cores},
    {"be_important", be_important},
    {"leave_handler", leave_handler},
    {"set_alarm", set_alarm},
    {"set_timer", set_timer},
    {"type_into_terminal", type_into_terminal},
    {"ring_of_calls", ring_of_calls},
    {"watch_faults", watch_faults},
  };
  return all;
}

}  // namespace hostile
