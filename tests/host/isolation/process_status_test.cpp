// Files of the kernel tell what they mean, not what the names of processes pretend, and the memory of all threads.
#include "host/isolation/process_status.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>

using host::number_in;
using host::number_of;
using host::value_of;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

/// Calls `hold` in a child, which then waits with all of its threads. Returns what it holds.
template <class Hold>
host::ProcessMemory memory_of_child(Hold hold) {
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    hold([&] {
      if (::write(pipe[1], "x", 1) == 1) {
        for (;;) ::pause();
      }
    });
    ::_exit(1);
  }
  const host::Descriptor status = host::open_of_process(child, "status", O_RDONLY);
  char byte = 0;
  REQUIRE(::read(pipe[0], &byte, 1) == 1);
  const host::ProcessMemory memory = host::memory_of(child, status.get());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(pipe[0]);
  ::close(pipe[1]);
  CHECK(host::memory_of(child, status.get()).held_bytes == 0);
  return memory;
}

void* mapped(std::int64_t size, int access) {
  return ::mmap(nullptr, static_cast<std::size_t>(size), access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

}  // namespace

TEST_CASE("memory that can't be written any more is held, and so are the tables of pages that are only read") {
  const host::ProcessMemory memory = memory_of_child([](const auto& wait) {
    constexpr std::int64_t protected_bytes = 20 * mebibyte;
    void* const own = mapped(protected_bytes, PROT_READ | PROT_WRITE);
    std::memset(own, 1, protected_bytes);
    ::mprotect(own, protected_bytes, PROT_READ);
    constexpr std::int64_t apart = 2 * mebibyte;  // that a table of 4 KiB maps
    constexpr std::int64_t read_bytes = 10 * 256 * apart;
    auto* const read = static_cast<const volatile char*>(mapped(read_bytes, PROT_READ));
    ::madvise(const_cast<char*>(read), read_bytes, MADV_NOHUGEPAGE);
    int sum = 0;
    for (std::int64_t at = 0; at < read_bytes; at += apart) sum += read[at];
    if (sum != 0) ::_exit(1);
    wait();
  });
  CHECK(memory.held_bytes >= 30 * mebibyte);
  CHECK(memory.held_bytes < 50 * mebibyte);
  CHECK(memory.peak_bytes >= memory.held_bytes);
}

TEST_CASE("the memory of a process whose first thread has left is that of the others") {
  const host::ProcessMemory memory = memory_of_child([](const auto& wait) {
    std::thread([&, first = ::pthread_self()] {
      constexpr std::int64_t bytes = 20 * mebibyte;
      std::memset(mapped(bytes, PROT_READ | PROT_WRITE), 1, bytes);
      if (::pthread_join(first, nullptr) == 0) wait();
    }).detach();
    ::syscall(SYS_exit, 0);
  });
  CHECK(memory.held_bytes >= 20 * mebibyte);
}

TEST_CASE("a key counts at the beginning of a line only, with a blank behind it") {
  const std::string text =
      "Name:\tRssAnon: 7\nState: R\nRssAnonymous: 8\n RssAnon: 9\nRssAnon:\t   12 kB\nRssAnon: 13\n";
  CHECK(number_of("RssAnon:", text) == 12);
  CHECK(value_of("RssAnon:", text) == "12 kB");
  CHECK(value_of("State:", text) == "R");
  CHECK(number_of("State:", text) == 0);
  CHECK_FALSE(value_of("RssShmem:", text));
  CHECK_FALSE(value_of("RssAnon:", "Name:\tRssAnon: 7\n"));
  CHECK_FALSE(value_of("RssAnon:", "RssAnon:"));
  CHECK_FALSE(value_of("RssAnon:", ""));
  CHECK(number_of("oom_kill", "oom_group_kill 4\noom_kill 3") == 3);
}

TEST_CASE("a number below 0 counts as none, and one that is too large as the largest") {
  CHECK(number_in("-5") == 0);
  CHECK(number_in("x") == 0);
  CHECK(number_in("") == 0);
  CHECK(number_in("5 kB") == 5);
  CHECK(number_in("18446744073709551615") == std::numeric_limits<std::int64_t>::max());
  CHECK(number_of("RssAnon:", "RssAnon: -999999 kB\n") == 0);
}
