// File descriptors that close themselves.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>

namespace host {

/// Workers start with file descriptors below this one. The host's descriptors that are passed to workers are at or
/// above it.
inline constexpr int lowest_free_descriptor = 16;

/// Returns a path of an open file of this process. Child processes can use it if they inherit the file descriptor.
inline std::string descriptor_path(int number) {
  return "/proc/self/fd/" + std::to_string(number);
}

/// Owns a file descriptor, or none (a number below 0), and closes it on destruction.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int get() const { return number_; }

  /// Returns its descriptor_path().
  [[nodiscard]] std::string path() const { return descriptor_path(number_); }

  /// Returns another file descriptor of the same open file, with the number `least` or above. On failure, sets errno,
  /// and the result is not open.
  [[nodiscard]] Descriptor duplicate(int least = 0) const {
    return Descriptor(::fcntl(number_, F_DUPFD_CLOEXEC, least));
  }

 private:
  int number_ = -1;
};

// Writes to pipes whose readers may go.

/// Does what write() does, but raises no SIGPIPE. Thread-safe.
inline ssize_t write_quietly(int file, std::string_view text) {
  sigset_t pipe;
  sigset_t before;
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t put = ::write(file, text.data(), text.size());
  const int error = errno;
  constexpr timespec none{};
  if (put < 0 && error == EPIPE && ::sigismember(&before, SIGPIPE) == 0) ::sigtimedwait(&pipe, nullptr, &none);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return put;
}

}  // namespace host
