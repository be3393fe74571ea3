#include "host/library/tester_match.hpp"

#include "host/isolation/supervisor_protocol.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/socket_message.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

namespace host::tester {

namespace {

/// Receives a relay's seat and its two file descriptors; returns false if they do not come.
bool receive(int connection, unsigned char& seat, int (&files)[2]) {
  files[0] = -1;
  return SocketMessage<int[2]>(&seat, sizeof seat).receive(connection, SCM_RIGHTS, files) == sizeof seat &&
         files[0] >= 0;
}

[[noreturn]] void no_resources() {
  throw TesterFailed(std::string("the system lacks resources for its solutions: ") + std::strerror(errno));
}

}  // namespace

Relays::Relays(std::uint32_t seats) : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)), relays_(seats) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socklen_t size = sizeof(sa_family_t);  // the kernel makes a name that nobody else has
  sockaddr* const any = reinterpret_cast<sockaddr*>(&address);
  const bool bound = ::bind(socket_.get(), any, size) == 0 && ::listen(socket_.get(), SOMAXCONN) == 0;
  size = sizeof address;
  if (!bound || ::getsockname(socket_.get(), any, &size) != 0) no_resources();
  name_.assign(address.sun_path + 1, size - offsetof(sockaddr_un, sun_path) - 1);
}

std::string Relays::command(const char* executable, std::uint32_t seat) const {
  return std::string(executable) + " " + supervisor::relay_word + " " + name_ + " " + std::to_string(seat);
}

void Relays::accept() {
  Descriptor connection(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  // Without descriptors or memory, the connection would stay there to be accepted, again and again.
  if (!connection.is_open() && errno != EINTR && errno != ECONNABORTED) no_resources();
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != ::geteuid()) return;
  unsigned char seat = 0;
  int files[2] = {-1, -1};
  if (!receive(connection.get(), seat, files)) return;
  Descriptor input(files[0]);
  Descriptor output(files[1]);
  if (seat >= relays_.size() || relays_[seat].connected) return;  // the tester has started the solution before
  relays_[seat] = {std::move(input), std::move(output), std::move(connection), true};
}

void Relays::wait_for(std::uint32_t seat, Command& tester) {
  while (!relays_[seat].connected) {
    std::array<pollfd, 2> ready = {pollfd{socket_.get(), POLLIN, 0}, pollfd{tester.ended(), POLLIN, 0}};
    ::poll(ready.data(), ready.size(), -1);
    if (ready[0].revents != 0) {
      accept();
    } else if (ready[1].revents != 0) {
      tester.wait();
      throw TesterFailed("its tester ended before it started {" +
                         seat_placeholder("solution", seat, static_cast<std::uint32_t>(relays_.size())) + "}, with " +
                         tester.end());
    }
  }
}

StreamEnds Relays::take(std::uint32_t seat, Command& tester) {
  wait_for(seat, tester);
  const Relay relay = std::exchange(relays_[seat], Relay{{}, {}, {}, true});
  const auto given = [](const Descriptor& each) { return ::fcntl(each.get(), F_DUPFD_CLOEXEC, 0); };
  return {given(relay.input), given(relay.output), given(relay.connection), tester.ended()};
}

void Relays::feed(const std::vector<std::string>& outputs, Command& tester) {
  std::vector<std::size_t> written(outputs.size(), 0);
  for (;;) {
    std::vector<pollfd> ready = {{tester.ended(), POLLIN, 0}, {socket_.get(), POLLIN, 0}};
    for (const Relay& relay : relays_) {
      ready.push_back({relay.input.get(), POLLIN, 0});  // poll() passes over what is not open
      ready.push_back({relay.output.get(), POLLOUT, 0});
    }
    ::poll(ready.data(), ready.size(), -1);
    if (ready[0].revents != 0) return;
    for (std::size_t seat = 0; seat < relays_.size(); ++seat) {
      Relay& relay = relays_[seat];
      std::array<char, 1 << 14> buffer;
      if (ready[2 + 2 * seat].revents != 0 && ::read(relay.input.get(), buffer.data(), buffer.size()) <= 0)
        relay.input = Descriptor();
      if (ready[3 + 2 * seat].revents == 0) continue;
      ::fcntl(relay.output.get(), F_SETFL, O_NONBLOCK);
      const std::string& output = outputs[seat];
      const ssize_t put = write_quietly(relay.output.get(), std::string_view(output).substr(written[seat]));
      if (put >= 0) written[seat] += static_cast<std::size_t>(put);
      if (written[seat] < output.size() && (put >= 0 || errno == EAGAIN)) continue;
      relay.output = Descriptor();
      constexpr int done = 0;
      static_cast<void>(::send(relay.connection.get(), &done, sizeof done, MSG_NOSIGNAL));
    }
    if (ready[1].revents != 0) accept();
  }
}

}  // namespace host::tester
