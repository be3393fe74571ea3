#include "host/util/input_file.hpp"

#include "host/util/beneath.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Returns the number in a path that names an open file of this process; nothing for another path.
std::optional<int> own_descriptor(const fs::path& path) {
  const std::string& name = path.native();
  if (name == "/dev/stdin") return STDIN_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
    if (name.starts_with(folder)) return whole_number<int>(std::string_view(name).substr(folder.size()));
  return std::nullopt;
}

}  // namespace

Descriptor only_regular(Descriptor file) {
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) return {};
  if (S_ISREG(status.st_mode)) return file;
  file = Descriptor();
  errno = S_ISDIR(status.st_mode) ? EISDIR : ENODEV;
  return {};
}

Descriptor open_regular(const fs::path& path) {
  // To open some devices does something, so what is there is looked at first. It may change meanwhile: O_NONBLOCK does
  // not wait for the writer of a pipe.
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    errno = S_ISDIR(status.st_mode) ? EISDIR : ENODEV;
    return {};
  }
  return only_regular(Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)));
}

Descriptor open_regular_beneath(const Descriptor& folder, const fs::path& path) {
  return only_regular(open_beneath(folder, path, O_RDONLY));
}

std::string why_unread() {
  if (errno == EISDIR) return "is a folder";
  if (errno == ENODEV) return "is no regular file";
  return std::string("can't be read: ") + std::strerror(errno);
}

std::optional<std::string> content_of(const fs::path& file) {
  return read_all(open_regular(file));
}

std::optional<std::string> read_all(const Descriptor& file, std::size_t most) {
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) return std::nullopt;
  constexpr std::size_t part = 1 << 16U;
  std::string bytes;
  for (std::size_t done = 0;;) {
    // The file may grow, and files of /proc have no size.
    const auto known = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
    if (std::max(known, done) > most) {
      errno = EFBIG;
      return std::nullopt;
    }
    bytes.resize(std::max(known, done) + part);
    const ssize_t got = ::pread(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (got < 0) return std::nullopt;
    done += static_cast<std::size_t>(got);
    bytes.resize(done);
    if (got == 0) return bytes;
  }
}

std::string beginning_of(const fs::path& file) {
  constexpr std::size_t most = 4096;
  std::string bytes(most, '\0');
  const Descriptor open = open_regular(file);
  const ssize_t got = open.is_open() ? ::pread(open.get(), bytes.data(), bytes.size(), 0) : 0;
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return bytes;
}

InputFile::InputFile(const fs::path& path, Exit code, const std::string& option)
    : name_(option + path.string()), code_(code) {
  const std::optional<int> own = own_descriptor(path);
  file_ = own ? Descriptor(::fcntl(*own, F_DUPFD_CLOEXEC, 0)) : open_regular(path);
  if (!file_.is_open()) refuse(why_unread());
}

InputFile::InputFile(Descriptor file, std::string name, Exit code)
    : file_(std::move(file)), name_(std::move(name)), code_(code) {}

bool InputFile::fill() {
  constexpr std::size_t part = 1 << 18U;
  buffer_.erase(0, std::exchange(at_, 0));
  const std::size_t before = buffer_.size();
  buffer_.resize(before + part);
  ssize_t got = -1;
  do got = ::read(file_.get(), buffer_.data() + before, part);
  while (got < 0 && errno == EINTR);
  if (got < 0) refuse(why_unread());
  buffer_.resize(before + static_cast<std::size_t>(got));
  return got > 0;
}

bool InputFile::read_line(std::string& line) {
  std::size_t end = buffer_.find('\n', at_);
  while (end == std::string::npos) {
    const std::size_t searched = buffer_.size() - at_;
    if (searched > longest_line) refuse("has a line of more than " + in_mebibytes(longest_line));
    if (!fill()) break;
    end = buffer_.find('\n', searched);
  }
  was_cut_ = end == std::string::npos;
  if (was_cut_ && at_ == buffer_.size()) return false;
  line = buffer_.substr(at_, was_cut_ ? end : end - at_);
  at_ = was_cut_ ? buffer_.size() : end + 1;
  if (line.size() > longest_line) refuse("has a line of more than " + in_mebibytes(longest_line));
  return true;
}

std::string InputFile::rest() {
  while (fill())
    if (buffer_.size() > most_content) refuse("has more than " + in_mebibytes(most_content));
  at_ = 0;
  return std::exchange(buffer_, {});
}

void InputFile::refuse(const std::string& why) const {
  throw Failure(code_, name_ + ": " + why);
}

}  // namespace host
