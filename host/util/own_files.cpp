#include "host/util/own_files.hpp"

#include "host/util/digest.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace host {

std::string_view short_name() {
  constexpr std::string_view installed = "agon";
  return ::program_invocation_short_name == installed ? installed : "host";
}

std::string_view program_name() {
  const std::string_view typed = ::program_invocation_name;
  const bool relative = typed.find('/') != std::string_view::npos && !typed.starts_with('/');
  return relative && typed.ends_with(short_name()) ? typed : short_name();
}

std::string command_line(std::string_view words) {
  return shell_word(program_name()).append(" ").append(words);
}

std::string message_prefix() {
  return std::string(short_name()) + ": ";
}

std::string renamed(std::string text, std::string_view program) {
  constexpr std::string_view written = "host";
  const auto begins_command = [](std::string_view before) {
    if (before.ends_with('\'') || before.ends_with('(') || before.ends_with("&& ")) return true;
    return before.ends_with("\n  ") || before == "  ";
  };
  std::size_t at = 0;
  while ((at = text.find("host ", at)) != std::string::npos) {
    const bool command = begins_command(std::string_view(text).substr(0, at));
    if (command) text.replace(at, written.size(), program);
    at += command ? program.size() : written.size();
  }
  return text;
}

namespace fs = std::filesystem;

namespace {

fs::path& chosen_folder() {
  static fs::path folder;
  return folder;
}

/// Returns the nearest folder above this program's folder that contains `file`; empty if there is none.
fs::path folder_with(const fs::path& file) {
  std::error_code fault;
  for (fs::path folder = own_folder(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / file, fault)) return folder;
  }
  return {};
}

}  // namespace

fs::path own_folder() {
  if (!chosen_folder().empty()) return chosen_folder();
  std::error_code fault;
  return fs::read_symlink("/proc/self/exe", fault).parent_path();
}

void set_own_folder(fs::path folder) {
  chosen_folder() = std::move(folder);
}

fs::path own_prefix() {
  return folder_with("share/cmake/agon/agonConfig.cmake");
}

fs::path document(std::string_view name) {
  const fs::path installed = fs::path("share/doc/agon") / name;
  const fs::path folder = folder_with(installed);
  return folder.empty() ? fs::path(name) : folder / installed;
}

namespace fs = std::filesystem;

ReplacingFile::ReplacingFile(fs::path path) : path_(std::move(path)) {
  constexpr int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
  struct stat known {};
  const bool exists = ::lstat(path_.c_str(), &known) == 0;
  if (path_.empty() || (exists && !S_ISREG(known.st_mode))) {
    file_ = Descriptor(::open(path_.c_str(), flags | O_TRUNC, 0666));
    if (!file_.is_open()) fail();
    return;
  }
  const fs::path part = path_.string() + ".part" + random_key().substr(0, 16);
  file_ = Descriptor(::open(part.c_str(), flags | O_EXCL, 0666));
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

void replace_file(const fs::path& path, std::string_view content, bool safe) {
  ReplacingFile file(path);
  file.write(content);
  file.keep(safe);
}

}  // namespace host
