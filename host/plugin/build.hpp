// An immutable in-memory copy of a plugin's file, and the watch that notices a new build of it.
//
// The host must not load a library from the file that its author builds. If a file is rewritten in place, it changes in
// all processes that have mapped it. If a file is replaced, the next process that opens it sees a different library. So
// a command copies each library once, hashes that copy and loads it. A program is copied to files.
#pragma once

#include "host/util/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct stat;

namespace host {

class TempLibraryCopy;

/// Identifies a state of a file.
struct FileState {
  explicit FileState(const struct stat& file);
  bool operator==(const FileState&) const = default;

  std::uint64_t device;
  std::uint64_t inode;
  std::int64_t size;
  std::int64_t modified_ns;
  std::int64_t touched_ns;  // the last change of its content, name or permissions
};

/// Returns sealed memory with this content, as Build::memory() of the file at `path`. Throws Failure(output).
Descriptor sealed_memory(std::string_view content, const std::filesystem::path& path);

class Build {
 public:
  /// Copies the file; of a tester's game.toml, makes a library. Throws Failure(plugin) if it can't be read, is no
  /// shared library for this machine or is being written to. Throws Failure(output) if memory for the copy is lacking.
  static std::shared_ptr<const Build> take(const std::filesystem::path& path);

  /// Returns the build of a program. `name` is what the user has written, `files` are the program's, and `copy` has
  /// them, if this process has copied them. `identify` returns the SHA-256 of the files below a folder, "/" or the
  /// copy; it may throw Failure.
  static std::shared_ptr<const Build> of_program(const std::string& name,
                                                 const std::vector<std::filesystem::path>& files,
                                                 std::function<std::string(const std::filesystem::path& root)> identify,
                                                 std::unique_ptr<TempLibraryCopy> copy);

  /// Returns the build of a program of which only the SHA-256 is known, and its copy, if there is one.
  static std::shared_ptr<const Build> known(const std::string& name, const std::string& sha256,
                                            std::unique_ptr<TempLibraryCopy> copy);

  /// Returns the build of the file at `path` that another process has copied to `memory`: sealed, and a file descriptor
  /// that can be passed to a worker. `file` is what file() returns; empty: the path of the memory. Throws
  /// Failure(plugin) if it is no copy of a library.
  static std::shared_ptr<const Build> adopt(const std::filesystem::path& path, Descriptor memory,
                                            std::filesystem::path file);

  Build(const Build&) = delete;
  Build& operator=(const Build&) = delete;
  ~Build();

  /// Returns the path of the copied file, as the user wrote it.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Returns the SHA-256 of the copy: 64 hexadecimal digits.
  [[nodiscard]] const std::string& sha256() const { return sha256_; }

  /// Returns the copy: a file descriptor of sealed memory that can be passed to a worker (lowest_free_descriptor).
  /// Not open for a program.
  [[nodiscard]] const Descriptor& memory() const { return memory_; }

  /// Returns the file to watch for changes: the copied one, or a program's last one.
  [[nodiscard]] const std::filesystem::path& watched() const { return files_.empty() ? path_ : files_.back().path; }

  /// Returns the path from which a process without a sandbox loads the library. This is a file of the same name in a
  /// private folder (see TempLibraryCopy), which the first call creates. The path of the memory is the fallback. The
  /// file exists as long as this object, or until drop_file(). Thread-safe.
  [[nodiscard]] std::filesystem::path file() const;

  /// Removes that file, unless the library may look for files next to it. Code loaded from it stays loaded.
  /// Thread-safe.
  void drop_file() const;

  /// Copies the memory, so that the loader treats it as a different library. Throws Failure(output).
  [[nodiscard]] Descriptor duplicate() const;

  enum class Since { same, changed, gone };
  /// Compares the current file with the copy.
  [[nodiscard]] Since since() const;

 private:
  static std::shared_ptr<const Build> of_tester(const std::filesystem::path& path);

  /// A file, and its state when it was copied, or when the program was found.
  struct File {
    std::filesystem::path path;
    FileState state;
  };

  using Identify = std::function<std::string(const std::filesystem::path& root)>;

  Build(std::filesystem::path path, std::vector<File> files, Descriptor memory, Identify identify,
        std::unique_ptr<TempLibraryCopy> copy);

  std::filesystem::path path_;
  std::vector<File> files_;
  Descriptor memory_;
  Identify identify_;
  std::unique_ptr<TempLibraryCopy> program_;  // the copy of a program
  std::string sha256_;
  std::filesystem::path adopted_file_;  // if another process has made it
  mutable std::mutex guard_;            // guards named_
  mutable std::unique_ptr<TempLibraryCopy> named_;
};

/// Watches one file, whether it is rewritten in place, replaced, or removed and created again.
class FileWatch {
 public:
  /// Takes the file's current state as known. Throws Failure(plugin) if its folder can't be watched.
  explicit FileWatch(std::filesystem::path file);

  /// Waits until the file's state differs from the last known one and no process has written to it for a moment.
  /// Returns false if `should_stop`, which is called several times a second, returns true.
  bool wait(const std::function<bool()>& should_stop);

  /// Returns whether the file is unchanged since wait() returned, or since construction. If so, what was read since
  /// then is consistent.
  [[nodiscard]] bool unchanged() const;

 private:
  [[nodiscard]] std::optional<FileState> look() const;
  /// Waits for an event in the folder. Returns whether a writer of this file has just closed it.
  bool listen(std::chrono::milliseconds longest) const;

  std::filesystem::path file_;
  Descriptor events_;
  std::optional<FileState> known_;
};

}  // namespace host
