// The only file that uses Boost.Beast, which takes long to compile.
#include "host/web/http.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/util/thread.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace host {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;

constexpr std::size_t most_connections = 256;
using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds patience(10);       // with the rest of a header, and with more of a body
constexpr std::chrono::seconds idle_patience(60);  // with the next request, and with who reads no response
constexpr std::uint64_t slowest_body = 64 << 10U;  // bytes each second
constexpr int poll_ms = 200;

/// Pages may load and contact only this server, without inline scripts. Pictures of matches have inline styles.
constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'";
constexpr const char* no_frames = "; frame-ancestors 'none'";

/// Takes the same time wherever the texts differ.
bool equal(std::string_view one, std::string_view other) {
  unsigned difference = one.size() == other.size() ? 0 : 1;
  for (std::size_t i = 0; i < one.size() && i < other.size(); ++i)
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return difference == 0;
}

std::optional<unsigned> hex_digit(char letter) {
  const std::size_t at = std::string_view("0123456789abcdef").find(static_cast<char>(letter | 0x20));
  return at == std::string_view::npos ? std::nullopt : std::optional(static_cast<unsigned>(at));
}

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) && hex_digit(text[i + 2])) {
      plain += static_cast<char>(*hex_digit(text[i + 1]) << 4U | *hex_digit(text[i + 2]));
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

std::map<std::string, std::string> query_of(std::string_view text) {
  std::map<std::string, std::string> query;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos) query[decoded(part.substr(0, equals))] = decoded(part.substr(equals + 1));
  }
  return query;
}

std::string_view standard(beast::string_view text) {
  return {text.data(), text.size()};
}

/// Returns the name in "localhost:8000", "[::1]:8000" or "localhost"; all of it if what follows is no port.
std::string_view name_in(std::string_view authority) {
  const std::size_t colon = authority.rfind(':');
  if (colon == std::string_view::npos || authority.ends_with(']')) return authority;
  const std::string_view ending = authority.substr(colon + 1);
  const bool is_port = ending.find_first_not_of("0123456789") == std::string_view::npos;
  return is_port ? authority.substr(0, colon) : authority;
}

/// A URL has IPv6 addresses in brackets.
std::string host_of(const asio::ip::address& address) {
  return address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
}

}  // namespace

struct HttpServer::Parts {
  using Parser = http::request_parser<http::string_body>;

  struct Connection {
    explicit Connection(Tcp::socket open) : socket(std::move(open)) {
      boost::system::error_code error;  // of one that has ended already
      from = socket.remote_endpoint(error).address();
    }
    /// Ends what its thread waits for.
    void hang_up() { ::shutdown(socket.native_handle(), SHUT_RDWR); }

    /// Returns whether it can be ended without anybody's loss.
    [[nodiscard]] bool is_idle() const { return trusted && idle; }
    void allow(Clock::duration time) { deadline = Clock::now() + time; }
    void allow_all() { deadline = Clock::time_point::max(); }

    Tcp::socket socket;
    asio::ip::address from;
    std::thread thread;
    std::atomic<Clock::time_point> deadline = Clock::now() + patience;  // of what its thread waits for
    std::atomic<Clock::time_point> since = Clock::now();                // of the last request
    std::atomic<bool> trusted = false;                                  // it has shown a token
    std::atomic<std::size_t> token = 0;
    std::atomic<bool> idle = false;  // waits for its next request
    std::atomic<bool> done = false;
  };

  /// Counts the bodies that are read or handled for each token, as long as it exists.
  class Body {
   public:
    Body(const Parts& parts, std::size_t token, std::uint64_t bytes) : parts_(parts), token_(token), bytes_(bytes) {
      const std::lock_guard lock(parts.guard);
      std::uint64_t& all = parts.bodies[token];
      fits_ = all + bytes <= 2 * parts.access.most_body;
      if (fits_) all += bytes;
    }
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;
    ~Body() {
      const std::lock_guard lock(parts_.guard);
      if (fits_) parts_.bodies[token_] -= bytes_;
    }
    [[nodiscard]] bool fits() const { return fits_; }

   private:
    const Parts& parts_;
    std::size_t token_;
    std::uint64_t bytes_;
    bool fits_ = false;
  };

  Parts(HttpHandler handle, HttpAccess who) : handler(std::move(handle)), access(std::move(who)) {}

  void listen(const std::string& address_text, std::uint16_t wanted) {
    boost::system::error_code error;
    address = asio::ip::make_address(address_text, error);
    if (error) throw Failure(Exit::usage, "--address " + address_text + ": it takes an IP address, as 127.0.0.1");
    const Tcp::endpoint endpoint(address, wanted);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use)
      throw Failure(Exit::internal, "port " + std::to_string(wanted) + " of " + address_text +
                                        " is in use by another program: give another one with --port, or none");
    if (error)
      throw Failure(Exit::internal,
                    "can't listen on " + address_text + ", port " + std::to_string(wanted) + ": " + error.message());
    acceptor.non_blocking(true);
    ::fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
    port = std::to_string(acceptor.local_endpoint().port());
    const asio::ip::address shown = address.is_unspecified() ? asio::ip::make_address("127.0.0.1") : address;
    link = "http://" + host_of(shown) + ":" + port + "/";
  }

  /// Returns whether a page may use this name of the server, with any port: that of a tunnel's other end differs. Names
  /// that other servers of names could point here are not among them.
  [[nodiscard]] bool is_own(std::string_view authority) const {
    const std::string name = lower_case(name_in(authority));
    if (name == "localhost") return true;
    const bool in_brackets = name.starts_with('[') && name.ends_with(']');
    boost::system::error_code error;
    const auto named = asio::ip::make_address(in_brackets ? name.substr(1, name.size() - 2) : name, error);
    if (error || named.is_v6() != in_brackets) return false;
    return named.is_loopback() || named == address || address.is_unspecified();
  }

  /// Returns whether this is the origin of the server's own pages, if the request is for this authority.
  [[nodiscard]] bool is_origin(std::string_view origin, std::string_view authority) const {
    if (!access.origin.empty() && origin == access.origin) return true;
    return lower_case(origin) == "http://" + lower_case(authority) && is_own(authority);
  }

  /// Returns the number of the token with which a path begins.
  [[nodiscard]] std::optional<std::size_t> token_of(std::string_view target) const {
    const std::string_view token = target.substr(1, target.find('/', 1) - 1);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < access.tokens.size(); ++i) {
      if (equal(token, access.tokens[i])) found = i;
    }
    return found;
  }

  static HttpResponse refused(unsigned status, const std::string& why) {
    return {.status = status, .type = "text/plain", .body = why + "\n"};
  }

  [[nodiscard]] std::optional<HttpResponse> refusal(const Parser& parser) const {
    const auto& request = parser.get();
    const std::string_view name = standard(request[http::field::host]);
    if (!is_own(name) && (access.origin.empty() || !access.origin.ends_with("://" + std::string(name))))
      return refused(403, "This server does not have that name.");
    const std::string_view origin = standard(request[http::field::origin]);
    const bool own = is_origin(origin, name);
    if (!origin.empty() && !own) return refused(403, "Pages of other origins may not use this server.");
    if (request.method() != http::verb::get && request.method() != http::verb::post)
      return refused(405, "It takes GET and POST.");
    if (request.method() == http::verb::post && !own) return refused(403, "A POST names its origin.");
    const std::string_view target = standard(request.target());
    if (!target.starts_with('/')) return refused(400, "That is no path.");
    if (!token_of(target)) return refused(403, access.stranger);
    if (parser.content_length().value_or(0) > access.most_body) return refused(413, access.too_much);
    return std::nullopt;
  }

  [[nodiscard]] HttpResponse answer(const http::request<http::string_body>& request) const {
    const std::size_t token = token_of(standard(request.target())).value_or(0);
    std::string_view target = standard(request.target()).substr(access.tokens[token].size() + 1);
    // A link that was copied without its last letter. The way on is relative, for a proxy that puts a path in front.
    if (target.empty()) return {.status = 308, .type = "text/plain", .location = access.tokens[token] + "/"};
    target.remove_prefix(1);
    const std::size_t mark = std::min(target.find('?'), target.size());
    return handler({.token = token,
                    .post = request.method() == http::verb::post,
                    .path = decoded(target.substr(0, mark)),
                    .query = query_of(target.substr(std::min(mark + 1, target.size()))),
                    .body = request.body()});
  }

  static http::response<http::string_body> message(HttpResponse& answer, bool keep_alive) {
    http::response<http::string_body> response{static_cast<http::status>(answer.status), 11};
    response.set(http::field::content_type, answer.type);
    // A proxy that keeps a stream until its buffer is full, or to compress it, would hold back events.
    response.set(http::field::cache_control, answer.stream ? "no-store, no-transform" : "no-store");
    if (answer.stream) response.set("X-Accel-Buffering", "no");
    if (!answer.location.empty()) response.set(http::field::location, answer.location);
    response.set("Content-Security-Policy", std::string(page_policy) + (answer.embeddable ? "" : no_frames));
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.keep_alive(keep_alive);
    response.body() = std::move(answer.body);
    return response;
  }

  /// Reads what a client still sends: if the connection were closed at once, the client would lose the response. Ends
  /// with the client's patience, or ours.
  static void drain(Connection& connection) {
    boost::system::error_code error;
    connection.socket.shutdown(Tcp::socket::shutdown_send, error);
    std::array<char, 1 << 16U> buffer{};
    while (!error) connection.socket.read_some(asio::buffer(buffer), error);
  }

  static void read_header(Connection& connection, beast::flat_buffer& buffer, Parser& parser,
                          boost::system::error_code& error) {
    connection.idle = buffer.size() == 0;
    if (connection.trusted) connection.allow(connection.idle ? idle_patience : patience);
    while (!error && !parser.is_header_done()) {
      http::read_some(connection.socket, buffer, parser, error);
      if (connection.idle.exchange(false) && connection.trusted) connection.allow(patience);
    }
  }

  void read_body(Connection& connection, beast::flat_buffer& buffer, Parser& parser,
                 boost::system::error_code& error) const {
    parser.body_limit(access.most_body);
    parser.eager(true);
    const std::uint64_t bytes = parser.content_length().value_or(access.most_body);
    const auto latest = Clock::now() + patience + std::chrono::seconds(bytes / slowest_body);
    while (!error && !parser.is_done()) {
      connection.deadline = std::min(latest, Clock::now() + patience);
      http::read_some(connection.socket, buffer, parser, error);
    }
  }

  template <class Message>
  static void write(Connection& connection, const Message& message, boost::system::error_code& error) {
    http::response_serializer<typename Message::body_type> serializer(message);
    while (!error && !serializer.is_done()) {
      connection.allow(idle_patience);
      http::write_some(connection.socket, serializer, error);
    }
  }

  void send_stream(Connection& connection, HttpResponse& reply, boost::system::error_code& error) const {
    const http::response<http::empty_body> head(message(reply, false));
    http::response_serializer<http::empty_body> serializer(head);
    connection.allow(idle_patience);
    http::write_header(connection.socket, serializer, error);
    while (!error && !stopped) {
      connection.allow_all();
      const auto part = reply.stream();
      if (!part) break;
      connection.allow(idle_patience);
      asio::write(connection.socket, asio::buffer(*part), error);
    }
  }

  void converse(Connection& connection) const {
    beast::flat_buffer buffer;
    boost::system::error_code error;
    while (!error && !stopped) {
      Parser parser;
      parser.body_limit(UINT64_MAX);  // until the header is read
      read_header(connection, buffer, parser, error);
      if (error) break;
      std::optional<HttpResponse> refused = refusal(parser);
      if (refused) connection.allow(patience);
      connection.token = token_of(standard(parser.get().target())).value_or(0);
      connection.since = Clock::now();
      connection.trusted = !refused;
      const bool has_body = parser.chunked() || parser.content_length().value_or(0) > 0;
      std::optional<Body> body;
      if (!refused && has_body) {
        body.emplace(*this, connection.token, parser.content_length().value_or(access.most_body));
        if (!body->fits()) refused = Parts::refused(429, "Wait until your other uploads are through.");
      }
      if (!refused) {
        read_body(connection, buffer, parser, error);
        if (error) break;
        connection.allow_all();
      }
      HttpResponse reply = refused ? std::move(*refused) : answer(parser.get());
      body.reset();
      if (reply.stream) {
        send_stream(connection, reply, error);
        break;
      }
      auto response = message(reply, parser.is_done() && parser.get().keep_alive());
      response.prepare_payload();
      write(connection, response, error);
      connection.allow(patience);
      if (!parser.is_done()) drain(connection);
      if (!response.keep_alive()) break;
    }
    connection.socket.shutdown(Tcp::socket::shutdown_both, error);
  }

  /// Ends the connections of each token beyond its limit: those that wait first, the oldest before others; then the
  /// newest, so that what goes on comes to its end.
  void limit_tokens() {
    std::map<std::size_t, std::vector<Connection*>> all;
    for (Connection& each : connections)
      if (each.trusted && !each.done) all[each.token].push_back(&each);
    for (auto& [token, own] : all) {
      if (own.size() <= access.most_connections) continue;
      std::ranges::stable_sort(own, [](const Connection* left, const Connection* right) {
        if (left->is_idle() != right->is_idle()) return left->is_idle();
        return left->is_idle() ? left->since.load() < right->since.load() : left->since.load() > right->since.load();
      });
      for (std::size_t i = 0; i < own.size() - access.most_connections; ++i) own[i]->hang_up();
    }
  }

  /// Forgets connections that have ended, and ends those that are too slow or too many.
  void tidy() {
    connections.remove_if([](Connection& each) {
      if (!each.done) return false;
      each.thread.join();
      return true;
    });
    const auto now = Clock::now();
    for (Connection& each : connections)
      if (each.deadline.load() < now) each.hang_up();
    limit_tokens();
  }

  /// Returns the oldest connection that has not shown the token, of the address that has most of them: who opens many
  /// shuts out only those who share the address.
  std::list<Connection>::iterator oldest_stranger() {
    std::map<asio::ip::address, std::size_t> strangers;
    for (const Connection& each : connections) {
      if (!each.trusted) ++strangers[each.from];
    }
    const auto most = std::ranges::max_element(strangers, {}, [](const auto& each) { return each.second; });
    return std::ranges::find_if(connections,
                                [&](const Connection& each) { return !each.trusted && each.from == most->first; });
  }

  /// Ends a stranger's connection, or else the one that has waited longest, and waits for its thread. Returns whether
  /// there was one.
  bool make_room() {
    auto oldest = oldest_stranger();
    for (auto each = connections.begin(); each != connections.end(); ++each) {
      const bool earlier =
          oldest == connections.end() || (oldest->trusted && each->since.load() < oldest->since.load());
      if (each->is_idle() && earlier) oldest = each;
    }
    if (oldest == connections.end()) return false;
    oldest->hang_up();
    oldest->thread.join();
    connections.erase(oldest);
    return true;
  }

  void accept() {
    boost::system::error_code error;
    // Not inherited by the workers that other threads may start right now.
    const int descriptor = ::accept4(acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) {
      // The connection waits until a file descriptor is free: without a pause, poll() would return at once.
      const bool lacks = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
      if (lacks && !make_room()) std::this_thread::sleep_for(std::chrono::milliseconds(poll_ms));
      return;
    }
    Tcp::socket socket(context, acceptor.local_endpoint().protocol(), descriptor);
    if (connections.size() >= most_connections && !make_room()) return;  // closes it
    socket.set_option(Tcp::no_delay(true), error);
    Connection& connection = connections.emplace_back(std::move(socket));
    try {
      connection.thread = start_thread([this, &connection] {
        converse(connection);
        connection.done = true;
      });
    } catch (const Failure&) {  // too many threads
      connections.pop_back();
    }
  }

  HttpHandler handler;
  asio::io_context context;
  Tcp::acceptor acceptor{context};
  asio::ip::address address;
  std::string port;
  HttpAccess access;
  std::string link;
  std::list<Connection> connections;
  mutable std::mutex guard;
  mutable std::map<std::size_t, std::uint64_t> bodies;  // bytes, by token
  std::atomic<bool> stopped = false;
};

HttpServer::HttpServer(const std::string& address, std::uint16_t port, HttpHandler handler, HttpAccess access)
    : parts_(std::make_unique<Parts>(std::move(handler), std::move(access))) {
  parts_->listen(address, port);
}

HttpServer::~HttpServer() = default;

std::string HttpServer::link(std::size_t token) const {
  return parts_->link + parts_->access.tokens.at(token) + "/";
}

std::uint16_t HttpServer::port() const {
  return parts_->acceptor.local_endpoint().port();
}

void HttpServer::serve(const std::function<bool()>& should_stop, const std::function<void()>& stopping) {
  while (!should_stop()) {
    pollfd waiting = {parts_->acceptor.native_handle(), POLLIN, 0};
    const bool comes = ::poll(&waiting, 1, poll_ms) > 0;
    parts_->tidy();
    if (comes) parts_->accept();
  }
  parts_->stopped = true;
  boost::system::error_code error;
  parts_->acceptor.close(error);
  stopping();
  for (Parts::Connection& each : parts_->connections) each.hang_up();
  for (Parts::Connection& each : parts_->connections) each.thread.join();
  parts_->connections.clear();
}

}  // namespace host
