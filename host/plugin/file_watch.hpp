// Detects that a library was rebuilt.
#pragma once

#include "host/util/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace host {

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
  /// Identifies a state of the file.
  struct State {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modified_ns = 0;
    bool operator==(const State&) const = default;
  };
  [[nodiscard]] std::optional<State> look() const;
  /// Waits for an event in the folder. Returns whether a writer of this file has just closed it.
  bool listen(std::chrono::milliseconds longest) const;

  std::filesystem::path file_;
  Descriptor events_;
  std::optional<State> known_;
};

}  // namespace host
