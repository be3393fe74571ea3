#include "host/arena/child.hpp"

#include "host/arena/game_limits.hpp"
#include "host/failure.hpp"
#include "host/plugin/named_copy.hpp"
#include "host/start_process.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <new>
#include <thread>
#include <utility>

namespace host::arena {

namespace {

constexpr const char* socket_closed = "closed the socket between its arena and the host";

const std::filesystem::path& arena_executable() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const std::filesystem::path& found =
      *new std::filesystem::path(own_executable("agon-arena", "the arena", "build it, or play with --isolation none"));
  return found;
}

[[noreturn]] void no_resources(const std::string& what) {
  throw Failure(Exit::internal, "can't start an arena: no " + what + ": " + std::strerror(errno));
}

Descriptor checked(int number, const std::string& what) {
  if (number < 0) no_resources(what);
  // Higher than those that an arena starts with.
  Descriptor low(number);
  Descriptor high = low.duplicate(lowest_free_descriptor);
  if (!high.is_open()) no_resources(what);
  return high;
}

}  // namespace

Child::Child(const std::string& game) : Child(std::vector<std::string>{arena_executable().string(), game}) {}

Child::Child(std::vector<std::string> words) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) no_resources("socket");
  Descriptor own = checked(sockets[0], "socket");
  const Descriptor other = checked(sockets[1], "socket");
  const Descriptor memory = checked(::memfd_create("agon-arena", MFD_CLOEXEC), "memory");
  if (::ftruncate(memory.get(), sizeof(Page)) != 0) no_resources("memory");
  void* const shared = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
  if (shared == MAP_FAILED) no_resources("memory");
  page_ = new (shared) Page;
  start(std::move(words), other, memory);
  stream_.emplace(std::move(own));
}

void Child::start(std::vector<std::string> words, const Descriptor& socket, const Descriptor& memory) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);  // results are the host's output
  ::posix_spawn_file_actions_adddup2(&files, socket.get(), socket_descriptor);
  ::posix_spawn_file_actions_adddup2(&files, memory.get(), page_descriptor);
  errno = start_process(files, std::move(words), own_variables([](auto) { return true; }), pid_);
  if (errno != 0) {
    ::munmap(page_, sizeof(Page));
    no_resources("process");
  }
}

Child::~Child() {
  stream_.reset();
  if (!ends_soon()) kill();
  ::munmap(page_, sizeof(Page));
}

void Child::kill() {
  if (reaped_) return;
  ::kill(pid_, SIGKILL);
  reap(0);
}

bool Child::is_gone() {
  reap(WNOHANG);
  return reaped_;
}

std::string Child::end() {
  if (!ends_soon()) {
    kill();
    return socket_closed;
  }
  if (WIFEXITED(status_) && WEXITSTATUS(status_) == socket_closed_code) return socket_closed;
  return end_of_process(status_);
}

bool Child::ends_soon() {
  constexpr int tries = 300;
  constexpr int quick_tries = 100;
  for (int i = 0; i < tries && !is_gone(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(i < quick_tries ? 1 : 10));
  return reaped_;
}

void Child::reap(int options) {
  while (!reaped_) {
    const pid_t got = ::waitpid(pid_, &status_, options);
    if (got < 0 && errno == EINTR) continue;
    reaped_ = got != 0;
    if (got > 0 && WIFSIGNALED(status_)) NamedCopy::remove_those_of(pid_);
    return;
  }
}

}  // namespace host::arena
