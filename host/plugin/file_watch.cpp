#include "host/plugin/file_watch.hpp"

#include "host/failure.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// What there is to be removed, for a handler of signals, which may not touch strings: the copy, its folder, and the
/// folder of that.
struct Remains {
  std::array<std::array<char, PATH_MAX>, 3> paths{};
  std::atomic<bool> whole = false;

  void set(const std::array<fs::path, 3>& all) {
    whole = false;
    for (std::size_t index = 0; index < all.size(); ++index) {
      const std::string text = all[index].string();
      if (text.size() >= paths[index].size()) return;
      paths[index].fill('\0');
      text.copy(paths[index].data(), text.size());
    }
    whole = true;
  }
};

Remains remains;

}  // namespace

CopyFolder::CopyFolder() {
  std::error_code fault;
  std::string name = (fs::temp_directory_path(fault) / "agon-watch-XXXXXX").string();
  if (fault || ::mkdtemp(name.data()) == nullptr)
    throw Failure(Exit::output, "no temporary folder can be made for copies of the plugin: " +
                                    (fault ? fault.message() : std::string(std::strerror(errno))));
  path_ = name;
  // Workers may run as another user, who has to come through.
  fs::permissions(path_, fs::perms::others_exec | fs::perms::group_exec, fs::perm_options::add, fault);
}

CopyFolder::~CopyFolder() {
  remains.whole = false;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path CopyFolder::take(const fs::path& file) {
  std::error_code fault;
  const fs::path folder = path_ / std::to_string(++count_);
  fs::path copy = folder / file.filename();
  if (!last_.empty()) fs::remove_all(last_, fault);
  last_ = folder;
  remains.set({copy, folder, path_});
  if (!fs::create_directory(folder, fault)) throw Failure(Exit::output, folder.string() + ": " + fault.message());
  if (::access(file.c_str(), R_OK) != 0) throw Failure(Exit::plugin, file.string() + ": " + std::strerror(errno));
  if (!fs::copy_file(file, copy, fault))
    throw Failure(Exit::output, file.string() + " can't be copied to " + copy.string() + ": " + fault.message());
  fs::permissions(copy, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read, fs::perm_options::add,
                  fault);
  return copy;
}

void CopyFolder::remove_at_once() {
  if (!remains.whole) return;
  ::unlink(remains.paths[0].data());
  ::rmdir(remains.paths[1].data());
  ::rmdir(remains.paths[2].data());
}

FileWatch::FileWatch(fs::path file) : file_(std::move(file)), events_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  const fs::path folder = file_.has_parent_path() ? file_.parent_path() : fs::path(".");
  constexpr std::uint32_t mask =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY | IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM;
  if (events_ < 0 || ::inotify_add_watch(events_, folder.c_str(), mask) < 0) {
    const std::string why = std::strerror(errno);
    if (events_ >= 0) ::close(events_);
    throw Failure(Exit::plugin, folder.string() + " can't be watched: " + why);
  }
  known_ = look();
}

FileWatch::~FileWatch() {
  ::close(events_);
}

std::optional<FileWatch::State> FileWatch::look() const {
  struct stat seen {};
  if (::stat(file_.c_str(), &seen) != 0) return std::nullopt;
  constexpr std::int64_t second = 1'000'000'000;
  return State{seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtim.tv_sec * second + seen.st_mtim.tv_nsec};
}

bool FileWatch::unchanged() const {
  return look() == known_;
}

bool FileWatch::listen(std::chrono::milliseconds longest) const {
  pollfd polled = {events_, POLLIN, 0};
  if (::poll(&polled, 1, static_cast<int>(longest.count())) <= 0) return false;
  alignas(inotify_event) std::array<char, 16384> room{};
  bool complete = false;
  for (ssize_t size = 0; (size = ::read(events_, room.data(), room.size())) > 0;) {
    for (ssize_t at = 0; at < size;) {
      inotify_event event{};
      std::memcpy(&event, room.data() + at, sizeof event);
      const char* const name = room.data() + at + sizeof event;
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
  // A writer that has closed the file is done, unless another one follows at once, as a stripper follows a linker. One
  // that has not, or whose closing nobody tells of (on another machine's disk, behind a symbolic link), may only pause.
  constexpr std::chrono::milliseconds after_closing(150);
  constexpr std::chrono::milliseconds after_writing(2000);
  std::optional<State> last = look();
  auto since = Clock::now();
  bool complete = false;
  while (!should_stop()) {
    const bool closed = listen(beat);
    const std::optional<State> now = look();
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
