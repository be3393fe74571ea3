#include "decay.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace polyomino::champion {

namespace {

constexpr std::size_t table_size = 17 * decay_steps + 1;  // exp(-17) * decay_one is less than 1

constexpr std::array<int, table_size> table = [] {
  constexpr std::uint64_t one_step = 4228380000;  // 2^32 * exp(-1 / decay_steps)
  std::array<int, table_size> values{};
  std::uint64_t value = std::uint64_t{1} << 31U;
  for (int& entry : values) {
    entry = static_cast<int>(value >> 7U);
    value = value * one_step >> 32U;
  }
  return values;
}();

}  // namespace

int decay(long long steps) {
  assert(steps >= 0);
  return steps < static_cast<long long>(table_size) ? table[static_cast<std::size_t>(steps)] : 0;
}

}  // namespace polyomino::champion
