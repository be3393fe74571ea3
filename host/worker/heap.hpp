// What the C library's allocator has given out in this process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace host::worker {

/// Bytes that are allocated; what the allocator keeps for the next one of a small size is the same each time.
std::size_t memory_in_use();

/// From now on, and as long as little else is allocated, small blocks that are given out are full of this: what
/// somebody reads there before he has written it is no accident of what was there before.
void fill_free_memory(std::uint8_t with);

/// Leaves this on the stack, for whoever reads a variable there before he has written it.
void fill_stack(std::uint8_t with);

}  // namespace host::worker
