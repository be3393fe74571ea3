// Where the loaded libraries keep the addresses of functions that the dynamic linker looks up at their first call (lazy
// binding). A lookup takes about a microsecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace host::worker {

/// The table of one library, in writable memory.
struct Bindings {
  std::uintptr_t begin;
  std::size_t size;
};

/// Writes the tables of all loaded libraries to `found`, as many as fit. Returns how many were written.
std::size_t find_bindings(std::span<Bindings> found);

}  // namespace host::worker
