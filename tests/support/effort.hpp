// The number of repetitions of random tests.
#pragma once

#include <algorithm>
#include <cstdint>

namespace support {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

/// Returns `times`, or a tenth of it under sanitizers, with which code takes 10 to 20 times as long. They look for
/// other errors than many repetitions do.
constexpr std::uint64_t repetitions(std::uint64_t times) {
  return sanitized ? std::max<std::uint64_t>(times / 10, 1) : times;
}

}  // namespace support
