#include "host/validate/heap.hpp"

#include <malloc.h>

#include <algorithm>
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

/// Returns the number of allocated bytes. Fills the caches first, so that they count the same each time.
std::size_t memory_in_use() {
  fill_caches(0);
  const struct mallinfo2 memory = ::mallinfo2();
  return memory.uordblks + memory.hblkhd;
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

std::size_t kept_by_each(const std::function<bool()>& round) {
  constexpr std::size_t warm_up = 3;
  constexpr std::size_t windows = 4;
  constexpr std::size_t rounds = 8;
  for (std::size_t index = 0; index < warm_up; ++index) {
    if (!round()) return 0;
  }
  // The minimum over several windows: a one-time allocation affects only one of them.
  std::size_t least = SIZE_MAX;
  for (std::size_t window = 0; window < windows; ++window) {
    const std::size_t before = memory_in_use();
    for (std::size_t index = 0; index < rounds; ++index) {
      if (!round()) return 0;
    }
    const std::size_t after = memory_in_use();
    least = std::min(least, after <= before ? 0 : after - before);
  }
  constexpr std::size_t little = 16;  // bytes: less than any block has
  return least < little * rounds ? 0 : least / rounds;
}

}  // namespace host::validate
