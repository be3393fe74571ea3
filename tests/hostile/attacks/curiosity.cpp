// Reads and opens what is none of its business.
#include "tests/hostile/attacks/attack.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <string>

namespace hostile {

namespace {

void must_not_open(const std::string& path, int flags) {
  must_fail(::open(path.c_str(), flags | O_CLOEXEC) >= 0, "it has opened " + path);
}

/// Where this library lies: a file that the loader has just read.
std::string own_file() {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&own_file), &info);
  return info.dli_fname == nullptr ? "" : info.dli_fname;
}

void read_passwords(Moment&) {
  must_not_open("/etc/passwd", O_RDONLY);
  must_not_open("/etc/shadow", O_RDONLY);
}

void read_environment(Moment&) {
  must_not_open("/proc/self/environ", O_RDONLY);
}

void read_own_maps(Moment&) {
  must_not_open("/proc/self/maps", O_RDONLY);
}

void write_own_memory(Moment&) {
  must_not_open("/proc/self/mem", O_RDWR);
}

void read_folder(Moment&) {
  must_fail(::opendir("/") != nullptr, "it sees the folders");
}

void open_by_openat2(Moment&) {
  open_how how{};
  must_fail(::syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", &how, sizeof how) >= 0, "it has opened /etc/passwd");
}

/// Its own library, so as to play otherwise next time.
void overwrite_itself(Moment&) {
  must_not_open(own_file(), O_RDWR | O_TRUNC);
}

void create_file(Moment&) {
  must_not_open("hostile_was_here", O_WRONLY | O_CREAT);
}

/// The channel by its descriptor's name, which lives longer than the descriptor.
void reopen_descriptors(Moment&) {
  for (int file = 0; file < 32; ++file) must_not_open("/proc/self/fd/" + std::to_string(file), O_RDWR);
}

void connect_out(Moment&) {
  must_fail(::socket(AF_INET, SOCK_STREAM, 0) >= 0, "it has a socket");
  must_fail(::socket(AF_UNIX, SOCK_STREAM, 0) >= 0, "it has a socket");
}

void pair_of_sockets(Moment&) {
  std::array<int, 2> ends{};
  must_fail(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "it has sockets");
}

void read_process(Moment&) {
  std::array<char, 16> room{};
  iovec here = {room.data(), room.size()};
  iovec there = {reinterpret_cast<void*>(0x400000), room.size()};
  ::process_vm_readv(1, &here, 1, &there, 1, 0);
}

/// The memory of every process from 1 on that could be the host.
void read_memory_files(Moment&) {
  for (int process = 1; process < 100; ++process) must_not_open("/proc/" + std::to_string(process) + "/mem", O_RDONLY);
}

void trace(Moment&) {
  ::ptrace(PTRACE_ATTACH, 1, nullptr, nullptr);
}

void open_process(Moment&) {
  must_fail(::syscall(SYS_pidfd_open, 1, 0) >= 0, "it holds another process");
}

void take_descriptor(Moment&) {
  must_fail(::syscall(SYS_pidfd_getfd, 0, 0, 0) >= 0, "it has somebody's file");
}

}  // namespace

std::span<const Attack> curiosity() {
  static constexpr Attack all[] = {
      {"read_passwords", read_passwords},
      {"read_environment", read_environment},
      {"read_own_maps", read_own_maps},
      {"write_own_memory", write_own_memory},
      {"read_folder", read_folder},
      {"open_by_openat2", open_by_openat2},
      {"overwrite_itself", overwrite_itself},
      {"create_file", create_file},
      {"reopen_descriptors", reopen_descriptors},
      {"connect_out", connect_out},
      {"pair_of_sockets", pair_of_sockets},
      {"read_process", read_process},
      {"read_memory_files", read_memory_files},
      {"trace", trace},
      {"open_process", open_process},
      {"take_descriptor", take_descriptor},
  };
  return all;
}

}  // namespace hostile
