// A view in a process of its own, so that a game that crashes, hangs or fills the memory ends its match only.
#pragma once

#include "host/arena/game_child.hpp"
#include "host/arena/messages.hpp"
#include "host/util/archive.hpp"
#include "host/web/http.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace host {

// The messages between `host serve` and the process of a view, which shows one match.

/// The kinds of messages beside arena::Kind::failure.
namespace view_kind {
// from the server
inline constexpr arena::Kind open{11};     // which match: a ViewRequest
inline constexpr arena::Kind request{12};  // of a browser: a number of the server's choice, and an HttpRequest
// from the view
inline constexpr arena::Kind opened{13};  // the match can be shown: the id of its game
inline constexpr arena::Kind answer{14};  // the number of the request, and an HttpResponse that is not a stream
inline constexpr arena::Kind state{15};   // the match has changed: a ViewState
}  // namespace view_kind

/// Which match a view shows. A process reads it once.
struct ViewRequest {
  enum class Kind : std::uint8_t {
    play,    // a new match, from `request`
    branch,  // a match that goes on from a turn of `line`, from `request`
    resume,  // the match `line`, as it was saved with `request`, its head
    record,  // the transcript `line`, which comes from `where`
    stored   // match `number` of run `run` in the results database, which a page calls `where`
  };
  Kind kind = Kind::play;
  std::string request{};  // a JSON object of docs/match-view.md
  std::string line{};     // a transcript
  std::string where{};    // of a match that is played, its id
  std::string save{};     // the file of a match that is played; empty: it is not saved
  std::int64_t run = 0;
  std::uint64_t number = 0;
};

template <class Archive>
void fields(Archive& archive, ViewRequest& order) {
  archive.choice(order.kind, ViewRequest::Kind::stored);
  archive(order.request, order.line, order.where, order.save, order.run, order.number);
}

/// What changes while a view is open.
struct ViewState {
  std::uint64_t version = 0;
  bool idle = true;
};

template <class Archive>
void fields(Archive& archive, ViewState& state) {
  archive(state.version, state.idle);
}

template <class Archive>
void fields(Archive& archive, HttpRequest& request) {
  archive(request.post, request.path, request.query, request.body);
}

template <class Archive>
void fields(Archive& archive, HttpResponse& response) {
  archive(response.status, response.type, response.body);
}

class MatchFactory;

/// How the server starts views.
struct ViewPlan {
  std::vector<std::string> words;  // a program and its arguments; it calls serve_view()
  GameLimits limits;
};

/// Thread-safe.
class ViewProcess {
 public:
  /// Starts the process, and waits until its view is open. Throws the Failure of the view, Failure(game) if the game
  /// ends the process, and Failure(internal) if the system lacks resources.
  ViewProcess(const ViewPlan& plan, const ViewRequest& order);
  ViewProcess(const ViewProcess&) = delete;
  ViewProcess& operator=(const ViewProcess&) = delete;
  ~ViewProcess();

  /// Returns the view's response. If the game has ended the process, that is an error with a sentence.
  HttpResponse answer(const HttpRequest& request);

  /// Waits until the match has another state than `seen`, at most for `patience`. Returns the number of the state.
  [[nodiscard]] std::uint64_t wait(std::uint64_t seen, std::chrono::milliseconds patience) const;

  /// Returns whether nothing is going on: no strategy is thinking.
  [[nodiscard]] bool idle() const;

  /// Returns whether the game has ended the process.
  [[nodiscard]] bool failed() const;

  /// Ends all waits, from now on.
  void close();
  [[nodiscard]] bool closed() const;

 private:
  void open(const ViewRequest& order);
  void listen();
  void take(const arena::Stream::Message& message);
  void end(const std::string& sentence);

  arena::GameChild process_;
  std::string game_;          // its id
  mutable std::mutex mutex_;  // of what follows
  mutable std::condition_variable changed_;
  ViewState state_;
  bool closed_ = false;
  std::optional<std::string> failed_;  // the sentence
  std::uint64_t sent_ = 0;             // requests
  std::map<std::uint64_t, std::promise<HttpResponse>> waiting_;
  std::mutex sending_;
  std::thread thread_;
};

/// Opens the view that the server orders, and answers requests until the server closes the socket. The process must
/// have been started by ViewProcess. `database` and `game` are as for Api. Matches of files
/// have their lines in the file `trace`, unless its name is empty. Returns the exit code.
int serve_view(MatchFactory& factory, const std::filesystem::path& database, const std::string& game,
               const std::string& trace);

}  // namespace host
