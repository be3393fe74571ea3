#include "host/validate/memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace host::validate {

namespace {

/// Takes as many blocks as a cache keeps, for each size, fills them with `with`, and frees them.
void refill_caches(std::uint8_t with) {
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

/// The allocator caches some freed blocks of each small size and returns them unchanged. This fills the caches with
/// blocks whose bytes are `with`. A cache that runs empty meanwhile takes other free blocks, and keeps them: then it is
/// full after the first time, and they are filled the second time.
void fill_caches(std::uint8_t with) {
  refill_caches(with);
  refill_caches(with);
}

}  // namespace

void fill_free_memory(std::uint8_t with) {
  ::mallopt(M_PERTURB, static_cast<unsigned char>(~with));  // makes the allocator fill all other blocks itself
  fill_caches(with);
}

[[gnu::noinline]] void fill_stack(std::uint8_t with) {
  volatile std::uint8_t unused[1 << 15];
  for (volatile std::uint8_t& each : unused) each = with;
}

}  // namespace host::validate
