// The host's errors: one sentence for the user, and an exit code.
#pragma once

#include "host/util/escape.hpp"

#include <stdexcept>
#include <string>

namespace host {

/// The host's exit codes; `host --help` lists them.
enum class Exit : int {
  done = 0,
  differs = 1,         // a recorded match does not replay as recorded
  usage = 2,           // the command line: an unknown name or an invalid value
  plugin = 3,          // an unusable library
  transcript = 4,      // a file that is no transcript, or a damaged one
  output = 5,          // a file that can't be written
  game = 6,            // a game that crashed, hung or broke its contract
  internal = 7,        // out of memory, or another failure of the host itself
  isolation = 8,       // this machine can't isolate strategies as requested
  database = 9,        // an unusable results database
  nonconforming = 10,  // a plugin that failed a conformance check
  listen = 11,         // 'host serve' can't listen on its address and port
  cluster = 12,        // an unusable database of a cluster
  interrupted = 130    // by the user; finished matches are kept
};

/// Contains one printable() line: what was wrong, where (file, option, seed, seat), and what would be right.
class Failure : public std::runtime_error {
 public:
  Failure(Exit code, const std::string& sentence) : std::runtime_error(printable(sentence)), code_(code) {}
  [[nodiscard]] Exit code() const noexcept { return code_; }

 private:
  Exit code_;
};

}  // namespace host
