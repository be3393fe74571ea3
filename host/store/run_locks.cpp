#include "host/store/run_locks.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace host {

namespace {

/// A database file, and the runs that this process plays in it: the kernel does not report a process's own locks to it.
struct LockedFile {
  int descriptor = -1;
  std::set<RunId> own;
};

std::mutex mutex;

/// Returns the file, which is opened once in this process and never closed. Closing any descriptor of a file would
/// release the process's other locks on it, including those of SQLite. If it can't be opened, the descriptor is below
/// 0.
LockedFile& opened(const std::filesystem::path& file) {
  static std::map<std::pair<dev_t, ino_t>, LockedFile> files;
  struct stat status {};
  static_cast<void>(::stat(file.c_str(), &status));  // if it fails, so does opening
  LockedFile& found = files[{status.st_dev, status.st_ino}];
  if (found.descriptor < 0) found.descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  return found;
}

/// Returns the lock of a run's byte. A playing process takes a read lock, which needs only read permission.
struct flock of(RunId run, short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t{1} << 62) + run;
  lock.l_len = 1;
  return lock;
}

}  // namespace

void RunLocks::hold(RunId run) const {
  const std::lock_guard guard(mutex);
  LockedFile& file = opened(file_);
  struct flock lock = of(run, F_RDLCK);
  // No process requests more than a read lock. If the file system has no such locks, the run counts as interrupted.
  static_cast<void>(::fcntl(file.descriptor, F_OFD_SETLK, &lock));
  file.own.insert(run);
}

void RunLocks::release(RunId run) const {
  const std::lock_guard guard(mutex);
  LockedFile& file = opened(file_);
  struct flock lock = of(run, F_UNLCK);
  static_cast<void>(::fcntl(file.descriptor, F_OFD_SETLK, &lock));
  file.own.erase(run);
}

bool RunLocks::is_held(RunId run) const {
  const std::lock_guard guard(mutex);
  LockedFile& file = opened(file_);
  if (file.own.contains(run)) return true;
  struct flock lock = of(run, F_WRLCK);  // which conflicts with any other lock
  return ::fcntl(file.descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace host
