// agon/limits.hpp - agon_limits by name: Limits{.cpu_ns = 2'000'000'000, .memory_bytes = 64 << 20}.
#pragma once

#include <agon/standard.hpp>

#include <agon/types.h>

#include <cstdint>

namespace agon {

/// What one seat may use in one match; see agon_limits. 0: no limit.
struct Limits {
  std::int64_t cpu_ns = 0;
  std::int64_t turn_cpu_ns = 0;
  std::int64_t increment_ns = 0;
  std::int64_t wall_ns = 0;
  std::int64_t memory_bytes = 0;
  std::uint32_t threads = 1;

  // NOLINTNEXTLINE(google-explicit-constructor): it is the same, with names
  constexpr operator agon_limits() const {
    return {cpu_ns, turn_cpu_ns, increment_ns, wall_ns, memory_bytes, threads, 0, {}};
  }
};

}  // namespace agon
