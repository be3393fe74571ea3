#include "host/store/run_locks.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace host {

namespace {

/// A database's file, and what this process plays in it: the kernel does not tell a process of its own locks.
struct LockedFile {
  int descriptor = -1;
  std::set<RunId> own;
};

std::mutex mutex;

/// The file, opened once in this process and never closed: closing any descriptor of a file takes the process's other
/// locks on it away, those of SQLite among them. A descriptor below 0: it can't be opened.
LockedFile& opened(const std::filesystem::path& file) {
  static std::map<std::pair<dev_t, ino_t>, LockedFile> files;
  struct stat status {};
  static_cast<void>(::stat(file.c_str(), &status));  // if it fails, so does opening
  LockedFile& found = files[{status.st_dev, status.st_ino}];
  if (found.descriptor < 0) found.descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  return found;
}

/// The lock of a run's byte. To play it takes one for reading, which needs no more rights than looking does.
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
  // Nobody else asks for more than that. Where the file system has no such locks, the run is taken for interrupted.
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
  struct flock lock = of(run, F_WRLCK);  // which would not go with any other
  return ::fcntl(file.descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace host
