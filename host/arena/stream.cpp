#include "host/arena/stream.hpp"

#include "host/util/failure.hpp"
#include "host/util/socket_message.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace host::arena {

namespace {

using Size = std::uint32_t;
constexpr std::size_t head = sizeof(Size) + 1;

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
  for (const int each : descriptors) {
    flush();
    add(kind);
    // A message of so few bytes is sent as a whole.
    while (SocketMessage<int>(out_.data(), out_.size()).send(socket_.get(), SCM_RIGHTS, each) < 0)
      if (errno != EINTR) throw Closed();
    out_.clear();
  }
}

void Stream::flush() {
  for (std::string_view left = out_; !left.empty();) {
    const ssize_t done = ::send(socket_.get(), left.data(), left.size(), MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) throw Closed();
    left.remove_prefix(static_cast<std::size_t>(done));
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
  int descriptor = -1;
  // The kernel closes the descriptors of a message that is received without room for them.
  const ssize_t got = peer_ == Peer::game
                          ? ::recv(socket_.get(), bytes, sizeof bytes, 0)
                          : SocketMessage<int>(bytes, sizeof bytes).receive(socket_.get(), SCM_RIGHTS, descriptor);
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) throw Closed();
  in_.append(bytes, static_cast<std::size_t>(got));
  if (descriptor >= 0) descriptors_.emplace_back(descriptor);
}

}  // namespace host::arena
