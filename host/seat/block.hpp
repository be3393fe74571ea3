// Memory for the bytes that cross the ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace host {

/// Memory aligned as the ABI promises. A page that nobody writes to costs nothing, so capacities may be generous.
class Block {
 public:
  /// Has at least `size` bytes from now on, and at least one; their content is undefined if it grows.
  void grow(std::uint64_t size) {
    const std::uint64_t units = size / sizeof(Unit) + 1;
    if (units <= units_) return;
    room_ = std::make_unique_for_overwrite<Unit[]>(units);
    units_ = units;
  }
  [[nodiscard]] std::byte* data() { return room_.get()->bytes; }

 private:
  struct alignas(16) Unit {
    std::byte bytes[16];
  };
  std::unique_ptr<Unit[]> room_;
  std::uint64_t units_ = 0;
};

}  // namespace host
