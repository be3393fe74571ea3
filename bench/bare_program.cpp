#include "bare_program.hpp"

#include "host/plugin/ticks.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

namespace bench {

BareProgram::BareProgram(std::vector<std::string> words) {
  int there[2];
  int back[2];
  if (::pipe(there) != 0 || ::pipe(back) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, there[0], 0);
  ::posix_spawn_file_actions_adddup2(&files, back[1], 1);
  ::posix_spawn_file_actions_addclosefrom_np(&files, 3);  // also other programs' pipes, which would never close
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int fault = ::posix_spawn(&child_, pointers.front(), &files, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (fault != 0) throw std::system_error(fault, std::generic_category(), "spawn");
  ::close(there[0]);
  ::close(back[1]);
  to_child_ = there[1];
  from_child_ = back[0];
}

BareProgram::~BareProgram() {
  ::close(to_child_);
  ::close(from_child_);
  ::waitpid(child_, nullptr, 0);
}

bool BareProgram::write(const std::string& lines) {
  return ::write(to_child_, lines.data(), lines.size()) == static_cast<ssize_t>(lines.size());
}

std::size_t BareProgram::round_trip(const std::string& lines) {
  std::size_t size = 0;
  for (bool more = write(lines); more && (size == 0 || room_[size - 1] != '\n');) {
    const ssize_t got = ::read(from_child_, room_ + size, sizeof room_ - size);
    more = got > 0;
    size += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  }
  return size;
}

std::int64_t BareProgram::cpu_ns() const {
  clockid_t clock{};
  return ::clock_getcpuclockid(child_, &clock) == 0 ? host::read_clock(clock) : 0;
}

}  // namespace bench
