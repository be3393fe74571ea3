// The host's errors: one sentence for the user, and an exit code.
#pragma once

#include "host/util/escape.hpp"

#include <stdexcept>
#include <string>

namespace host {

/// The host's exit codes; `host --help` lists them.
enum class Exit : int {
  done = 0,
  no = 1,            // what was asked is not so: a match does not replay as recorded, a check failed
  usage = 2,         // the command line: an unknown name or an invalid value
  plugin = 3,        // an unusable library
  input = 4,         // a file that can't be read, is no transcript, or is damaged
  output = 5,        // a file that can't be written, or an unusable results database
  game = 6,          // a game that crashed, hung or broke its contract
  internal = 7,      // this machine can't do what was asked, or the host itself failed
  interrupted = 130  // by the user; finished matches are kept
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
