// The lines that the host and its programs exchange, written to a file with their times (docs/programs.md).
#pragma once

#include "host/util/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace host {

/// What one program exchanges. Several processes may write to one file: each line is written at once, at its end.
class Trace {
 public:
  /// Creates the file, or empties it. Throws Failure(output).
  static void create(const std::string& file);

  /// Opens the file; `program` is the name in its lines. Throws Failure(output).
  Trace(const std::string& file, const std::string& program);

  /// Set the match of the lines that follow, and the number of the seat's turn; until the first one it is 0.
  void begin(std::uint64_t seed, std::int32_t seat);
  void turn(std::int64_t number) { turn_ = std::to_string(number); }

  enum class From { host, program };
  /// Writes one line of the file for each line of `text`.
  void write(From from, std::string_view text) const;

 private:
  Descriptor file_;
  std::string program_;
  std::string match_;  // the columns of the match
  std::string turn_;
};

}  // namespace host
