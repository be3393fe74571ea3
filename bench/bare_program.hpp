// The baseline for programs: a program with two pipes, and nothing else.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

class BareProgram {
 public:
  /// Starts the program, which is found by its path. Throws std::system_error.
  explicit BareProgram(std::vector<std::string> words);
  BareProgram(const BareProgram&) = delete;
  BareProgram& operator=(const BareProgram&) = delete;
  /// Closes the pipes, and waits for its end.
  ~BareProgram();

  /// Writes lines. Returns false if the program has ended.
  bool write(const std::string& lines);

  /// Writes lines and reads a line. Returns its size; 0: the program has ended.
  std::size_t round_trip(const std::string& lines);

  /// Returns the CPU time that the program has used.
  [[nodiscard]] std::int64_t cpu_ns() const;

 private:
  int to_child_ = -1;
  int from_child_ = -1;
  pid_t child_ = -1;
  char room_[4096];
};

}  // namespace bench
