// A child process that runs a game's code for the host, and answers its messages: an arena, or the process of a shown
// match.
#pragma once

#include "host/arena/game_limits.hpp"
#include "host/arena/messages.hpp"
#include "host/arena/stream.hpp"
#include "host/util/child_process.hpp"

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace host::arena {

/// The game has ended its process, or the process had to be killed. what() says how, as in "crashed (SIGSEGV)".
struct GameEnded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Used by one thread, except send() and hang_up().
class GameChild {
 public:
  /// Starts agon-arena; `game` is what lists of processes show. Throws Failure(internal) if the system lacks resources.
  GameChild(const std::string& game, const GameLimits& limits);
  /// Starts another program with the same descriptors: `words` are its path and its arguments. Its standard input is
  /// empty; its standard output is the standard error of this process.
  GameChild(std::vector<std::string> words, const GameLimits& limits);
  GameChild(const GameChild&) = delete;
  GameChild& operator=(const GameChild&) = delete;
  /// Lets the process end by itself, and its workers with it; kills it after two seconds.
  ~GameChild();

  SharedStatus& status() { return *status_; }

  /// Sends a message, after descriptors. If the process has gone, receive() tells what it said before, or how it ended.
  void send(Kind kind, std::string_view content, std::span<const int> descriptors = {});

  /// Returns the next message; waits for it, and calls `tick` every 0.1 s. Its content is valid until the next call.
  /// Throws the Failure of a failure message, and GameEnded, also if the game exceeds its limits.
  Stream::Message receive(const std::function<void()>& tick = [] {});

  /// Runs `read`, which receives and unpacks messages. If it throws BadMessage, kills the process and throws GameEnded.
  template <class Read>
  auto reading(Read&& read) {
    try {
      return read();
    } catch (const BadMessage&) {
      reject();
    }
  }

  /// Closes the connection: the process ends, and receive() throws.
  void hang_up();

 private:
  [[noreturn]] void reject();
  [[noreturn]] void throw_end();
  bool end(bool at_once);

  Shared<SharedStatus> status_;
  std::optional<ChildProcess> process_;
  std::optional<Stream> stream_;
  LimitCheck limits_;
  bool has_ended_ = false;
};

// What a process does first that the host has started with GameChild.

/// Returns the memory that this process shares with the host. Programs that this process starts inherit neither it nor
/// the socket. Call it once. If the memory can't be mapped, ends the process.
SharedStatus& shared_status();

/// Runs `serve`, which answers the host's messages until it throws Closed. If it throws something else, `tell` sends
/// the host this content of a Kind::failure. Returns the exit code of the process. Ends this process one second after
/// the host has ended or closed the socket, and at once if the game closes it: until then, the main thread, which
/// notices the host's end itself, can end the workers and what they have started.
int answer_host(const std::function<void()>& serve, const std::function<void(const std::string& failure)>& tell);

}  // namespace host::arena
