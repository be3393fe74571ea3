// Writes to pipes whose readers may go.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>

namespace host {

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
