#include "host/arena/served.hpp"

#include "host/failure.hpp"
#include "host/thread.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace host::arena {

SharedStatus& shared_status() {
  for (const int each : {socket_descriptor, status_descriptor}) ::fcntl(each, F_SETFD, FD_CLOEXEC);
  void* const memory = ::mmap(nullptr, sizeof(SharedStatus), PROT_READ | PROT_WRITE, MAP_SHARED, status_descriptor, 0);
  ::close(status_descriptor);
  if (memory == MAP_FAILED) ::_exit(static_cast<int>(Exit::internal));
  return *static_cast<SharedStatus*>(memory);
}

void watch_host(int socket) {
  start_thread([socket] {
    constexpr int period_ms = 500;  // a socket that another thread closes stays open as long as it is polled
    pollfd host{socket, POLLRDHUP, 0};
    while (::poll(&host, 1, period_ms) < 1) {
    }
    if ((host.revents & POLLNVAL) != 0) ::_exit(socket_closed_code);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    ::_exit(0);
  }).detach();
}

}  // namespace host::arena
