// A child process of a check, whose plugin could feign progress.
#include "host/validate/child.hpp"
#include "host/util/pages.hpp"
#include "host/validate/memory.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <string>

namespace {

using namespace host::validate;

/// Returns the finding about a child that reports progress again and again, and has done `work` in between.
template <class Work>
Finding of_endless(std::int64_t cpu_limit_ns, Work&& work) {
  return in_child({.cpu_limit_ns = cpu_limit_ns}, [&]() -> Finding {
    for (std::uint64_t step = 0;; ++step) {
      set_activity("in step " + std::to_string(step));
      work();
    }
  });
}

}  // namespace

TEST_CASE("a check whose plugin feigns progress ends at a limit of CPU time, and one of time by the clock") {
  const Finding busy = of_endless(10'000'000, [] {});
  CHECK(busy.status == Status::fail);
  CHECK(busy.text.starts_with("no end within 1.2 s of CPU time and 7.2 s by the clock, in step "));
  const Finding asleep = of_endless(5'000'000, [] { ::usleep(1000); });
  CHECK(asleep.status == Status::fail);
  CHECK(asleep.text.starts_with("no end within 0.6 s of CPU time and 3.6 s by the clock, in step "));
}

TEST_CASE("more matches of a check allow it more time") {
  ChildTerms terms;
  CHECK(terms.whole_cpu_ns() == 1'200'000'000'000);
  CHECK(terms.whole_wall_ns() == 7'200'000'000'000);
  terms.matches = 25;
  CHECK(terms.whole_cpu_ns() == 3'600'000'000'000);
}

TEST_CASE("a byte behind a guarded buffer can't be written, whatever the size of a page") {
  for (const std::size_t page_bytes : {host::system_page_bytes(), std::size_t{16384}, std::size_t{65536}}) {
    if (page_bytes % host::system_page_bytes() != 0) continue;
    CAPTURE(page_bytes);
    GuardedBuffer memory(page_bytes + 5, true, page_bytes);
    const agon_buffer buffer = memory.buffer(page_bytes + 5);
    auto* const bytes = static_cast<volatile char*>(buffer.data);
    bytes[0] = 'x';
    bytes[page_bytes + 4] = 'x';
    const pid_t child = ::fork();
    if (child == 0) {
      bytes[page_bytes + 16] = 'x';  // buffers are aligned to 16 bytes
      ::_exit(0);
    }
    int status = 0;
    CHECK(::waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV));
  }
}
