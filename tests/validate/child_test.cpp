// A child process of a check, whose plugin could feign progress.
#include "host/validate/child.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdint>
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
