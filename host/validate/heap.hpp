// Queries and fills the memory of the C library's allocator, and detects leaks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace host::validate {

/// Returns how many bytes each call of `round` leaks. Returns 0 if leaks can't be measured, as under sanitizers.
/// `round` is called several dozen times; it returns whether to continue.
std::size_t kept_by_each(const std::function<bool()>& round);

/// From now on, and as long as little else is allocated, newly allocated small blocks are filled with this byte. So a
/// read of uninitialised memory has a known result.
void fill_free_memory(std::uint8_t with);

/// Fills the unused stack with this byte, so that a read of an uninitialised variable there has a known result.
void fill_stack(std::uint8_t with);

}  // namespace host::validate
