#include "host/util/replacing_file.hpp"

#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace host {

namespace fs = std::filesystem;

void refuse_to_replace(const fs::path& path, bool records) {
  const std::string begins = beginning_of(path);
  const bool is_database = begins.starts_with("SQLite format 3");
  if (is_database || (!records && begins.starts_with(R"({"agon":)")))
    throw Failure(Exit::usage, path.string() + " is there and holds " +
                                   (is_database ? "a database" : "recorded matches") + ": name another file");
}

ReplacingFile::ReplacingFile(fs::path path, bool over_records, mode_t mode) : path_(std::move(path)) {
  refuse_to_replace(path_, over_records);
  constexpr int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
  struct stat known {};
  const bool exists = ::lstat(path_.c_str(), &known) == 0;
  if (path_.empty() || (exists && !S_ISREG(known.st_mode))) {
    file_ = Descriptor(::open(path_.c_str(), flags | O_TRUNC, mode));
    if (!file_.is_open()) fail();
    return;
  }
  const fs::path part = path_.string() + ".part" + random_key().substr(0, 16);
  file_ = Descriptor(::open(part.c_str(), flags | O_EXCL, mode));
  if (!file_.is_open()) fail();
  part_ = part;
  if (exists) ::fchmod(file_.get(), known.st_mode & 0777);
}

ReplacingFile::~ReplacingFile() {
  if (file_.is_open() && !part_.empty()) ::unlink(part_.c_str());
}

void ReplacingFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void ReplacingFile::shorten(std::uintmax_t size) {
  if (::ftruncate(file_.get(), static_cast<off_t>(size)) != 0) fail();
}

void ReplacingFile::keep(bool safe) {
  const Descriptor file = std::move(file_);
  if (part_.empty()) return;
  if ((safe && ::fsync(file.get()) != 0) || ::rename(part_.c_str(), path_.c_str()) != 0) fail();
  if (!safe) return;
  // The new name is safe only with its folder. Some file systems can't do that, and then nothing is to be done.
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open()) ::fsync(opened.get());
}

void ReplacingFile::fail() const {
  throw Failure(Exit::output, path_.string() + ": can't be written: " + std::strerror(errno));
}

void replace_file(const fs::path& path, std::string_view content, bool safe, mode_t mode) {
  ReplacingFile file(path, false, mode);
  file.write(content);
  file.keep(safe);
}

}  // namespace host
