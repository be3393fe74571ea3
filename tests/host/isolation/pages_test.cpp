// Pages of all sizes that machines have.
#include "host/util/pages.hpp"

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

/// "touched 8 KiB at 4, ..." for the runs that add_runs() finds, until `most` were found.
std::string runs(const std::vector<unsigned char>& residency, std::size_t page_bytes, int most = 100) {
  constexpr std::uintptr_t begin = 1 << 20;
  constexpr std::size_t kibibyte = 1024;
  std::string all;
  const bool done = host::add_runs(begin, residency, page_bytes, [&](auto at, std::size_t size, bool touched) {
    all += (touched ? "touched " : "untouched ") + std::to_string(size / kibibyte) + " KiB at " +
           std::to_string((at - begin) / kibibyte) + ", ";
    return --most > 0;
  });
  return all + (done ? "done" : "stopped");
}

}  // namespace

TEST_CASE("adjacent pages that are alike make a run, whatever the size of a page") {
  const std::vector<unsigned char> residency = {1, 1, 0, 0xFE, 0, 0xFF};  // the other bits mean nothing
  CHECK(runs(residency, 4096) == "touched 8 KiB at 0, untouched 12 KiB at 8, touched 4 KiB at 20, done");
  CHECK(runs(residency, 16384) == "touched 32 KiB at 0, untouched 48 KiB at 32, touched 16 KiB at 80, done");
  CHECK(runs(residency, 65536) == "touched 128 KiB at 0, untouched 192 KiB at 128, touched 64 KiB at 320, done");
  CHECK(runs(residency, 65536, 2) == "touched 128 KiB at 0, untouched 192 KiB at 128, stopped");
  CHECK(runs({}, 4096) == "done");
}

TEST_CASE("an address lies in the page that begins at or before it") {
  CHECK(host::page_of(0x12345, 4096) == 0x12000);
  CHECK(host::page_of(0x12345, 16384) == 0x10000);
  CHECK(host::page_of(0x2FFFF, 65536) == 0x20000);
  CHECK(host::page_of(0x30000, 65536) == 0x30000);
}

TEST_CASE("the system tells the size of its pages: it protects those alone") {
  const std::size_t page_bytes = host::system_page_bytes();
  void* const memory = ::mmap(nullptr, 2 * page_bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  CHECK(::mprotect(static_cast<std::byte*>(memory) + page_bytes, page_bytes, PROT_NONE) == 0);
  CHECK(::mprotect(static_cast<std::byte*>(memory) + page_bytes / 2, page_bytes / 2, PROT_NONE) != 0);
  ::munmap(memory, 2 * page_bytes);
}
