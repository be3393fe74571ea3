// The memory that checks give a plugin: guard pages behind buffers, poisoned free memory, and what it leaks.
#pragma once

#include "host/util/pages.hpp"

#include <agon/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace host::validate {

/// The state of the memory when a plugin is called.
struct CallConditions {
  std::optional<std::uint8_t> poison_byte{};  // fills free memory and the stack before an object is created
  bool guard_pages = false;                   // memory passed in ends at an inaccessible page, and input is read-only
  std::uint8_t fill = 0;                      // initial value of output buffers
  bool no_extensions = false;                 // a game's host offers no extension
};

/// Memory to pass to a plugin. It may end at an inaccessible page, so that an overrun by one byte crashes immediately.
class GuardedBuffer {
 public:
  /// A block for `capacity` bytes.
  GuardedBuffer(std::uint64_t capacity, bool guard_pages, std::size_t page_bytes = system_page_bytes());
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  ~GuardedBuffer();

  /// Returns whether `capacity` bytes fit into it.
  [[nodiscard]] bool fits(std::uint64_t capacity, bool guard_pages) const {
    return guard_pages == guarded_ && capacity <= capacity_;
  }

  /// Returns an empty buffer of this capacity, at most the block's. With a guard page, it ends there, as far as its
  /// alignment to 16 bytes allows.
  agon_buffer buffer(std::uint64_t capacity);
  /// Returns a buffer of this capacity whose bytes are all `with`. In a block of over 32 MiB, bytes far from both ends
  /// may be 0. If wrote() was called for the last buffer, it refills only the bytes that were written to that.
  agon_buffer filled_buffer(std::uint64_t capacity, std::uint8_t with);
  /// Records how many bytes of the last filled_buffer() were written: buffer.size.
  void wrote(const agon_buffer& buffer);

  /// Stores a copy of these bytes, at most `capacity`. With a guard page, the copy ends there and is read-only.
  agon_bytes hold(const void* data, std::uint64_t size);

 private:
  [[nodiscard]] std::byte* place(std::uint64_t size) const;
  void allow_writing(bool allowed);
  void fill(std::uint8_t with);

  std::uint64_t capacity_;
  bool guarded_;
  std::size_t page_bytes_;
  std::byte* memory_ = nullptr;
  std::uint64_t size_ = 0;  // bytes before the guard page
  bool writable_ = true;
  std::optional<std::uint8_t> fill_;  // the value of all bytes except those at written_; none: unknown
  std::byte* written_ = nullptr;
  std::uint64_t written_size_ = 0;
};

/// Returns how many bytes each call of `round` leaks. Returns 0 if leaks can't be measured, as under sanitizers.
/// `round` is called several dozen times.
std::size_t kept_by_each(const std::function<void()>& round);

/// From now on, and as long as little else is allocated, newly allocated small blocks are filled with this byte. So a
/// read of uninitialised memory has a known result.
void fill_free_memory(std::uint8_t with);

/// Fills the unused stack with this byte, so that a read of an uninitialised variable there has a known result.
void fill_stack(std::uint8_t with);

}  // namespace host::validate
