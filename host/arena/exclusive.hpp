// What one match of this machine uses at a time, such as a GPU (--exclusive).
#pragma once

#include "host/descriptor.hpp"

#include <sys/types.h>

#include <functional>
#include <string>

namespace host {

/// Used by one thread. Others, and other processes, wait with objects of their own for the same file.
class Exclusive {
 public:
  /// `file` stands for the thing. It is made if it is missing, and its content does not matter. Throws Failure(output).
  explicit Exclusive(const std::string& file);

  /// Waits until no other match uses it; calls `tick` before, and about every 0.1 s. Returns false if `should_stop` has
  /// returned true before. Does nothing between a begin() and its end().
  bool begin(const std::function<bool()>& should_stop, const std::function<void()>& tick);

  /// Lets others use it, and gives those that wait the time to begin. The end of the process does it as well.
  void end();

 private:
  bool lock(short type, off_t place);

  Descriptor file_;
  bool begun_ = false;
};

}  // namespace host
