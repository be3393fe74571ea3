#include "host/isolation/child_files.hpp"

#include "host/plugin/outcome.hpp"
#include "host/util/failure.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>

namespace host {

void fail_to_start(const std::string& owner, const std::string& what) {
  throw Failure(Exit::internal, "can't " + what + " for " + owner + ": " + std::generic_category().message(errno));
}

Descriptor moved_up(Descriptor file, const std::string& owner) {
  Descriptor moved = file.duplicate(lowest_free_descriptor);
  if (!moved.is_open()) fail_to_start(owner, "move a file descriptor");
  return moved;
}

Descriptor memory_file(const char* name, unsigned flags, const std::string& owner) {
  Descriptor file(::memfd_create(name, MFD_CLOEXEC | flags));
  if (!file.is_open()) fail_to_start(owner, "make memory");
  return moved_up(std::move(file), owner);
}

namespace {

std::size_t file_size(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

}  // namespace

LogFile::LogFile(const std::string& owner) : file_(memory_file("agon-log", 0, owner)) {
  if (::fcntl(file_.get(), F_SETFL, O_APPEND) != 0) fail_to_start(owner, "make a log");
}

void LogFile::add(std::string_view line) {
  if (file_size(file_.get()) >= match_log_capacity) return;
  std::string text(line);
  text.push_back('\n');
  static_cast<void>(::write(file_.get(), text.data(), text.size()) > 0);
}

std::int64_t LogFile::excess_bytes() const {
  constexpr std::int64_t block = 512;
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) return 0;
  return std::max<std::int64_t>(status.st_blocks * block - static_cast<std::int64_t>(match_log_capacity), 0);
}

std::string LogFile::take() {
  // Called after each turn: fstat() takes twice as long.
  const auto written = static_cast<std::size_t>(std::max<off_t>(::lseek(file_.get(), 0, SEEK_END), 0));
  if (written == 0) return "";
  std::string text(std::min(written, match_log_capacity), '\0');
  const ssize_t size = ::pread(file_.get(), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  static_cast<void>(::ftruncate(file_.get(), 0) == 0);
  if (!text.empty() && text.back() != '\n') text.push_back('\n');
  if (written >= match_log_capacity) text += "(the log is full)\n";
  return text;
}

}  // namespace host
