#include "host/cli/record_file.hpp"

#include "host/failure.hpp"
#include "host/view/output.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
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

RecordFile::RecordFile(fs::path path) : path_(std::move(path)) {
  if (path_.empty()) fail(ENOENT);
  std::error_code ignored;
  const fs::file_status status = fs::status(path_, ignored);
  if (fs::is_directory(status)) fail(EISDIR);
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  part_ = in_place ? path_ : fs::path(path_.string() + ".part" + std::to_string(::getpid()));
  if (!in_place) tell_handler();
  errno = 0;
  file_.open(part_);
  if (file_) return;
  const int fault = errno;
  untell_handler();
  fail(fault);
}

void RecordFile::tell_handler() {
  if (part_.native().size() >= PATH_MAX) return;  // too long to be opened
  for (Open& open : Open::all) {
    if (open.owner != 0) continue;
    open.path[path_.native().copy(open.path.data(), open.path.size() - 1)] = '\0';
    open.part[part_.native().copy(open.part.data(), open.part.size() - 1)] = '\0';
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
  if (finished_) return;
  std::error_code ignored;
  file_.close();
  if (part_ == path_) return;
  if (whole_ == 0) {
    fs::remove(part_, ignored);
  } else {
    fs::resize_file(part_, whole_, ignored);  // a full disk may have truncated the last line
    fs::rename(part_, path_, ignored);
  }
  untell_handler();
}

void RecordFile::add(const std::string& line) {
  errno = 0;
  // Writes once, without delay, so that the finished matches of a killed run are in the partial file.
  file_ << line + "\n" << std::flush;
  if (!file_) fail(errno);
  whole_ += line.size() + 1;
  if (open_ != nullptr) open_->has_lines = true;
}

void RecordFile::finish() {
  errno = 0;
  file_.close();
  if (!file_) fail(errno);
  std::error_code fault;
  if (part_ != path_) fs::rename(part_, path_, fault);
  if (fault) fail(fault.value());
  finished_ = true;
  untell_handler();
}

void RecordFile::fail(int fault) const {
  throw Failure(Exit::output,
                path_.string() + ": can't be written" + (fault == 0 ? "" : std::string(": ") + std::strerror(fault)));
}

void write_page(const std::string& path, const std::string& page) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << page;
  file.close();
  if (file) return;
  const int fault = errno;
  throw Failure(Exit::output,
                path + ": can't be written" + (fault == 0 ? "" : std::string(": ") + std::strerror(fault)));
}

}  // namespace host
