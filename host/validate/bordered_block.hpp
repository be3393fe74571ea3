// Memory to pass to a plugin. It may end at an inaccessible page (the border), so that an overrun by one byte crashes
// immediately.
#pragma once

#include <agon/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace host::validate {

class BorderedBlock {
 public:
  /// A block for `capacity` bytes.
  BorderedBlock(std::uint64_t capacity, bool borders);
  BorderedBlock(const BorderedBlock&) = delete;
  BorderedBlock& operator=(const BorderedBlock&) = delete;
  ~BorderedBlock();

  /// Returns whether `capacity` bytes fit into it.
  [[nodiscard]] bool fits(std::uint64_t capacity, bool borders) const {
    return borders == borders_ && capacity <= capacity_;
  }

  /// Returns an empty buffer with the block's full capacity. With borders, it ends at the border, as far as its
  /// alignment to 16 bytes allows.
  agon_buffer buffer() { return buffer(capacity_); }
  /// Returns an empty buffer of this capacity, at most the block's.
  agon_buffer buffer(std::uint64_t capacity);
  /// Returns a buffer of this capacity whose bytes are all `fill`. In a block of over 32 MiB, bytes far from both ends
  /// may be 0. If wrote() was called for the last buffer, it refills only the bytes that were written to that.
  agon_buffer filled_buffer(std::uint64_t capacity, std::uint8_t fill);
  /// Records how many bytes of the last filled_buffer() were written: buffer.size.
  void wrote(const agon_buffer& buffer);

  /// Stores a copy of these bytes, at most `capacity`. With borders, the copy ends at the border and is read-only.
  agon_bytes hold(const void* data, std::uint64_t size);

 private:
  [[nodiscard]] std::byte* place(std::uint64_t size) const;
  void allow_writing(bool allowed);
  void fill(std::uint8_t with);

  std::uint64_t capacity_;
  bool borders_;
  std::byte* memory_ = nullptr;
  std::uint64_t size_ = 0;  // bytes before the border
  bool writable_ = true;
  std::optional<std::uint8_t> fill_;  // the value of all bytes except those at written_; none: unknown
  std::byte* written_ = nullptr;
  std::uint64_t written_size_ = 0;
};

}  // namespace host::validate
