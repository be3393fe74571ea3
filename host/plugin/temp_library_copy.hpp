// A copy of a build as a file of the same name, in a folder that is private to this process. Debuggers and profilers
// find names and symbols in it, but not in memory.
//
// A library may look for files next to it: its run path begins with $ORIGIN, or it asks the loader for its own path.
// For such a library, the folder contains links to all files next to the original, and in the folders above.
//
// A program's files are copied, too: an interpreter opens them by their paths, and those next to them. Of the folders
// above, it finds what it may read: a link for each of their entries would take milliseconds.
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace host {

class Build;

/// A file of a program that was copied on another machine.
struct ProgramFile {
  std::string path;  // below the folder of the copy
  std::uint32_t mode = 0;
  std::string content;
};

/// A file of a program that is to be copied.
struct SourceFile {
  std::filesystem::path path;  // absolute
  /// If not NULL, the file was found in this folder, as `below`, and is opened there through no link. Otherwise the
  /// user has named it.
  std::shared_ptr<const Descriptor> folder{};
  std::filesystem::path below{};
};

/// Removes its files when it is destroyed, and when the process calls exit(). If a
/// signal ends the process, the files remain: see remove_those_of().
class TempLibraryCopy {
 public:
  /// Creates a copy. Returns NULL if that fails: the folder for temporary files is missing, full or mounted noexec.
  /// Thread-safe.
  static std::unique_ptr<TempLibraryCopy> make(const Build& build);

  /// Copies a program's files below path(): "<path()>/home/ada/bot/bot.py". Links to what lies next to them, and to the
  /// `readable` paths, follow: relative paths lead to the same files as before. If all users can read the files, the
  /// copy lies where all can, too, also if TMPDIR is private: programs of root run as another user. Throws
  /// Failure(output); Failure(plugin) if a file is no regular file any more. Thread-safe.
  static std::unique_ptr<TempLibraryCopy> of_program(const std::vector<SourceFile>& files,
                                                     const std::vector<std::filesystem::path>& readable);

  /// Writes such files below path(). Throws Failure(output); BadMessage if a path leads elsewhere. Thread-safe.
  static std::unique_ptr<TempLibraryCopy> of_archive(const std::vector<ProgramFile>& files);

  TempLibraryCopy(const TempLibraryCopy&) = delete;
  TempLibraryCopy& operator=(const TempLibraryCopy&) = delete;
  ~TempLibraryCopy();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Returns whether the folder has links to the files next to the original.
  [[nodiscard]] bool has_neighbours() const { return has_neighbours_; }

  /// Removes the files of a process that has crashed, or was killed.
  static void remove_those_of(pid_t process);

  /// Removes the files of all copies of this process. Async-signal-safe; for a signal handler that then ends the
  /// process.
  static void remove_at_once();

 private:
  explicit TempLibraryCopy(std::filesystem::path folder);
  static std::unique_ptr<TempLibraryCopy> for_program();

  std::filesystem::path folder_;
  std::filesystem::path path_;
  bool has_neighbours_ = false;
  bool is_of_program_ = false;
};

}  // namespace host
