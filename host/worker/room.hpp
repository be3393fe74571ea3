// Memory to hand to a plugin, whose end may be a page that nobody may touch: who goes one byte further crashes there
// and then.
#pragma once

#include <agon/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace host::worker {

class Room {
 public:
  /// Room for `capacity` bytes.
  Room(std::uint64_t capacity, bool borders);
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room();

  /// Returns whether `capacity` bytes fit into it.
  [[nodiscard]] bool fits(std::uint64_t capacity, bool borders) const {
    return borders == borders_ && capacity <= capacity_;
  }

  /// A buffer of all its capacity, empty. With borders it ends at the border, as far as its alignment to 16 bytes
  /// allows.
  agon_buffer buffer() { return buffer(capacity_); }
  /// Returns an empty buffer of that capacity, at most the room's.
  agon_buffer buffer(std::uint64_t capacity);
  /// Returns such a buffer, all bytes of which are `fill`. In a room of over 32 MiB, bytes far from both ends may be 0.
  /// It fills only the bytes that were written to the last buffer, if wrote() was called for that.
  agon_buffer filled_buffer(std::uint64_t capacity, std::uint8_t fill);
  /// Tells how many bytes of the last filled_buffer() were written: buffer.size.
  void wrote(const agon_buffer& buffer);

  /// Holds a copy of these bytes, at most `capacity`, from now on; with borders they end at the border, and nobody can
  /// write them.
  agon_bytes hold(const void* data, std::uint64_t size);

 private:
  [[nodiscard]] std::byte* place(std::uint64_t size) const;
  void allow_writing(bool allowed);
  void fill(std::uint8_t with);

  std::uint64_t capacity_;
  bool borders_;
  std::byte* memory_ = nullptr;
  std::uint64_t room_ = 0;  // bytes before the border
  bool writable_ = true;
  std::optional<std::uint8_t> fill_;  // the value of all bytes except those at written_; none: unknown
  std::byte* written_ = nullptr;
  std::uint64_t written_size_ = 0;
};

}  // namespace host::worker
