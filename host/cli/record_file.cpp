#include "host/cli/record_file.hpp"

#include "host/report/output.hpp"
#include "host/util/failure.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstdio>
#include <fstream>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

/// The paths for the signal handler, which must not use std::string.
struct RecordFile::Open {
  std::array<char, PATH_MAX> path{};
  std::array<char, PATH_MAX> part{};
  std::atomic<bool> has_lines = false;
  std::atomic<pid_t> owner = 0;  // the process that writes the file, not its child; 0: unused

  static std::array<Open, 4> all;  // a command has at most two files
};
std::array<RecordFile::Open, 4> RecordFile::Open::all;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

void check_record(const fs::path& path, bool aloud) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) == 0) return;
  if (std::ifstream(path).peek() != '{')
    throw Failure(Exit::usage, path.string() + " is there and holds no transcripts: name another file to record in");
  if (aloud) print_message(path.string() + " is there already: its transcripts are replaced");
}

RecordFile::RecordFile(fs::path path) : path_(std::move(path)), file_(path_) {
  if (!file_.part().empty()) tell_handler();
}

void RecordFile::tell_handler() {
  for (Open& open : Open::all) {
    if (open.owner != 0) continue;
    open.path[path_.native().copy(open.path.data(), open.path.size() - 1)] = '\0';
    open.part[file_.part().native().copy(open.part.data(), open.part.size() - 1)] = '\0';
    open.has_lines = false;
    open.owner = ::getpid();
    open_ = &open;
    return;
  }
}

void RecordFile::untell_handler() {
  if (open_ != nullptr) open_->owner = 0;
  open_ = nullptr;
}

void RecordFile::keep_at_once() {
  for (Open& open : Open::all) {
    if (open.owner != ::getpid()) continue;
    // Don't truncate to whole lines: another thread may be writing the next line with a single call.
    if (open.has_lines) {
      ::rename(open.part.data(), open.path.data());
    } else {
      ::unlink(open.part.data());
    }
  }
}

RecordFile::~RecordFile() {
  try {
    if (!finished_ && whole_ > 0) finish();
  } catch (const Failure&) {  // it stays beside its place
  }
  untell_handler();
}

void RecordFile::add(const std::string& line) {
  // Writes at once, so that the finished matches of a killed run are in the partial file.
  file_.write(line + "\n");
  whole_ += line.size() + 1;
  if (open_ != nullptr) open_->has_lines = true;
}

void RecordFile::finish() {
  finished_ = true;
  if (!file_.part().empty()) file_.shorten(whole_);  // a full disk may have cut the last line
  file_.keep();
  untell_handler();
}

}  // namespace host
