// Requests to a web server of this machine.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace support {

struct Reply {
  int status = 0;
  std::string body;
};

/// Sends a request to a link, "http://127.0.0.1:8000/...", as curl does: the path as it is. A POST if there is a body.
inline Reply ask(const std::string& link, const std::optional<std::string>& body = std::nullopt) {
  const std::string scheme = "http://";
  const std::size_t slash = link.find('/', scheme.size());
  const std::string name = link.substr(scheme.size(), slash - scheme.size());
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(name.substr(name.find(':') + 1))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(connection);
    throw std::runtime_error("no server at " + link);
  }
  std::string sent = (body ? "POST " : "GET ") + link.substr(slash) + " HTTP/1.1\r\nHost: " + name +
                     "\r\nOrigin: http://" + name + "\r\nConnection: close\r\n";
  if (body) sent += "Content-Length: " + std::to_string(body->size()) + "\r\n";
  sent += "\r\n" + body.value_or("");
  for (std::size_t done = 0; done < sent.size();) {
    const ssize_t count = ::send(connection, sent.data() + done, sent.size() - done, MSG_NOSIGNAL);
    if (count <= 0) break;  // the server has answered already
    done += static_cast<std::size_t>(count);
  }
  std::string text;
  char room[4096];
  for (ssize_t count = 0; (count = ::recv(connection, room, sizeof room, 0)) > 0;)
    text.append(room, static_cast<std::size_t>(count));
  ::close(connection);
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string::npos) return {};
  return {std::stoi(text.substr(text.find(' ') + 1, 3)), text.substr(end + 4)};
}

}  // namespace support
