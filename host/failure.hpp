// How the host says no: one sentence for the user, and the exit code that goes with it.
#pragma once

#include "host/plain.hpp"

#include <stdexcept>
#include <string>

namespace host {

/// The host's exit codes; `host --help` lists them.
enum class Exit : int {
  done = 0,
  differs = 1,         // a recorded match does not play as recorded
  usage = 2,           // the command line: an unknown name or a value that can't be
  plugin = 3,          // a library that can't be used
  transcript = 4,      // a file that is no transcript, or a damaged one
  output = 5,          // a file that can't be written
  game = 6,            // a game that broke its contract
  internal = 7,        // out of memory, or another failure of the host itself
  isolation = 8,       // this machine can't isolate strategies as asked
  database = 9,        // a results database that can't be used
  nonconforming = 10,  // a plugin that failed a check of its conformance
  interrupted = 130    // by the user; what was finished is kept
};

/// Says what was wrong, where (file, option, seed, seat), and what would be right, in one line that is plain().
class Failure : public std::runtime_error {
 public:
  Failure(Exit code, const std::string& sentence) : std::runtime_error(plain(sentence)), code_(code) {}
  [[nodiscard]] Exit code() const noexcept { return code_; }

 private:
  Exit code_;
};

}  // namespace host
