// What this process holds: the figures that must not grow with the number of matches.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace hostile {

struct Upkeep {
  std::size_t resident_kib = 0;
  std::size_t descriptors = 0;
  std::size_t threads = 0;
  std::size_t processes = 0;  // its children
  std::size_t files = 0;      // for temporary files, and in shared memory

  /// Now. `folder` is where temporary files would lie.
  static Upkeep now(const std::filesystem::path& folder);
};

/// "12345 KiB, 7 descriptors, ..."
std::string to_text(const Upkeep& upkeep);

}  // namespace hostile
