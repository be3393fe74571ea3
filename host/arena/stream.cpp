#include "host/arena/stream.hpp"

#include "host/util/failure.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace host::arena {

namespace {

using Size = std::uint32_t;
constexpr std::size_t head = sizeof(Size) + 1;

/// The most file descriptors that a call of sendmsg() takes: SCM_MAX_FD of Linux.
constexpr std::size_t most_descriptors = 253;

/// The largest message of a game's process: a match with its transcript and logs.
constexpr std::size_t most_of_game = 64 << 20;
constexpr std::size_t most_of_host = INT32_MAX;

}  // namespace

void Stream::add(Kind kind, std::string_view content) {
  if (content.size() > (peer_ == Peer::host ? most_of_game : most_of_host))
    throw Failure(Exit::internal,
                  "a message between processes is too large: a match may have 64 MiB of actions and logs");
  const auto size = static_cast<Size>(content.size());
  char raw[head];
  std::memcpy(raw, &size, sizeof size);
  raw[sizeof size] = static_cast<char>(kind);
  out_.append(raw, head).append(content);
}

void Stream::send(Kind kind, std::span<const int> descriptors) {
  flush();
  while (!descriptors.empty()) {
    const auto part = descriptors.first(std::min(descriptors.size(), most_descriptors));
    add(kind);
    flush(part);
    descriptors = descriptors.subspan(part.size());
  }
}

void Stream::flush(std::span<const int> descriptors) {
  std::vector<char> control_buffer(CMSG_SPACE(most_descriptors * sizeof(int)));
  for (std::size_t sent = 0; sent < out_.size();) {
    iovec part{out_.data() + sent, out_.size() - sent};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (sent == 0 && !descriptors.empty()) {
      message.msg_control = control_buffer.data();
      message.msg_controllen = CMSG_SPACE(descriptors.size() * sizeof(int));
      cmsghdr* const control = CMSG_FIRSTHDR(&message);
      control->cmsg_level = SOL_SOCKET;
      control->cmsg_type = SCM_RIGHTS;
      control->cmsg_len = CMSG_LEN(descriptors.size() * sizeof(int));
      std::memcpy(CMSG_DATA(control), descriptors.data(), descriptors.size() * sizeof(int));
    }
    const ssize_t done = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) throw Closed();
    sent += static_cast<std::size_t>(done);
  }
  out_.clear();
}

std::optional<Stream::Message> Stream::receive(int milliseconds) {
  for (;;) {
    if (auto message = take_message()) return message;
    pollfd wanted{socket_.get(), POLLIN, 0};
    const int ready = ::poll(&wanted, 1, milliseconds);
    if (ready == 0 || (ready < 0 && errno == EINTR)) return std::nullopt;
    if (ready < 0) throw Closed();
    read_some();
  }
}

std::optional<Stream::Message> Stream::take_message() {
  const std::string_view left = std::string_view(in_).substr(begin_);
  if (left.size() < head) return std::nullopt;
  Size size = 0;
  std::memcpy(&size, left.data(), sizeof size);
  if (size > (peer_ == Peer::host ? most_of_host : most_of_game)) throw BadMessage();
  if (left.size() - head < size) return std::nullopt;
  begin_ += head + size;
  return Message{static_cast<Kind>(left[sizeof size]), left.substr(head, size)};
}

void Stream::read_some() {
  in_.erase(0, begin_);
  begin_ = 0;
  constexpr std::size_t most = 1 << 16;
  char bytes[most];
  std::vector<char> control_buffer(CMSG_SPACE(most_descriptors * sizeof(int)));
  iovec part{bytes, sizeof bytes};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (peer_ == Peer::host) {
    message.msg_control = control_buffer.data();
    message.msg_controllen = control_buffer.size();
  }
  const ssize_t got = ::recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC);
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) throw Closed();
  in_.append(bytes, static_cast<std::size_t>(got));
  for (cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr; control = CMSG_NXTHDR(&message, control)) {
    if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(control) + i * sizeof number, sizeof number);
      descriptors_.emplace_back(number);
    }
  }
}

}  // namespace host::arena
