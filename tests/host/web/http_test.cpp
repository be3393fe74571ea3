// The HTTP server by raw requests: what it reads, and whom it refuses.
#include "host/web/http.hpp"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

/// A server that answers with what it has understood.
class Server {
 public:
  explicit Server(host::HttpAccess access = {})
      : server_(
            "127.0.0.1", 0, [this](const host::HttpRequest& request) { return answer(request); }, std::move(access)) {
    const auto should_stop = [this] {
      ++rounds_;
      return stop_.load();
    };
    thread_ = std::thread([this, should_stop] { server_.serve(should_stop, [this] { stopping_ = true; }); });
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    stop_ = true;
    thread_.join();
  }

  [[nodiscard]] std::string authority() const {
    const std::string& link = server_.link();
    return link.substr(7, link.find('/', 7) - 7);
  }
  [[nodiscard]] std::string token(std::size_t number = 0) const {
    const std::string link = server_.link(number);
    return link.substr(8 + authority().size(), link.size() - 9 - authority().size());
  }
  [[nodiscard]] std::uint16_t port() const {
    return static_cast<std::uint16_t>(std::stoi(authority().substr(authority().find(':') + 1)));
  }
  void stop() { stop_ = true; }
  /// Returns how often it was asked whether it should stop.
  [[nodiscard]] int rounds() const { return rounds_; }

 private:
  host::HttpResponse answer(const host::HttpRequest& request) {
    if (request.path == "stream") {
      return {.type = "text/plain", .stream = [this]() -> std::optional<std::string> {
                if (stopping_) return std::nullopt;
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
                return "part ";
              }};
    }
    std::string text = std::string(request.post ? "POST " : "GET ") + request.path;
    for (const auto& [name, value] : request.query) text.append(" ").append(name).append("=").append(value);
    return {.type = "text/plain", .body = text + " [" + request.body + "]"};
  }

  std::atomic<int> rounds_ = 0;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> stopping_ = false;
  host::HttpServer server_;
  std::thread thread_;
};

/// A connection that sends any bytes.
class Connection {
 public:
  explicit Connection(const Server& server, int socket = ::socket(AF_INET, SOCK_STREAM, 0)) : socket_(socket) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server.port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { ::close(socket_); }

  void send(const std::string& bytes) const {
    REQUIRE(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
  }
  /// Returns what comes until `end` has come, or the connection is closed.
  [[nodiscard]] std::string until(const std::string& end) const {
    std::string text;
    char byte = 0;
    while ((end.empty() || text.find(end) == std::string::npos) && ::recv(socket_, &byte, 1, 0) == 1) text += byte;
    return text;
  }

 private:
  int socket_;
};

struct Asked {
  std::string method = "GET";
  std::string target;
  std::string host;
  std::string origin{};
  std::string body{};
};

std::string bytes_of(const Asked& asked, bool close = true) {
  std::string text = asked.method + " " + asked.target + " HTTP/1.1\r\n";
  if (!asked.host.empty()) text += "Host: " + asked.host + "\r\n";
  if (!asked.origin.empty()) text += "Origin: " + asked.origin + "\r\n";
  if (!asked.body.empty()) text += "Content-Length: " + std::to_string(asked.body.size()) + "\r\n";
  return text + (close ? "Connection: close\r\n" : "") + "\r\n" + asked.body;
}

std::string ask(const Server& server, const Asked& asked) {
  const Connection connection(server);
  connection.send(bytes_of(asked));
  return connection.until("");
}

int status_of(const std::string& response) {
  return response.starts_with("HTTP/1.1 ") ? std::stoi(response.substr(9, 3)) : 0;
}

std::string body_of(const std::string& response) {
  return response.substr(response.find("\r\n\r\n") + 4);
}

}  // namespace

TEST_CASE("paths and queries are decoded; what is no escape stays as it is") {
  const Server server;
  const std::string root = "/" + server.token() + "/";
  const auto understood = [&](const std::string& target) {
    return body_of(ask(server, {.target = root + target, .host = server.authority()}));
  };
  CHECK(understood("") == "GET  []");
  CHECK(understood("api/match?id=run-1-2&x=%C3%A4+b%20c") == "GET api/match id=run-1-2 x=\u00e4 b c []");
  CHECK(understood("a%2Fb%zz%4?c=%&=d&e&f==") == "GET a/b%zz%4 =d c=% f== []");
  CHECK(understood("../../etc/passwd") == "GET ../../etc/passwd []");  // a name without a file
}

TEST_CASE("only who has the token, the name of this machine and its origin is answered") {
  const Server server;
  const std::string own = server.authority();
  const std::string root = "/" + server.token() + "/";
  const std::string port = own.substr(own.find(':'));
  const auto status = [&](const Asked& asked) { return status_of(ask(server, asked)); };
  CHECK(status({.target = root, .host = own}) == 200);
  CHECK(status({.target = root, .host = own, .origin = "http://" + own}) == 200);
  // A tunnel may end at any port, or at that of HTTP, which browsers leave out.
  for (const std::string& name :
       {"localhost" + port, std::string("localhost:1"), std::string("LocalHost"), std::string("127.0.0.1"),
        std::string("127.0.0.2:9"), "[::1]" + port, std::string("[::1]")}) {
    CAPTURE(name);
    CHECK(status({.target = root, .host = name}) == 200);
    CHECK(status({.method = "POST", .target = root, .host = name, .origin = "http://" + name, .body = "{}"}) == 200);
  }
  for (const std::string& name :
       {std::string(), "evil.example" + port, "127.0.0.1.evil.example" + port, own + ".evil.example", "x" + own,
        "localhost.evil.example" + port, std::string("192.0.2.1") + port, std::string("[2001:db8::1]"),
        std::string("::1"), "user@localhost" + port, std::string("localhost:x"), std::string(":1")}) {
    CAPTURE(name);
    CHECK(status({.target = root, .host = name}) == 403);
  }
  for (const std::string& origin :
       {std::string("null"), std::string("http://evil.example"), "https://" + own, "http://evil.example" + port,
        "http://" + own + ".evil.example", "http://user@" + own, "http://localhost" + port,
        std::string("http://127.0.0.1:1")}) {
    CAPTURE(origin);
    CHECK(status({.target = root, .host = own, .origin = origin}) == 403);
    CHECK(status({.method = "POST", .target = root, .host = own, .origin = origin, .body = "{}"}) == 403);
  }
  CHECK(status({.method = "POST", .target = root, .host = own, .body = "{}"}) == 403);
  CHECK(status({.method = "POST", .target = root, .host = own, .origin = "http://" + own, .body = "{}"}) == 200);
  std::string other = server.token();
  other.back() = other.back() == '0' ? '1' : '0';
  for (const std::string& target :
       {std::string("/"), "/" + other, "/" + other + "/", "/" + server.token().substr(1) + "/",
        "/" + server.token() + "0/", "//" + server.token() + "/", "/x" + root}) {
    CAPTURE(target);
    CHECK(status({.target = target, .host = own}) == 403);
  }
  CHECK(status({.target = "http://" + own + root, .host = own}) == 400);
  const std::string without_slash = ask(server, {.target = "/" + server.token(), .host = own});
  CHECK(status_of(without_slash) == 308);
  CHECK(without_slash.find("Location: " + server.token() + "/\r\n") != std::string::npos);
  for (const char* const method : {"PUT", "DELETE", "OPTIONS"})
    CHECK(status({.method = method, .target = root, .host = own}) == 405);
}

TEST_CASE("every answer has the headers that keep a page to itself") {
  const Server server;
  const std::string response = ask(server, {.target = "/" + server.token() + "/", .host = server.authority()});
  for (const char* const header :
       {"Content-Security-Policy: default-src 'none'; script-src 'self'", "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin", "Cache-Control: no-store"})
    CHECK(response.find(header) != std::string::npos);
}

TEST_CASE("broken and oversized requests end their connection, and others are answered") {
  const Server server;
  const std::string root = "/" + server.token() + "/";
  const Connection half(server);
  half.send("GET " + root + " HTTP/1.1\r\nHo");
  const Connection nonsense(server);
  nonsense.send("\x16\x03\x01 no HTTP\r\n\r\n");
  CHECK(nonsense.until("").empty());
  const Connection large(server);
  large.send("POST " + root + " HTTP/1.1\r\nHost: " + server.authority() + "\r\nOrigin: http://" + server.authority() +
             "\r\nContent-Length: 99999999\r\n\r\n");
  CHECK(status_of(large.until("")) != 200);
  const Connection kept(server);
  for (int i = 0; i < 3; ++i) {
    kept.send(bytes_of({.target = root + std::to_string(i), .host = server.authority()}, false));
    CHECK(kept.until("[]").ends_with("GET " + std::to_string(i) + " []"));
  }
}

TEST_CASE("connections that never show the token keep nobody out") {
  const Server server;
  const Connection user(server);
  const std::string request = bytes_of({.target = "/" + server.token() + "/", .host = server.authority()}, false);
  user.send(request);
  CHECK(user.until("[]").ends_with("GET  []"));
  std::list<Connection> idle;
  for (int i = 0; i < 300; ++i) idle.emplace_back(server);
  CHECK(status_of(ask(server, {.target = "/" + server.token() + "/", .host = server.authority()})) == 200);
  CHECK(idle.front().until("").empty());  // the server has closed it
  user.send(request);
  CHECK_MESSAGE(user.until("[]").ends_with("GET  []"), "who has shown the token keeps the connection");
}

TEST_CASE("who opens many connections keeps out nobody at another address, however slow that one is") {
  const Server server;
  const int elsewhere = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in other{};
  other.sin_family = AF_INET;
  other.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
  REQUIRE(::bind(elsewhere, reinterpret_cast<const sockaddr*>(&other), sizeof(other)) == 0);
  const Connection slow(server, elsewhere);
  std::list<Connection> idle;
  for (int i = 0; i < 600; ++i) idle.emplace_back(server);
  slow.send(bytes_of({.target = "/" + server.token() + "/", .host = server.authority()}, false));
  CHECK(slow.until("[]").ends_with("GET  []"));
}

TEST_CASE("a full table of file descriptors costs no time, and who waits is answered when it has room") {
  const Server server;
  const std::string request = bytes_of({.target = "/" + server.token() + "/", .host = server.authority()}, false);
  const Connection user(server);
  user.send(request);
  CHECK(user.until("[]").ends_with("GET  []"));
  rlimit usual{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &usual) == 0);
  const int waiting = ::socket(AF_INET, SOCK_STREAM, 0);
  const int lowest_free = ::dup(waiting);
  ::close(lowest_free);
  const rlimit full{.rlim_cur = static_cast<rlim_t>(lowest_free), .rlim_max = usual.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &full) == 0);
  const Connection late(server, waiting);
  late.send(request);
  const int before = server.rounds();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  CHECK(server.rounds() - before < 100);  // it asks five times a second whether it should stop
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &usual) == 0);
  CHECK(late.until("[]").ends_with("GET  []"));
}

TEST_CASE("the end of the server ends streams and connections that wait") {
  {
    Server server;
    const Connection idle(server);
    const Connection stream(server);
    stream.send(bytes_of({.target = "/" + server.token() + "/stream", .host = server.authority()}));
    const std::string text = stream.until("part part ");
    CHECK(status_of(text) == 200);
    CHECK(text.find("X-Accel-Buffering: no\r\n") != std::string::npos);  // nginx passes on each part at once
    CHECK(text.find("Cache-Control: no-store, no-transform\r\n") != std::string::npos);
    server.stop();
    CHECK(idle.until("").empty());
    static_cast<void>(stream.until(""));
  }
}

namespace {

const host::HttpAccess two_people{
    .tokens = {"ann-0123456789abcdef", "eve-0123456789abcdef"}, .most_body = 1 << 16U, .most_connections = 16};

std::string upload_of(const Server& server, std::size_t who, std::size_t bytes) {
  return "POST /" + server.token(who) + "/ HTTP/1.1\r\nHost: " + server.authority() + "\r\nOrigin: http://" +
         server.authority() + "\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n";
}

/// Checks that Ann is answered, at once and again and again.
void check_answered(const Server& server) {
  for (int i = 0; i < 5; ++i)
    CHECK(status_of(ask(server, {.target = "/" + server.token(0) + "/", .host = server.authority()})) == 200);
}

}  // namespace

TEST_CASE("one person who holds connections keeps no other out: those that wait end first, the oldest before others") {
  const Server server(two_people);
  const std::string request = bytes_of({.target = "/" + server.token(1) + "/", .host = server.authority()}, false);
  std::list<Connection> idle;
  for (int i = 0; i < 300; ++i) {
    idle.emplace_back(server);
    idle.back().send(request);
    CHECK(idle.back().until("[]").ends_with("GET  []"));
  }
  check_answered(server);
  CHECK(idle.front().until("").empty());  // the server has closed it
  idle.back().send(request);
  CHECK(idle.back().until("[]").ends_with("GET  []"));
}

TEST_CASE("uploads whose bodies never come keep no other out, and are ended within seconds") {
  const Server server(two_people);
  std::list<Connection> stuck;
  for (int i = 0; i < 300; ++i) {
    stuck.emplace_back(server);
    stuck.back().send(upload_of(server, 1, 1000));
  }
  check_answered(server);
  const auto begin = std::chrono::steady_clock::now();
  for (const Connection& each : stuck) static_cast<void>(each.until(""));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(100));
}

TEST_CASE("streams and half headers of one person keep no other out") {
  const Server server(two_people);
  std::list<Connection> all;
  for (int i = 0; i < 280; ++i) {
    all.emplace_back(server);
    if (i % 2 == 0) {
      all.back().send(bytes_of({.target = "/" + server.token(1) + "/stream", .host = server.authority()}));
      CHECK(status_of(all.back().until("part ")) == 200);
    } else {
      all.back().send(bytes_of({.target = "/" + server.token(1) + "/", .host = server.authority()}, false));
      CHECK(all.back().until("[]").ends_with("GET  []"));
      all.back().send("GET /" + server.token(1) + "/ HTT");
    }
  }
  check_answered(server);
}

TEST_CASE("a person's bodies that are under way have twice the size of one at most, and others' are read meanwhile") {
  const Server server(two_people);
  constexpr std::size_t most = 1 << 16U;
  const Connection one(server);
  const Connection two(server);
  one.send(upload_of(server, 1, most) + "x");
  two.send(upload_of(server, 1, most) + "x");
  int refused = 0;
  for (int tries = 0; tries < 50 && refused != 429; ++tries) {  // the two may not be read yet
    const Connection more(server);
    more.send(upload_of(server, 1, most / 2) + std::string(most / 2, 'x'));
    refused = status_of(more.until("\r\n\r\n"));
  }
  CHECK(refused == 429);
  const Connection other(server);
  other.send(upload_of(server, 0, most) + std::string(most, 'x'));
  CHECK(status_of(other.until("\r\n\r\n")) == 200);
  one.send(std::string(most - 1, 'x'));
  CHECK(status_of(one.until("\r\n\r\n")) == 200);
}
