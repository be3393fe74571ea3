// A lock that one match at a time holds on this machine, for a device that all share, such as a GPU (--exclusive).
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <functional>
#include <string>

namespace host {

/// Used by one thread. Other threads and processes have an object of their own for the same file.
class Exclusive {
 public:
  /// Opens the lock's file, or creates it; its content does not matter. Throws Failure(output).
  explicit Exclusive(const std::string& file);

  /// Takes the lock: waits until no other match holds it, and calls `tick` about every 0.1 s. Returns false, without
  /// the lock, if `should_stop` returns true. Does nothing if this object holds the lock.
  bool begin(const std::function<bool()>& should_stop, const std::function<void()>& tick);

  /// Releases the lock, as the end of the process does, and gives those that wait the time to take it.
  void end();

 private:
  bool lock(short type, off_t place);

  Descriptor file_;
  bool begun_ = false;
};

}  // namespace host
