// Sends and receives messages through a socket.
#pragma once

#include "host/arena/messages.hpp"
#include "host/util/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host::arena {

/// The other side has closed the socket, or has ended.
struct Closed : std::runtime_error {
  Closed() : std::runtime_error("the other process has closed its socket") {}
};

/// Who writes into the other end of a socket: the host, or a process that runs a game's code, from which nothing is
/// accepted that could fill the host's memory or its table of file descriptors.
enum class Peer : std::uint8_t { host, game };

class Stream {
 public:
  Stream(Descriptor socket, Peer peer) : socket_(std::move(socket)), peer_(peer) {}

  /// Adds a message to those that flush() sends. Throws Failure(internal) if it is too large.
  void add(Kind kind, std::string_view content = {});
  [[nodiscard]] std::size_t waiting() const { return out_.size(); }
  /// Sends the added messages. Throws Closed.
  void flush();
  /// Sends the added messages, then each file descriptor with a message of this kind and no content. Throws Closed.
  void send(Kind kind, std::span<const int> descriptors);

  struct Message {
    Kind kind{};
    std::string_view content;  // valid until the next call
  };
  /// Returns the next message. Waits `milliseconds` for it, or without limit if that is negative. Throws Closed, and
  /// BadMessage for bytes that are no message.
  std::optional<Message> receive(int milliseconds);

  /// Returns the file descriptors that have arrived. Those of a game never do: the kernel closes them.
  std::vector<Descriptor> take_descriptors() { return std::exchange(descriptors_, {}); }

  [[nodiscard]] int socket() const { return socket_.get(); }

 private:
  std::optional<Message> take_message();
  void read_some();

  Descriptor socket_;
  Peer peer_;
  std::string out_;
  std::string in_;
  std::size_t begin_ = 0;  // of the bytes in in_ that have not been returned
  std::vector<Descriptor> descriptors_;
};

}  // namespace host::arena
