// Detects memory leaks by comparing the memory in use before and after.
#pragma once

#include <cstddef>
#include <functional>

namespace host::validate {

/// Returns how many bytes each call of `round` leaks. `in_use` returns the number of allocated bytes. Returns 0 if
/// leaks can't be measured, as under sanitizers. `round` is called several dozen times; it returns whether to continue.
std::size_t kept_by_each(const std::function<bool()>& round, const std::function<std::size_t()>& in_use);

}  // namespace host::validate
