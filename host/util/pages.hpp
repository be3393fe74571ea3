// The pages of this machine's memory: 4 KiB, or 16 or 64 KiB on some ARM machines.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace host {

/// Returns the size of a page, bytes.
inline std::size_t system_page_bytes() {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Returns the address of the page that holds an address.
constexpr std::uintptr_t page_of(std::uintptr_t address, std::size_t page_bytes) {
  return address / page_bytes * page_bytes;
}

/// Calls add(begin, bytes, touched) for each longest run of adjacent pages of which all are touched, or none. The pages
/// lie at `begin`; bit 0 of `residency` tells which are touched, as from mincore(). Stops if add() returns false, and
/// returns what it returned last; true: there are no pages.
template <class Add>
bool add_runs(std::uintptr_t begin, std::span<const unsigned char> residency, std::size_t page_bytes, Add&& add) {
  bool goes_on = true;
  for (std::size_t first = 0; goes_on && first < residency.size();) {
    const bool touched = (residency[first] & 1U) != 0;
    std::size_t last = first + 1;
    while (last < residency.size() && ((residency[last] & 1U) != 0) == touched) ++last;
    goes_on = add(begin + first * page_bytes, (last - first) * page_bytes, touched);
    first = last;
  }
  return goes_on;
}

}  // namespace host
