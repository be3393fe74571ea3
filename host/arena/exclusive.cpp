#include "host/arena/exclusive.hpp"

#include "host/util/failure.hpp"
#include "host/util/file_locks.hpp"

#include <fcntl.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace host {

namespace {

// A lock of the first byte stands for the use, and shared ones of the second for those who wait. The kernel wakes who
// waits for a lock, but does not keep it for them: who ends a match and at once begins the next one would always win.
constexpr off_t use = 0;
constexpr off_t wait = 1;
constexpr std::chrono::milliseconds pause(5);

struct flock lock_of(short type, off_t place) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = place;
  lock.l_len = 1;
  return lock;
}

}  // namespace

Exclusive::Exclusive(const std::string& file) : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  if (!file_.is_open()) throw Failure(Exit::output, "--exclusive: " + file + ": " + std::strerror(errno));
  // Not among the descriptors that workers have by their numbers.
  if (file_.get() < lowest_free_descriptor) file_ = file_.duplicate(lowest_free_descriptor);
}

bool Exclusive::begin(const std::function<bool()>& should_stop, const std::function<void()>& tick) {
  constexpr int beat = 20;  // 0.1 s
  for (int tries = 0; !begun_; ++tries) {
    if (should_stop()) break;
    begun_ = lock(F_WRLCK, use);
    if (begun_) break;
    if (tries == 0) static_cast<void>(lock(F_RDLCK, wait));
    if (tries % beat == 0) tick();
    std::this_thread::sleep_for(pause);
  }
  static_cast<void>(lock(F_UNLCK, wait));
  return begun_;
}

void Exclusive::end() {
  if (!begun_) return;
  begun_ = false;
  static_cast<void>(lock(F_UNLCK, use));
  struct flock others = lock_of(F_WRLCK, wait);  // which conflicts with any other lock
  if (::fcntl(file_.get(), F_OFD_GETLK, &others) == 0 && others.l_type != F_UNLCK)
    std::this_thread::sleep_for(2 * pause);
}

bool Exclusive::lock(short type, off_t place) {
  struct flock lock = lock_of(type, place);
  if (::fcntl(file_.get(), F_OFD_SETLK, &lock) == 0) return true;
  if (lacks_locks(errno))
    throw Failure(Exit::output,
                  std::string("--exclusive: the file can't be locked, as on some network file systems: ") +
                      std::strerror(errno) + "; XDG_DATA_HOME names another folder for it");
  return false;
}

}  // namespace host
