#include "pipes.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace bench {

namespace {

/// Messages of this size are written and read in one call.
bool pass(ssize_t moved) {
  return moved == static_cast<ssize_t>(Pipes::message_size);
}

}  // namespace

Pipes::Pipes() {
  int there[2];
  int back[2];
  if (::pipe(there) != 0 || ::pipe(back) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  child_ = ::fork();
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child_ == 0) {
    ::close(there[1]);
    ::close(back[0]);
    char message[message_size];
    while (pass(::read(there[0], message, sizeof message)) && pass(::write(back[1], message, sizeof message))) {
    }
    ::_exit(0);
  }
  ::close(there[0]);
  ::close(back[1]);
  to_child_ = there[1];
  from_child_ = back[0];
}

Pipes::~Pipes() {
  ::close(to_child_);  // ends the child
  ::close(from_child_);
  ::waitpid(child_, nullptr, 0);
}

bool Pipes::round_trip(char (&message)[message_size]) {
  return pass(::write(to_child_, message, sizeof message)) && pass(::read(from_child_, message, sizeof message));
}

}  // namespace bench
