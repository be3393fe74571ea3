// The memory in which checks call a plugin: filled, so that a read of what was never written has a known result.
#pragma once

#include <cstdint>

namespace host::validate {

/// From now on, and as long as little else is allocated, newly allocated small blocks are filled with this byte.
void fill_free_memory(std::uint8_t with);

/// Fills the unused stack with this byte.
void fill_stack(std::uint8_t with);

}  // namespace host::validate
