#include "host/validate/heap.hpp"

#include <algorithm>
#include <cstdint>

namespace host::validate {

std::size_t kept_by_each(const std::function<bool()>& round, const std::function<std::size_t()>& in_use) {
  constexpr std::size_t warm_up = 3;
  constexpr std::size_t windows = 4;
  constexpr std::size_t rounds = 8;
  for (std::size_t index = 0; index < warm_up; ++index) {
    if (!round()) return 0;
  }
  // The minimum over several windows: a one-time allocation affects only one of them.
  std::size_t least = SIZE_MAX;
  for (std::size_t window = 0; window < windows; ++window) {
    const std::size_t before = in_use();
    for (std::size_t index = 0; index < rounds; ++index) {
      if (!round()) return 0;
    }
    const std::size_t after = in_use();
    least = std::min(least, after <= before ? 0 : after - before);
  }
  constexpr std::size_t little = 16;  // bytes: less than any block has
  return least < little * rounds ? 0 : least / rounds;
}

}  // namespace host::validate
