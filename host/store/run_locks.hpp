// Detects which runs of a database are being played, by any process.
//
// A playing process holds a lock on one byte of the database's file, far beyond its end and beyond the bytes that
// SQLite locks. The kernel releases the lock when the process ends for any reason.
#pragma once

#include "host/match/result.hpp"

#include <filesystem>

namespace host {

class RunLocks {
 public:
  /// The file must exist.
  explicit RunLocks(std::filesystem::path file) : file_(std::move(file)) {}

  /// Marks the run as played by this process, until the process ends or releases it.
  void hold(RunId run) const;
  void release(RunId run) const;

  /// Returns whether any process plays the run.
  [[nodiscard]] bool is_held(RunId run) const;

 private:
  std::filesystem::path file_;
};

}  // namespace host
