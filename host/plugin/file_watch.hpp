// Notices that a library was built again.
#pragma once

#include "host/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace host {

/// Follows one file, whether it is rewritten in place, replaced, or removed and made again.
class FileWatch {
 public:
  /// Whatever the file is now is what it was before. Throws Failure(plugin) if its folder can't be watched.
  explicit FileWatch(std::filesystem::path file);

  /// Waits until the file is another one than when it was last said to be, and nobody has written to it for a moment.
  /// False: `should_stop`, which is asked several times a second, says so.
  bool wait(const std::function<bool()>& should_stop);

  /// Whether the file is still as it was when wait() returned, or this began: what was read of it since is of one
  /// piece.
  [[nodiscard]] bool unchanged() const;

 private:
  /// What tells one state of the file from another.
  struct State {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modified_ns = 0;
    bool operator==(const State&) const = default;
  };
  [[nodiscard]] std::optional<State> look() const;
  /// Waits for something to happen in the folder; whether a writer of this file has just ended.
  bool listen(std::chrono::milliseconds longest) const;

  std::filesystem::path file_;
  Descriptor events_;
  std::optional<State> known_;
};

}  // namespace host
