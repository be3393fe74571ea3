#include "host/plugin/file_watch.hpp"

#include "host/util/failure.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace host {

namespace fs = std::filesystem;

FileWatch::FileWatch(fs::path file) : file_(std::move(file)), events_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  const fs::path folder = file_.has_parent_path() ? file_.parent_path() : fs::path(".");
  constexpr std::uint32_t mask =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY | IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM;
  if (!events_.is_open() || ::inotify_add_watch(events_.get(), folder.c_str(), mask) < 0)
    throw Failure(Exit::plugin, folder.string() + " can't be watched: " + std::strerror(errno));
  known_ = look();
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
