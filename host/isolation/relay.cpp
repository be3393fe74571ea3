#include "host/isolation/relay.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace host {

int run_relay(const std::string& name, int seat) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t size = std::min(name.size(), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path + 1, name.data(), size);
  const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + size);
  if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), length) != 0) return 1;
  auto number = static_cast<unsigned char>(seat);
  constexpr int files[2] = {0, 1};
  iovec part = {&number, sizeof number};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof files)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof files);
  std::memcpy(CMSG_DATA(header), files, sizeof files);
  if (::sendmsg(connection, &message, MSG_NOSIGNAL) != sizeof number) return 1;
  ::close(0);  // so that either side notices when the other has closed its end
  ::close(1);
  int status = 1;
  return ::recv(connection, &status, sizeof status, MSG_WAITALL) == sizeof status ? status : 1;
}

}  // namespace host
