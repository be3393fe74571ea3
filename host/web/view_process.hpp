// A view in a process of its own, so that a game that crashes, hangs or fills the memory ends its match only.
#pragma once

#include "host/arena/game_child.hpp"
#include "host/web/http.hpp"
#include "host/web/view_messages.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace host {

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

}  // namespace host
