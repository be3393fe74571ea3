#include "host/isolation/child_files.hpp"

#include "host/failure.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace host {

void fail_to_start(const std::string& owner, const std::string& what) {
  throw Failure(Exit::internal, "can't " + what + " for " + owner + ": " + std::generic_category().message(errno));
}

Descriptor moved_up(Descriptor file, const std::string& owner) {
  Descriptor moved = file.duplicate(lowest_free_descriptor);
  if (!moved.is_open()) fail_to_start(owner, "move a file descriptor");
  return moved;
}

Descriptor memory_file(const char* name, unsigned flags, const std::string& owner) {
  Descriptor file(::memfd_create(name, MFD_CLOEXEC | flags));
  if (!file.is_open()) fail_to_start(owner, "make memory");
  return moved_up(std::move(file), owner);
}

}  // namespace host
