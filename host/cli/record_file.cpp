#include "host/cli/record_file.hpp"

#include "host/failure.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

RecordFile::RecordFile(fs::path path) : path_(std::move(path)) {
  if (path_.empty()) fail(ENOENT);
  std::error_code ignored;
  const fs::file_status status = fs::status(path_, ignored);
  if (fs::is_directory(status)) fail(EISDIR);
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  part_ = in_place ? path_ : fs::path(path_.string() + ".part" + std::to_string(::getpid()));
  errno = 0;
  file_.open(part_);
  if (!file_) fail(errno);
}

RecordFile::~RecordFile() {
  if (finished_) return;
  std::error_code ignored;
  file_.close();
  if (part_ == path_) return;
  if (whole_ == 0) {
    fs::remove(part_, ignored);
    return;
  }
  fs::resize_file(part_, whole_, ignored);  // a full disk may have cut the last line
  fs::rename(part_, path_, ignored);
}

void RecordFile::add(const std::string& line) {
  errno = 0;
  file_ << line << std::endl;  // on disk at once, so that a killed run leaves its finished matches in the part
  if (!file_) fail(errno);
  whole_ += line.size() + 1;
}

void RecordFile::finish() {
  errno = 0;
  file_.close();
  if (!file_) fail(errno);
  std::error_code fault;
  if (part_ != path_) fs::rename(part_, path_, fault);
  if (fault) fail(fault.value());
  finished_ = true;
}

void RecordFile::fail(int fault) const {
  throw Failure(Exit::output,
                path_.string() + ": can't be written" + (fault == 0 ? "" : std::string(": ") + std::strerror(fault)));
}

}  // namespace host
