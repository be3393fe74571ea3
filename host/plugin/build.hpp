// A plugin's file as it was at one moment: a copy in memory that nobody can write to.
//
// A library must not be loaded from the file that its author builds. One that is written again in place changes under
// those who have it mapped, and one that is replaced is another one for the next who opens it. So a command takes the
// build of each library once, hashes that copy and loads it, whatever becomes of the file.
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
  /// Copies the file. Throws Failure(plugin) if it can't be read or is no shared library for this machine,
  /// Failure(output) if there is no room for the copy.
  static std::shared_ptr<const Build> take(const std::filesystem::path& path);

  Build(const Build&) = delete;
  Build& operator=(const Build&) = delete;
  ~Build();

  /// The file that was copied, as the user named it.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// The SHA-256 of the copy: 64 hexadecimal digits.
  [[nodiscard]] const std::string& sha256() const { return sha256_; }

  /// The copy: sealed memory. Its number is above those that a worker gets its own files under.
  [[nodiscard]] const Descriptor& memory() const { return memory_; }

  /// The path to load the library by where nothing confines it: a file of the same name in a private folder, made by
  /// the first call (see NamedCopy), or else the memory's path. The file is there as long as this object, or until
  /// drop_file(). Thread-safe.
  [[nodiscard]] std::filesystem::path file() const;

  /// Removes that file, unless the library may look for what lies beside it. What was loaded from it stays.
  void drop_file() const;

  /// Another copy, with which a loader shares nothing.
  [[nodiscard]] Descriptor duplicate() const;

  enum class Since { same, changed, gone };
  /// What has become of the file meanwhile.
  [[nodiscard]] Since since() const;

 private:
  /// What tells one state of a file from another.
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
