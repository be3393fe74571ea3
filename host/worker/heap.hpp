// Queries and fills the memory of the C library's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace host::worker {

/// Returns the number of allocated bytes. Fills the allocator's caches of small blocks first, so that they count the
/// same each time.
std::size_t memory_in_use();

/// From now on, and as long as little else is allocated, newly allocated small blocks are filled with this byte. So a
/// read of uninitialised memory has a known result.
void fill_free_memory(std::uint8_t with);

/// Fills the unused stack with this byte, so that a read of an uninitialised variable there has a known result.
void fill_stack(std::uint8_t with);

}  // namespace host::worker
