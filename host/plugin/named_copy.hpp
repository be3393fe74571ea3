// A copy of a build as a file of the same name, in a folder that is private to this process. A debugger or a profiler
// finds names and symbols in it, which it can't find in memory.
//
// A library may look for files beside it: its run path begins with $ORIGIN, or it asks the loader for its own path. For
// such a library, the folder holds links to all files beside the original, in its folder and in those above.
#pragma once

#include <filesystem>
#include <memory>

namespace host {

class Build;

/// Removes its files when it is destroyed, and when the process calls exit(). A process that SIGKILL ends leaves them.
class NamedCopy {
 public:
  /// Makes a copy. Returns NULL if that fails: the folder for temporary files is missing, full or mounted noexec.
  /// Thread-safe.
  static std::unique_ptr<NamedCopy> make(const Build& build);

  NamedCopy(const NamedCopy&) = delete;
  NamedCopy& operator=(const NamedCopy&) = delete;
  ~NamedCopy();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Returns whether there are links to the files beside the original.
  [[nodiscard]] bool has_neighbours() const { return has_neighbours_; }

  /// Removes the files of all copies. A signal handler may call this just before it ends the process.
  static void remove_at_once();

 private:
  explicit NamedCopy(std::filesystem::path folder);

  std::filesystem::path folder_;
  std::filesystem::path path_;
  bool has_neighbours_ = false;
};

}  // namespace host
