// A copy of a build as a file of the same name, in a folder that is private to this process: debuggers and profilers
// find symbols and names by it, which they can't in memory.
//
// A library may look for what lies beside it: its run path may begin with $ORIGIN, or it asks the loader where it was
// loaded from. Then the folder holds links to all that lies beside the original, in its folder and those above.
#pragma once

#include <filesystem>
#include <memory>

namespace host {

class Build;

/// Removes its files at its end.
class NamedCopy {
 public:
  /// NULL if no such file can be made here: there is no folder for temporary files, it is full, or nothing in it may be
  /// executed.
  static std::unique_ptr<NamedCopy> make(const Build& build);

  NamedCopy(const NamedCopy&) = delete;
  NamedCopy& operator=(const NamedCopy&) = delete;
  ~NamedCopy();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Whether there are links to what lies beside the original.
  [[nodiscard]] bool has_neighbours() const { return has_neighbours_; }

  /// Removes the files of all copies. A signal's handler may call this just before the process ends.
  static void remove_at_once();

 private:
  class Root;

  explicit NamedCopy(std::shared_ptr<const Root> root);

  std::shared_ptr<const Root> root_;
  std::filesystem::path folder_;
  std::filesystem::path path_;
  bool has_neighbours_ = false;
};

}  // namespace host
