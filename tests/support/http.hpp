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
#include <utility>

namespace support {

struct Reply {
  int status = 0;
  std::string body;
};

/// A connection to the server of a link, "http://127.0.0.1:8000/...", over which any bytes are sent.
class OpenConnection {
 public:
  explicit OpenConnection(const std::string& link) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(link.substr(link.find(':', 7) + 1))));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
    ::close(socket_);
    throw std::runtime_error("no server at " + link);
  }
  OpenConnection(OpenConnection&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  OpenConnection& operator=(OpenConnection&&) = delete;
  OpenConnection(const OpenConnection&) = delete;
  OpenConnection& operator=(const OpenConnection&) = delete;
  ~OpenConnection() {
    if (socket_ >= 0) ::close(socket_);
  }

  /// Sends all, unless the server has ended the connection.
  void send(const std::string& bytes) const {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t count = ::send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
      if (count <= 0) return;
      done += static_cast<std::size_t>(count);
    }
  }

  /// Returns what comes until the server ends the connection.
  [[nodiscard]] std::string rest() const {
    std::string text;
    char room[4096];
    for (ssize_t count = 0; (count = ::recv(socket_, room, sizeof room, 0)) > 0;)
      text.append(room, static_cast<std::size_t>(count));
    return text;
  }

 private:
  int socket_;
};

/// Sends a request to a link, as curl does: the path as it is. A POST if there is a body.
inline Reply ask(const std::string& link, const std::optional<std::string>& body = std::nullopt) {
  const std::string scheme = "http://";
  const std::size_t slash = link.find('/', scheme.size());
  const std::string name = link.substr(scheme.size(), slash - scheme.size());
  const OpenConnection connection(link);
  std::string sent = (body ? "POST " : "GET ") + link.substr(slash) + " HTTP/1.1\r\nHost: " + name +
                     "\r\nOrigin: http://" + name + "\r\nConnection: close\r\n";
  if (body) sent += "Content-Length: " + std::to_string(body->size()) + "\r\n";
  sent += "\r\n" + body.value_or("");
  connection.send(sent);  // unless the server has answered already
  const std::string text = connection.rest();
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string::npos) return {};
  return {std::stoi(text.substr(text.find(' ') + 1, 3)), text.substr(end + 4)};
}

}  // namespace support
