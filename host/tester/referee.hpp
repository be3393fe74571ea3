// The process of a referee: a program that leads matches, one after the other, over lines of text.
#pragma once

#include "host/descriptor.hpp"
#include "host/tester/command.hpp"

#include <agon/game.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace host::tester {

class Referee {
 public:
  /// Takes an idle one, or starts one. Thread-safe.
  static std::unique_ptr<Referee> take();

  /// Keeps it for another match. Thread-safe.
  static void give_back(std::unique_ptr<Referee> referee);

  /// Throw TesterFailed if it has ended. `host` gets what it has written to standard error meanwhile.
  void write(std::string line);
  [[nodiscard]] std::string read(const agon_host* host);

 private:
  Referee();
  void log_errors(const agon_host* host);
  [[noreturn]] void ended();

  struct Pipe {
    Descriptor reading;
    Descriptor writing;
    Pipe();
  };
  Pipe to_;
  Pipe from_;
  Command command_;
  std::string text_;        // read from it, and not yet returned
  std::size_t logged_ = 0;  // bytes of its standard error
};

}  // namespace host::tester
