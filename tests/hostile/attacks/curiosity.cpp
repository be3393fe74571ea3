// Reads and opens what is none of its business.
#include "tests/hostile/attacks/attack.hpp"
#include "tests/hostile/attacks/shared_memory.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace hostile {

namespace {

void must_not_open(const std::string& path, int flags) {
  must_be_refused(::open(path.c_str(), flags | O_CLOEXEC) >= 0, "it has opened " + path);
}

/// Where this library lies: a file that the loader has just read.
std::string own_file() {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&own_file), &info);
  return info.dli_fname == nullptr ? "" : info.dli_fname;
}

ATTACK(read_passwords) {
  must_not_open("/etc/passwd", O_RDONLY);
  must_not_open("/etc/shadow", O_RDONLY);
}

ATTACK(open_by_openat2) {
  open_how how{};
  must_be_refused(::syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", &how, sizeof how) >= 0, "it has opened /etc/passwd");
}

/// The channel by its descriptor's name, which lives longer than the descriptor.
ATTACK(reopen_descriptors) {
  for (int file = 0; file < 32; ++file) must_not_open("/proc/self/fd/" + std::to_string(file), O_RDWR);
}

ATTACK(connect_out) {
  must_be_refused(::socket(AF_INET, SOCK_STREAM, 0) >= 0, "it has a socket");
  must_be_refused(::socket(AF_UNIX, SOCK_STREAM, 0) >= 0, "it has a socket");
}

ATTACK(pair_of_sockets) {
  std::array<int, 2> ends{};
  must_fail(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "it has sockets");
}

ATTACK(read_process) {
  std::array<char, 16> room{};
  iovec here = {room.data(), room.size()};
  iovec there = {reinterpret_cast<void*>(0x400000), room.size()};
  ::process_vm_readv(1, &here, 1, &there, 1, 0);
}

/// The memory of every process from 1 on that could be the host.
ATTACK(read_memory_files) {
  for (int process = 1; process < 100; ++process) must_not_open("/proc/" + std::to_string(process) + "/mem", O_RDONLY);
}

/// Sizes and times, by the call that newer C libraries make for a file that is open.
ATTACK(stat_by_empty_path) {
  struct stat file {};
  for (const char* const path : {"/etc/passwd", "/proc/1", "/"})
    must_be_refused(::syscall(SYS_newfstatat, AT_FDCWD, path, &file, AT_EMPTY_PATH) == 0,
                    std::string("it sees ") + path);
}

ATTACK(stat_path) {
  struct stat file {};
  must_be_refused(::stat("/etc/passwd", &file) == 0, "it sees /etc/passwd");
  must_be_refused(::lstat("/etc/passwd", &file) == 0, "it sees /etc/passwd");
  must_be_refused(::fstatat(AT_FDCWD, "/etc/passwd", &file, 0) == 0, "it sees /etc/passwd");
}

ATTACK(stat_by_statx) {
  struct statx file {};
  must_be_refused(::statx(AT_FDCWD, "/etc/passwd", 0, STATX_BASIC_STATS, &file) == 0, "it sees /etc/passwd");
}

/// What is its own it may look at, as the C library's streams do.
ATTACK(stat_what_is_open) {
  struct stat file {};
  must_fail(::fstat(STDOUT_FILENO, &file) != 0, "the C library's streams lose their way");
  must_fail(::syscall(SYS_newfstatat, STDOUT_FILENO, "", &file, AT_EMPTY_PATH) != 0 || !S_ISREG(file.st_mode),
            "the C library's streams lose their way");
  must_fail(::fstat(1000, &file) == 0 || errno != EBADF, "what is not open is open");
}

ATTACK(ask_for_paths) {
  std::array<char, 4096> room{};
  must_be_refused(::access("/etc/passwd", R_OK) == 0, "it knows that it may read /etc/passwd");
  must_be_refused(::faccessat(AT_FDCWD, "/etc/passwd", R_OK, 0) == 0, "it knows that it may read /etc/passwd");
  must_be_refused(::readlink("/proc/self/exe", room.data(), room.size()) > 0, "it knows where the host lies");
}

ATTACK(ask_for_folder) {
  std::array<char, 4096> room{};
  must_be_refused(::syscall(SYS_getcwd, room.data(), room.size()) > 0, "it knows where the host was started");
}

/// A descriptor that can't be read, but looked at.
ATTACK(open_as_path) {
  must_not_open("/etc/passwd", O_PATH);
  must_not_open("/proc/1", O_PATH);
}

ATTACK(read_clock_of_another) {
  const pid_t process = host_of(moment);
  const auto clock = static_cast<clockid_t>(~static_cast<unsigned>(process) << 3U | 2U);
  timespec time{};
  must_be_refused(::syscall(SYS_clock_gettime, clock, &time) == 0, "it reads another process's CPU clock", EINVAL);
  must_be_refused(::syscall(SYS_clock_getres, clock, &time) == 0, "it knows which processes there are", EINVAL);
}

ATTACK(read_own_clocks) {
  timespec time{};
  clockid_t thread{};
  clockid_t process{};
  const bool found = ::pthread_getcpuclockid(::pthread_self(), &thread) == 0 && ::clock_getcpuclockid(0, &process) == 0;
  bool read = found && ::clock_gettime(thread, &time) == 0 && ::clock_gettime(process, &time) == 0;
  for (const clockid_t clock : {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID})
    read = read && ::syscall(SYS_clock_gettime, clock, &time) == 0;
  must_fail(!read, "it does not know the time");
}

ATTACK(read_limits_of_another) {
  rlimit limits{};
  must_fail(::syscall(SYS_prlimit64, host_of(moment), RLIMIT_NOFILE, nullptr, &limits) == 0,
            "it reads another process's limits");
}

ATTACK(read_own_limits) {
  rlimit limits{};
  must_fail(::getrlimit(RLIMIT_STACK, &limits) != 0, "it does not know its limits");
}

/// A lock that another process seems to hold tells whether that process is there.
ATTACK(lock_of_another) {
  std::uint32_t word = static_cast<std::uint32_t>(host_of(moment));
  const timespec now{};
  must_fail(::syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, &now, nullptr, 0) == 0 || errno != ENOSYS,
            "it knows which processes there are");
  must_fail(::syscall(SYS_futex, &word, FUTEX_TRYLOCK_PI | FUTEX_PRIVATE_FLAG, 0, nullptr, nullptr, 0) == 0 ||
                errno != ENOSYS,
            "it knows which processes there are");
}

/// How many processes there are, and how busy the machine is.
ATTACK(ask_for_load) {
  struct sysinfo now {};
  const bool told = ::sysinfo(&now) == 0;
  must_fail(told && (now.procs != 0 || now.loads[0] != 0 || now.uptime != 0 || now.freeram != 0),
            "it knows what the machine does");
}

/// As it does in any program, though the C library asks for the machine's memory first.
ATTACK(sort_much) {
  std::vector<int> numbers(100'000);
  for (std::size_t index = 0; index < numbers.size(); ++index)
    numbers[index] = static_cast<int>(index * 7919 % 100'003);
  std::qsort(numbers.data(), numbers.size(), sizeof(int), [](const void* one, const void* other) {
    return *static_cast<const int*>(one) - *static_cast<const int*>(other);
  });
  must_fail(!std::is_sorted(numbers.begin(), numbers.end()), "nothing can be sorted");
}

ATTACKS(curiosity) = {
    {"read_environment", [](Moment&) { must_not_open("/proc/self/environ", O_RDONLY); }},
    {"read_own_maps", [](Moment&) { must_not_open("/proc/self/maps", O_RDONLY); }},
    {"write_own_memory", [](Moment&) { must_not_open("/proc/self/mem", O_RDWR); }},
    {"read_folder", [](Moment&) { must_be_refused(::opendir("/") != nullptr, "it sees the folders"); }},
    // Its own library, so as to play otherwise next time.
    {"overwrite_itself", [](Moment&) { must_not_open(own_file(), O_RDWR | O_TRUNC); }},
    {"create_file", [](Moment&) { must_not_open("hostile_was_here", O_WRONLY | O_CREAT); }},
    {"trace", [](Moment&) { ::ptrace(PTRACE_ATTACH, 1, nullptr, nullptr); }},
    {"open_process", [](Moment&) { must_fail(::syscall(SYS_pidfd_open, 1, 0) >= 0, "it holds another process"); }},
    {"take_descriptor", [](Moment&) { must_fail(::syscall(SYS_pidfd_getfd, 0, 0, 0) >= 0, "it has somebody's file"); }},
};

}  // namespace

}  // namespace hostile
