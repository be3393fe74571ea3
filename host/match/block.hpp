// Memory for the bytes that cross the ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace host {

/// Memory with the alignment that the ABI guarantees. Large capacities are cheap: untouched pages use no memory.
class Block {
 public:
  /// Ensures a size of at least `size` bytes, and of at least one. If the block grows, its content becomes undefined.
  void grow(std::uint64_t size) {
    const std::uint64_t units = size / sizeof(Unit) + 1;
    if (units <= units_) return;
    storage_ = std::make_unique_for_overwrite<Unit[]>(units);
    units_ = units;
  }
  [[nodiscard]] std::byte* data() {
    return storage_.get()->bytes;
  }  // NOLINT(readability-redundant-smartptr-get): an array has no ->

 private:
  struct alignas(16) Unit {
    std::byte bytes[16];
  };
  std::unique_ptr<Unit[]> storage_;
  std::uint64_t units_ = 0;
};

}  // namespace host
