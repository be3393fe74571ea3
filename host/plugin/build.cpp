#include "host/plugin/build.hpp"

#include "host/plugin/image.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace host {

namespace fs = std::filesystem;

namespace {

struct stat status_of(const Descriptor& file) {
  struct stat status {};
  ::fstat(file.get(), &status);
  return status;
}

[[noreturn]] void no_room(const fs::path& path) {
  const std::string hint = errno == EFBIG ? " (the limit of file sizes, ulimit -f, is below its size)" : "";
  throw Failure(Exit::output, path.string() + ": can't be copied into memory, as it has to be to play: " +
                                  std::strerror(errno) + hint);
}

/// A file of a plugin is read as a whole; a sparse one takes no room on a disk, but as much time as any.
void check_size(const std::string& name, std::int64_t bytes) {
  constexpr std::int64_t most = std::int64_t{1} << 30U;
  if (bytes > most)
    throw Failure(Exit::plugin, name + ": is too large for a plugin: " + in_mebibytes(bytes) +
                                    ", and all its files together may have " + in_mebibytes(most));
}

void put(const Descriptor& copy, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(copy.get(), content.data(), content.size());
    if (written < 0) no_room(path);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Copies the first `size` bytes of `file`. Returns false if the file has become shorter.
bool write_copy(const Descriptor& copy, const Descriptor& file, std::int64_t size, const fs::path& path) {
  std::vector<char> buffer(std::size_t{1} << 18U);
  for (std::int64_t done = 0; done < size;) {
    const ssize_t got = ::pread(file.get(), buffer.data(), buffer.size(), done);
    if (got < 0) refuse_file(path, std::string("can't be read: ") + std::strerror(errno));
    if (got == 0) return false;
    put(copy, {buffer.data(), static_cast<std::size_t>(got)}, path);
    done += got;
  }
  return true;
}

Descriptor memory_for(const fs::path& path) {
  constexpr std::size_t most_name = 200;
  const std::string name = path.filename().string().substr(0, most_name);
  const Descriptor made(::memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!made.is_open()) no_room(path);
  Descriptor copy = made.duplicate(lowest_free_descriptor);
  if (!copy.is_open()) no_room(path);
  return copy;
}

void seal(const Descriptor& copy, const fs::path& path) {
  if (::fcntl(copy.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) no_room(path);
}

/// Copies the first `size` bytes of `file` to memory, and seals that. Returns nothing if the file has become shorter.
std::optional<Descriptor> sealed_copy(const Descriptor& file, std::int64_t size, const fs::path& path) {
  Descriptor copy = memory_for(path);
  if (!write_copy(copy, file, size, path)) return std::nullopt;
  seal(copy, path);
  return copy;
}

}  // namespace

Descriptor sealed_memory(std::string_view content, const fs::path& path) {
  Descriptor copy = memory_for(path);
  put(copy, content, path);
  seal(copy, path);
  return copy;
}

FileState::FileState(const struct stat& file)
    : device(file.st_dev),
      inode(file.st_ino),
      size(file.st_size),
      modified_ns(nanoseconds(file.st_mtim)),
      touched_ns(nanoseconds(file.st_ctim)) {}

std::shared_ptr<const Build> Build::take(const fs::path& path) {
  if (is_tester(path)) return of_tester(path);
  constexpr int most_tries = 10;
  constexpr std::chrono::milliseconds pause(50);
  for (int tries = 0; tries < most_tries; ++tries) {
    const Descriptor file = open_library(path);
    const FileState before(status_of(file));
    check_size(path.string(), before.size);
    static_cast<void>(ElfFile(file.duplicate(), path));  // refuses a file that is no library before it is copied
    std::optional<Descriptor> copy = sealed_copy(file, before.size, path);
    if (copy && FileState(status_of(file)) == before)
      return std::shared_ptr<const Build>(new Build(path, {{path, before}}, std::move(*copy), nullptr, nullptr));
    std::this_thread::sleep_for(pause);  // another process is writing to it
  }
  refuse_file(path, "is being written to: wait until it is built");
}

std::shared_ptr<const Build> Build::of_tester(const fs::path& path) {
  const TesterLibrary made = tester_library(path);
  std::vector<File> states;
  for (const fs::path& file : made.files) states.push_back({file, FileState(status_of(open_library(file)))});
  const auto identify = [path](const fs::path& /*root*/) {
    return hexadecimal(sha256_of(tester_library(path).content));
  };
  return std::shared_ptr<const Build>(
      new Build(path, std::move(states), sealed_memory(made.content, path), identify, nullptr));
}

std::shared_ptr<const Build> Build::of_program(const std::string& name, const std::vector<fs::path>& files,
                                               Identify identify, std::unique_ptr<TempLibraryCopy> copy) {
  std::vector<File> states;
  std::int64_t bytes = 0;
  for (const fs::path& file : files) {
    states.push_back({file, FileState(status_of(open_library(file)))});
    bytes += states.back().state.size;
  }
  check_size(name, bytes);
  return std::shared_ptr<const Build>(
      new Build(name, std::move(states), Descriptor(), std::move(identify), std::move(copy)));
}

std::shared_ptr<const Build> Build::known(const std::string& name, const std::string& sha256,
                                          std::unique_ptr<TempLibraryCopy> copy) {
  return of_program(
      name, {}, [sha256](const fs::path& /*root*/) { return sha256; }, std::move(copy));
}

std::shared_ptr<const Build> Build::adopt(const fs::path& path, Descriptor memory, fs::path file) {
  static_cast<void>(ElfFile(memory.duplicate(), path));
  const FileState state(status_of(memory));
  const std::shared_ptr<Build> build(new Build(path, {{path, state}}, std::move(memory), nullptr, nullptr));
  build->adopted_file_ = file.empty() ? fs::path(build->memory_.path()) : std::move(file);
  return build;
}

Build::Build(fs::path path, std::vector<File> files, Descriptor memory, Identify identify,
             std::unique_ptr<TempLibraryCopy> copy)
    : path_(std::move(path)),
      files_(std::move(files)),
      memory_(std::move(memory)),
      identify_(std::move(identify)),
      program_(std::move(copy)),
      sha256_(identify_ ? identify_(program_ ? program_->path() : fs::path("/")) : host::sha256(memory_.path())) {}

Build::~Build() = default;

fs::path Build::file() const {
  if (!adopted_file_.empty()) return adopted_file_;
  const std::lock_guard lock(guard_);
  if (!named_) named_ = TempLibraryCopy::make(*this);
  return named_ ? named_->path() : fs::path(memory_.path());
}

void Build::drop_file() const {
  const std::lock_guard lock(guard_);
  if (named_ && !named_->has_neighbours()) named_.reset();
}

Descriptor Build::duplicate() const {
  return std::move(*sealed_copy(memory_, status_of(memory_).st_size, path_));
}

Build::Since Build::since() const {
  bool touched = false;
  for (const File& file : files_) {
    struct stat now {};
    if (::stat(file.path.c_str(), &now) != 0) return Since::gone;
    if (now.st_size != file.state.size) return Since::changed;
    touched = touched || FileState(now) != file.state;
  }
  if (!touched) return Since::same;
  try {
    return (identify_ ? identify_("/") : host::sha256(path_)) == sha256_ ? Since::same : Since::changed;
  } catch (const Failure&) {  // it is now a folder, or unreadable
    return Since::changed;
  }
}

FileWatch::FileWatch(fs::path file) : file_(std::move(file)), events_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  const fs::path folder = file_.has_parent_path() ? file_.parent_path() : fs::path(".");
  constexpr std::uint32_t mask =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY | IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM;
  if (!events_.is_open() || ::inotify_add_watch(events_.get(), folder.c_str(), mask) < 0)
    throw Failure(Exit::plugin, folder.string() + " can't be watched: " + std::strerror(errno));
  known_ = look();
}

std::optional<FileState> FileWatch::look() const {
  struct stat seen {};
  if (::stat(file_.c_str(), &seen) != 0) return std::nullopt;
  FileState state(seen);
  state.touched_ns = 0;  // another name or other permissions are no new build
  return state;
}

bool FileWatch::unchanged() const {
  return look() == known_;
}

bool FileWatch::listen(std::chrono::milliseconds longest) const {
  pollfd polled = {events_.get(), POLLIN, 0};
  if (::poll(&polled, 1, static_cast<int>(longest.count())) <= 0) return false;
  alignas(inotify_event) std::array<char, 16384> buffer{};
  bool complete = false;
  for (ssize_t size = 0; (size = ::read(events_.get(), buffer.data(), buffer.size())) > 0;) {
    for (ssize_t at = 0; at < size;) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* const name = buffer.data() + at + sizeof event;
      at += static_cast<ssize_t>(sizeof event + event.len);
      if (event.len == 0 || file_.filename() != name) continue;
      complete = (event.mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0 ||
                 (complete && (event.mask & (IN_MODIFY | IN_CREATE)) == 0);
    }
  }
  return complete;
}

bool FileWatch::wait(const std::function<bool()>& should_stop) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds beat(100);
  // A writer that has closed the file is finished, unless another one follows immediately, as a stripper follows a
  // linker. A writer that has not closed it may only pause. The same holds if the system does not report the closing
  // (on a network file system, behind a symbolic link).
  constexpr std::chrono::milliseconds after_closing(150);
  constexpr std::chrono::milliseconds after_writing(2000);
  std::optional<FileState> last = look();
  auto since = Clock::now();
  bool complete = false;
  while (!should_stop()) {
    const bool closed = listen(beat);
    const std::optional<FileState> now = look();
    if (now != last) {
      last = now;
      since = Clock::now();
      complete = closed;
    } else if (closed) {
      complete = true;
    }
    if (!now || now == known_ || now->size == 0) continue;
    if (Clock::now() - since < (complete ? after_closing : after_writing)) continue;
    known_ = now;
    return true;
  }
  return false;
}

}  // namespace host
