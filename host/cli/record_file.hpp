// The file of --record: it appears when the run is over, whole lines only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace host {

class RecordFile {
 public:
  /// Starts a file beside `path`, so that a path that can't be written shows before the first match. Throws
  /// Failure(output).
  explicit RecordFile(std::filesystem::path path);
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  /// Keeps what was written, if there is a line; else leaves no file behind.
  ~RecordFile();

  /// Adds one line. Throws Failure(output) if it can't be written.
  void add(const std::string& line);

  /// Puts the file in its place. Throws Failure(output).
  void finish();

  /// Closes all open files as their destructors do. Async-signal-safe; call it just before the process ends.
  static void keep_at_once();

 private:
  struct Open;

  /// Registers and unregisters the file for keep_at_once().
  void tell_handler();
  void untell_handler();
  [[noreturn]] void fail(int fault) const;

  std::filesystem::path path_;
  std::filesystem::path part_;  // equals path_ where that is no regular file, such as a pipe
  std::ofstream file_;
  std::uintmax_t whole_ = 0;  // bytes that are whole lines
  bool finished_ = false;
  Open* open_ = nullptr;  // its registration; null if none
};

}  // namespace host
