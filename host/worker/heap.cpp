#include "host/worker/heap.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>

namespace host::worker {

namespace {

/// The allocator caches some freed blocks of each small size and returns them unchanged. This fills the caches with
/// blocks whose bytes are `with`.
void fill_caches(std::uint8_t with) {
  constexpr std::size_t largest = 1032;
  constexpr std::size_t step = 16;
  constexpr std::size_t kept = 7;
  for (std::size_t size = 24; size <= largest; size += step) {
    void* blocks[kept];
    for (void*& block : blocks) {
      block = std::malloc(size);
      auto* const bytes = static_cast<volatile std::uint8_t*>(block);  // volatile: keeps the writes
      if (bytes != nullptr) std::fill(bytes, bytes + size, with);
    }
    for (void* const block : blocks) std::free(block);
  }
}

}  // namespace

std::size_t memory_in_use() {
  fill_caches(0);
  const struct mallinfo2 memory = ::mallinfo2();
  return memory.uordblks + memory.hblkhd;
}

void fill_free_memory(std::uint8_t with) {
  ::mallopt(M_PERTURB, static_cast<unsigned char>(~with));  // makes the allocator fill all other blocks itself
  fill_caches(with);
}

[[gnu::noinline]] void fill_stack(std::uint8_t with) {
  volatile std::uint8_t room[1 << 15];
  for (volatile std::uint8_t& each : room) each = with;
}

}  // namespace host::worker
