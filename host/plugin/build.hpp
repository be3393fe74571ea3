// A plugin's file as it was at one moment: a copy in memory that nobody can write to.
//
// The host must not load a library from the file that its author builds. A file that is written in place changes in the
// processes that have mapped it. A file that is replaced differs for the next process that opens it. So a command
// copies each library once, hashes that copy and loads it.
#pragma once

#include "host/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

struct stat;

namespace host {

class NamedCopy;

class Build {
 public:
  /// Copies the file. Throws Failure(plugin) if it can't be read, is no shared library for this machine or is being
  /// written to, Failure(output) if there is no memory for the copy.
  static std::shared_ptr<const Build> take(const std::filesystem::path& path);

  Build(const Build&) = delete;
  Build& operator=(const Build&) = delete;
  ~Build();

  /// Returns the path of the file that was copied, as the user named it.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Returns the SHA-256 of the copy: 64 hexadecimal digits.
  [[nodiscard]] const std::string& sha256() const { return sha256_; }

  /// Returns the copy: sealed memory, as a file descriptor that can be handed to a worker (lowest_free_descriptor).
  [[nodiscard]] const Descriptor& memory() const { return memory_; }

  /// Returns the path from which a process without a sandbox loads the library. That is a file of the same name in a
  /// private folder (see NamedCopy), which the first call makes; the path of the memory is the fallback. The file
  /// exists as long as this object, or until drop_file(). Thread-safe.
  [[nodiscard]] std::filesystem::path file() const;

  /// Removes that file, unless the library may look for files beside it. What was loaded from it stays loaded.
  /// Thread-safe.
  void drop_file() const;

  /// Copies the memory, so that the loader takes it for another library. Throws Failure(output).
  [[nodiscard]] Descriptor duplicate() const;

  enum class Since { same, changed, gone };
  /// Compares the file with the copy.
  [[nodiscard]] Since since() const;

 private:
  /// Differs between two states of a file.
  struct State {
    explicit State(const struct stat& file);
    bool operator==(const State&) const = default;

    std::uint64_t device;
    std::uint64_t inode;
    std::int64_t size;
    std::int64_t modified_ns;
    std::int64_t touched_ns;  // the last change of its content, its name or its rights
  };

  Build(std::filesystem::path path, const State& state, Descriptor memory);

  std::filesystem::path path_;
  State state_;  // of the file, when it was copied
  Descriptor memory_;
  std::string sha256_;
  mutable std::mutex guard_;  // for named_
  mutable std::unique_ptr<NamedCopy> named_;
};

}  // namespace host
