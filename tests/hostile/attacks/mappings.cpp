// Changes what is mapped, and how.
#include "tests/hostile/attacks/attack.hpp"
#include "tests/hostile/attacks/shared_memory.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace hostile {

namespace {

constexpr std::size_t page = 4096;

void* fresh_page() {
  return ::mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

ATTACK(map_executable) {
  must_fail(::mmap(nullptr, page, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED,
            "it has code of its own");
}

std::size_t size_of(const SharedMemory& shared) {
  return (static_cast<std::size_t>(shared.end - shared.begin) + page - 1) / page * page;
}

ATTACK(unmap_channel) {
  const SharedMemory shared = find_shared_memory(moment);
  ::munmap(shared.begin, size_of(shared));
}

ATTACK(protect_channel) {
  const SharedMemory shared = find_shared_memory(moment);
  ::mprotect(shared.begin, size_of(shared), PROT_NONE);
}

/// The worker goes on with a copy that the host does not see.
ATTACK(replace_channel) {
  const SharedMemory shared = find_shared_memory(moment);
  void* const replaced =
      ::mmap(shared.begin, size_of(shared), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  must_reach(replaced == shared.begin, "it can't be replaced");
}

/// Takes the pages out of the file behind it, which a seal against shrinking does not cover.
ATTACK(empty_channel) {
  const SharedMemory shared = find_shared_memory(moment);
  must_reach(::madvise(shared.begin, size_of(shared), MADV_REMOVE) == 0 || errno == EINVAL, "it can't be emptied");
}

ATTACK(grow_channel) {
  const SharedMemory shared = find_shared_memory(moment);
  void* const grown = ::mremap(shared.begin, size_of(shared), std::size_t{64} << 20U, MREMAP_MAYMOVE);
  if (grown != MAP_FAILED) static_cast<volatile char*>(grown)[(std::size_t{64} << 20U) - 1] = 1;
}

ATTACK(unmap_stack) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) / page * page;
  ::munmap(reinterpret_cast<void*>(here - 16 * page), 17 * page);
}

ATTACKS(mappings) = {
    {"make_executable",
     [](Moment&) { must_fail(::mprotect(fresh_page(), page, PROT_READ | PROT_EXEC) == 0, "it has code of its own"); }},
    {"lock_memory", [](Moment&) { must_fail(::mlockall(MCL_CURRENT | MCL_FUTURE) == 0, "it keeps its memory"); }},
    {"plain_addresses",
     [](Moment&) { must_fail(::syscall(SYS_personality, 0x0040000) == 0, "it has plain addresses"); }},
};

}  // namespace

}  // namespace hostile
