// Whether memory is given back, by how much of it is in use before and after.
#pragma once

#include <cstddef>
#include <functional>

namespace host::validate {

/// How many bytes each call of `round` leaves allocated for good, where `in_use` tells what is allocated; 0 where that
/// can't be told, as under sanitizers. It is called some dozen times, and returns whether it is worth going on.
std::size_t kept_by_each(const std::function<bool()>& round, const std::function<std::size_t()>& in_use);

}  // namespace host::validate
