// Messages of sockets with something beside their bytes.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstring>

namespace host {

/// A message, and with it a `Beside`: file descriptors (SCM_RIGHTS), or who sends it (SCM_CREDENTIALS). Uses no heap.
template <class Beside>
class SocketMessage {
 public:
  /// `bytes` are those to send, or where those that arrive are written.
  SocketMessage(void* bytes, std::size_t size) : part_{bytes, size} {
    message_.msg_iov = &part_;
    message_.msg_iovlen = 1;
    message_.msg_control = buffer_;
    message_.msg_controllen = sizeof buffer_;
  }
  SocketMessage(const SocketMessage&) = delete;
  SocketMessage& operator=(const SocketMessage&) = delete;
  ~SocketMessage() = default;

  /// Does what sendmsg() does, but raises no SIGPIPE.
  ssize_t send(int socket, int kind, const Beside& beside) {
    cmsghdr* const header = CMSG_FIRSTHDR(&message_);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = kind;
    header->cmsg_len = CMSG_LEN(sizeof beside);
    std::memcpy(CMSG_DATA(header), &beside, sizeof beside);
    return ::sendmsg(socket, &message_, MSG_NOSIGNAL);
  }

  /// Does what recvmsg() does. `beside` changes only if the message has it.
  ssize_t receive(int socket, int kind, Beside& beside, int flags = 0) {
    const ssize_t size = ::recvmsg(socket, &message_, flags | MSG_CMSG_CLOEXEC);
    const cmsghdr* const header = size < 0 ? nullptr : CMSG_FIRSTHDR(&message_);
    if (header != nullptr && header->cmsg_type == kind && header->cmsg_len == CMSG_LEN(sizeof beside))
      std::memcpy(&beside, CMSG_DATA(header), sizeof beside);
    return size;
  }

 private:
  iovec part_;
  alignas(cmsghdr) char buffer_[CMSG_SPACE(sizeof(Beside))] = {};
  msghdr message_{};
};

}  // namespace host
