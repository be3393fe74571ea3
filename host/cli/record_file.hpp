// The file of --record: it appears at the end of the run and contains only whole lines.
#pragma once

#include "host/util/replacing_file.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace host {

/// Refuses to replace a file that holds something other than transcripts: throws Failure(usage). With `aloud`, says on
/// stderr that transcripts will be replaced.
void check_record(const std::filesystem::path& path, bool aloud);

class RecordFile {
 public:
  /// Creates a file next to `path`, so that an unwritable path is reported before the first match. Throws
  /// Failure(output).
  explicit RecordFile(std::filesystem::path path);
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  /// Keeps the file if it contains at least one line; otherwise removes it.
  ~RecordFile();

  /// Appends one line. Throws Failure(output) if it can't be written.
  void add(const std::string& line);

  /// Moves the file to its final path. Throws Failure(output).
  void finish();

  /// Closes all open files as their destructors do. Async-signal-safe; must be called just before the process ends.
  static void keep_at_once();

 private:
  struct Open;

  /// Registers and unregisters the file for keep_at_once().
  void tell_handler();
  void untell_handler();

  std::filesystem::path path_;
  ReplacingFile file_;
  std::uintmax_t whole_ = 0;  // size of all whole lines in bytes
  bool finished_ = false;
  Open* open_ = nullptr;  // its registration; NULL: none
};

}  // namespace host
