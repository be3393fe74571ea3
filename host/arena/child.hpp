// The operating system's side of an arena: the process, its socket, and the memory that it shares with the host.
#pragma once

#include "host/arena/messages.hpp"
#include "host/arena/stream.hpp"
#include "host/descriptor.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace host::arena {

/// Used by one thread.
class Child {
 public:
  /// Starts agon-arena; `game` is what lists of processes show. Throws Failure(internal) if the system lacks resources.
  explicit Child(const std::string& game);
  /// Starts another program with the same descriptors: `words` are its path and its arguments. Its standard input is
  /// empty; its standard output is the standard error of this process.
  explicit Child(std::vector<std::string> words);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// Lets the process end by itself, and its workers with it; kills it after two seconds.
  ~Child();

  Stream& stream() { return *stream_; }
  Page& page() { return *page_; }

  void kill();

  /// Returns whether it has ended. Its socket may still be open, in a child process of the game.
  bool is_gone();

  /// Called when its socket is closed: waits for its end. Returns how it ended, as in "crashed (SIGSEGV)".
  std::string end();

  [[nodiscard]] pid_t id() const { return pid_; }

 private:
  void start(std::vector<std::string> words, const Descriptor& socket, const Descriptor& memory);
  bool ends_soon();
  void reap(int options);

  Page* page_ = nullptr;
  pid_t pid_ = 0;
  int status_ = 0;
  bool reaped_ = false;
  std::optional<Stream> stream_;
};

}  // namespace host::arena
