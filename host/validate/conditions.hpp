// Conditions under which checks call a plugin.
#pragma once

#include <cstdint>
#include <optional>

namespace host::validate {

/// The state of the memory when a plugin is called.
struct Conditions {
  std::optional<std::uint8_t> poison_byte{};  // fills free memory and the stack before an object is created
  bool borders = false;                       // memory passed in ends at an inaccessible page, and input is read-only
  std::uint8_t fill = 0;                      // initial value of output buffers
  bool bare = false;                          // a game's host offers no extension
};

}  // namespace host::validate
