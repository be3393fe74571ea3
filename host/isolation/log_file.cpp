#include "host/isolation/log_file.hpp"

#include "host/isolation/child_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace host {

namespace {

std::size_t file_size(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

}  // namespace

LogFile::LogFile(std::size_t capacity, const std::string& owner)
    : capacity_(capacity), file_(memory_file("agon-log", 0, owner)) {
  if (::fcntl(file_.get(), F_SETFL, O_APPEND) != 0) fail_to_start(owner, "make a log");
}

void LogFile::add(std::string_view line) {
  if (file_size(file_.get()) >= capacity_) return;
  std::string text(line);
  text.push_back('\n');
  static_cast<void>(::write(file_.get(), text.data(), text.size()) > 0);
}

std::string LogFile::take() {
  const std::size_t written = file_size(file_.get());
  if (written == 0) return "";
  std::string text(std::min(written, capacity_), '\0');
  const ssize_t size = ::pread(file_.get(), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  static_cast<void>(::ftruncate(file_.get(), 0) == 0);
  if (!text.empty() && text.back() != '\n') text.push_back('\n');
  if (written >= capacity_) text += "(the log is full)\n";
  return text;
}

}  // namespace host
