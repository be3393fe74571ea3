// A small HTTP server for pages that run on this machine.
//
// Everybody who has the address can use it: the path begins with a random token. Requests with another token, for
// another host name, or from pages of other origins are refused, so that no web page that the user visits can reach it.
// The body of a request is read after that. Each connection has a thread of its own.
#pragma once

#include "host/util/digest.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

struct HttpRequest {
  std::size_t token = 0;  // which one the path begins with
  bool post = false;      // else GET
  std::string path;       // after the token: "api/match"
  std::map<std::string, std::string> query;
  std::string body;
};

struct HttpResponse {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body{};
  std::string location{};   // where a browser is to go on
  bool embeddable = false;  // in pages of others
  /// If set, the response is a stream (server-sent events): called for each part, it returns what to send next. It may
  /// block for some seconds, and may return "". Returns nothing at the end.
  std::function<std::optional<std::string>()> stream{};
};

/// Who may ask a server, and for how much.
struct HttpAccess {
  std::vector<std::string> tokens = {random_key()};
  std::string origin{};                // of the proxy in front of it, if there is one: "https://league.example.org"
  std::uint64_t most_body = 1 << 20U;  // bytes of a request; of all those of a token at a time, twice as many
  std::size_t most_connections = 256;  // of a token
  std::string too_much = "The request is too large.";
  std::string stranger = "Open the link that the program has printed: it contains a token.";
};

/// Answers a request. Called in several threads. Must not throw.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

class HttpServer {
 public:
  /// Listens on an IP address and a port (0: any free one). Throws Failure(listen).
  HttpServer(const std::string& address, std::uint16_t port, HttpHandler handler, HttpAccess access = {});
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  /// Returns the address of the first page, with the token: "http://127.0.0.1:8000/.../".
  [[nodiscard]] std::string link(std::size_t token = 0) const;
  [[nodiscard]] std::uint16_t port() const;

  /// Serves until `should_stop` returns true; it is asked several times per second. Before it closes the connections,
  /// calls `stopping`, after which streams have to end.
  void serve(const std::function<bool()>& should_stop, const std::function<void()>& stopping);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace host
