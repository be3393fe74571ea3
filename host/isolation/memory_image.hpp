// An image of all memory that a strategy can change in its process, taken after loading. Restoring it prevents that a
// match sees state left by another one: in global variables, in the C library or on the heap.
//
// take() copies every writable page that has been touched. restore() compares each page with its copy, and resets the
// pages that were untouched. This takes a few microseconds; a new process takes over a millisecond. The image does not
// contain the kernel's state of the process. Of that state, restore() restores the signal mask and the end of the heap;
// the sandbox forbids most of the rest.
//
// It does not protect against attacks: a strategy can write to the image. It protects honest strategies from their own
// global variables. The host starts a new process if that is requested (--fresh), or if the process's memory has
// changed its size.
#pragma once

#include <cfenv>
#include <csignal>
#include <cstddef>

namespace host::worker {

class MemoryImage {
 public:
  /// Returns the size of the reserved address space, bytes. Unused parts take no memory.
  static std::size_t capacity();

  /// Opens the list of this process's mappings; must run before the sandbox is closed. If `wanted` is false, or if the
  /// kernel does not allow it, no image is taken.
  explicit MemoryImage(bool wanted);
  MemoryImage(const MemoryImage&) = delete;
  MemoryImage& operator=(const MemoryImage&) = delete;
  ~MemoryImage() = default;

  /// Reads the list and closes it. Must be called after the library has been loaded.
  void look();

  /// Takes the image. Returns false if there is too much memory, or if the kernel does not report its addresses.
  /// Requires that the process has only one thread. Allocates nothing.
  [[nodiscard]] bool take();

  /// Restores the image, if there is one. Must be called in the function that called take(), or below it: stack frames
  /// above it are not restored.
  void restore();

 private:
  struct Store;

  Store* store_ = nullptr;  // shared memory: not part of the image, and not counted as private memory
  int maps_ = -1;           // a file descriptor
};

}  // namespace host::worker
