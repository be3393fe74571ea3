// Locks of files, which some network file systems lack.
#pragma once

#include <cerrno>

namespace host {

/// Returns whether locking a file has failed, with this errno, because its file system has no locks: not because
/// somebody else has the lock, or a signal came.
constexpr bool lacks_locks(int fault) {
  return fault != EAGAIN && fault != EACCES && fault != EINTR;
}

}  // namespace host
