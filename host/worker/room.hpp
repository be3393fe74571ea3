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

  /// Whether it serves as one for `capacity` bytes.
  [[nodiscard]] bool fits(std::uint64_t capacity, bool borders) const {
    return borders == borders_ && capacity <= capacity_;
  }

  /// A buffer of all its capacity, empty. With borders it ends at the border, as far as its alignment to 16 bytes
  /// allows.
  agon_buffer buffer() { return buffer(capacity_); }
  /// A part of it of that capacity.
  agon_buffer buffer(std::uint64_t capacity);
  /// Such a part in which all bytes are `fill`, or 0 where they are far from both ends of the room. Filling it is
  /// cheap if wrote() was told what the last one was used for.
  agon_buffer filled_buffer(std::uint64_t capacity, std::uint8_t fill);
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
  std::optional<std::uint8_t> fill_;  // what is everywhere in it but
  std::byte* written_ = nullptr;      // here,
  std::uint64_t written_size_ = 0;    // so many bytes
};

}  // namespace host::worker
