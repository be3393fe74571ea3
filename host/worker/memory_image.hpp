// All that a strategy can change in its process's memory, as it was after loading, and how to put it back: so that no
// match finds what another one left, in a global variable, in the C library or on the heap.
//
// take() copies every page that can be written and that has been touched. restore() compares each with its copy, and
// gives back to the kernel the pages that were untouched, which are then as new. This costs a few microseconds; a new
// process costs more than a millisecond. What the kernel keeps for a process is not memory: of that, restore() puts
// back the signal mask and the end of the heap, and the sandbox forbids most of the rest.
//
// It is no guard against an attack: a strategy can reach all of this. It guards honest strategies from their own
// globals. The host starts a new process if that is wanted (--fresh), or if the process's memory does not have the size
// that it had.
#pragma once

#include <cfenv>
#include <csignal>
#include <cstddef>

namespace host::worker {

class MemoryImage {
 public:
  /// Bytes of address space that it takes. What is not used takes no memory.
  static constexpr std::size_t capacity = 4 << 20;

  /// Opens the list of this process's mappings, which is to be done before the sandbox is closed. With `wanted` false,
  /// or where the kernel grants none of this, there will be no image.
  explicit MemoryImage(bool wanted);
  MemoryImage(const MemoryImage&) = delete;
  MemoryImage& operator=(const MemoryImage&) = delete;
  ~MemoryImage() = default;

  /// Reads the list, and closes it. To be called when the library has been loaded.
  void look();

  /// Takes the image. Returns false if that can't be done: there is too much memory, or the kernel does not say where
  /// it is. Only while the process has one thread. Allocates nothing.
  [[nodiscard]] bool take();

  /// Puts back the image, if there is one. Only in the function that called take(), or below it: what is on the stack
  /// above stays as it is.
  void restore();

 private:
  struct Store;

  Store* store_ = nullptr;  // shared memory, which is no part of the image and does not count as the process's own
  int maps_ = -1;           // a file descriptor
};

}  // namespace host::worker
