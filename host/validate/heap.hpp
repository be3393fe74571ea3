// What the C library's allocator has given out in this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace host::validate {

/// How many bytes each call of `round` leaves allocated for good; 0 where that can't be told, as under sanitizers. It
/// is called some dozen times, and returns whether it is worth going on.
std::size_t kept_by_each(const std::function<bool()>& round);

/// From now on, and as long as little else is allocated, small blocks that are given out are full of this: what
/// somebody reads there before he has written it is no accident of what was there before.
void fill_free_memory(std::uint8_t with);

}  // namespace host::validate
