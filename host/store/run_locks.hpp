// Which runs of a database are being played, by whatever process.
//
// A run holds a lock on a byte of the database's file, far behind its end and behind the bytes that SQLite locks. The
// kernel takes the lock away when the process ends, however it ends.
#pragma once

#include "host/store/stored_match.hpp"

#include <filesystem>

namespace host {

class RunLocks {
 public:
  /// The file must be there.
  explicit RunLocks(std::filesystem::path file) : file_(std::move(file)) {}

  /// From now on this process plays the run, until it ends or releases it.
  void hold(RunId run) const;
  void release(RunId run) const;

  /// Whether a process plays the run.
  [[nodiscard]] bool is_held(RunId run) const;

 private:
  std::filesystem::path file_;
};

}  // namespace host
