#include "host/arena/game_child.hpp"

#include "host/plugin/temp_library_copy.hpp"
#include "host/util/child_process.hpp"
#include "host/util/failure.hpp"
#include "host/util/thread.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace host::arena {

namespace {

const std::filesystem::path& arena_executable() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const std::filesystem::path& found =
      *new std::filesystem::path(own_executable("agon-arena", "the arena", "build it, or play with --isolation none"));
  return found;
}

}  // namespace

GameChild::GameChild(const std::string& game, const GameLimits& limits)
    : GameChild(std::vector<std::string>{arena_executable().string(), game}, limits) {}

GameChild::GameChild(std::vector<std::string> words, const GameLimits& limits) : limits_(limits) {
  try {
    auto [own, other] = connected_sockets();
    const Descriptor memory = inheritable(Descriptor(::memfd_create("agon-arena", MFD_CLOEXEC)), "memory");
    if (::ftruncate(memory.get(), sizeof(SharedStatus)) != 0) throw_lack_of("memory");
    status_ = shared_value<SharedStatus>(memory.get());
    process_.emplace(std::move(words),
                     std::vector<ChildFile>{{socket_descriptor, other.get()}, {status_descriptor, memory.get()}});
    stream_.emplace(std::move(own), Peer::game);
  } catch (const std::system_error& error) {
    throw Failure(Exit::internal, std::string("can't start an arena: no ") + error.what());
  }
}

GameChild::~GameChild() {
  stream_.reset();
  end(false);
}

void GameChild::send(Kind kind, std::string_view content, std::span<const int> descriptors) {
  try {
    stream_->send(Kind::library, descriptors);
    stream_->add(kind, content);
    stream_->flush();
  } catch (const Closed&) {
  }
}

Stream::Message GameChild::receive(const std::function<void()>& tick) {
  return reading([&] {
    for (;;) {
      std::optional<Stream::Message> message;
      try {
        message = stream_->receive(LimitCheck::period_ms);
        // It may have said something and ended since.
        if (!message && process_->is_gone() && !(message = stream_->receive(0))) throw_end();
      } catch (const Closed&) {
        throw_end();
      }
      if (!message || limits_.due()) {
        if (const auto reason = limits_.exceeded(status_->watch, status_->begun, process_->id())) {
          end(true);
          throw GameEnded(*reason);
        }
        tick();
      }
      if (!message) continue;
      if (message->kind == Kind::failure) throw unpack<FailureMessage>(message->content).failure();
      return *message;
    }
  });
}

void GameChild::hang_up() {
  ::shutdown(stream_->socket(), SHUT_RDWR);
}

void GameChild::reject() {
  end(true);
  throw GameEnded("sent invalid data to the host");
}

void GameChild::throw_end() {
  const bool ended = end(false);
  const int status = process_->status();
  if (!ended || (WIFEXITED(status) && WEXITSTATUS(status) == socket_closed_code))
    throw GameEnded("closed its connection to the host");
  throw GameEnded(end_of_process(status));
}

/// Kills the process, unless it ends by itself within two seconds or `at_once` is set. Returns whether it did.
bool GameChild::end(bool at_once) {
  if (has_ended_) return true;
  has_ended_ = true;
  const bool by_itself = !at_once && process_->ends_soon();
  process_->kill();
  if (WIFSIGNALED(process_->status())) TempLibraryCopy::remove_those_of(process_->id());
  return by_itself;
}

SharedStatus& shared_status() {
  for (const int each : {socket_descriptor, status_descriptor}) ::fcntl(each, F_SETFD, FD_CLOEXEC);
  void* const memory = ::mmap(nullptr, sizeof(SharedStatus), PROT_READ | PROT_WRITE, MAP_SHARED, status_descriptor, 0);
  ::close(status_descriptor);
  if (memory == MAP_FAILED) ::_exit(static_cast<int>(Exit::internal));
  return *static_cast<SharedStatus*>(memory);
}

namespace {

void watch_host(int socket) {
  start_thread([socket] {
    constexpr int period_ms = 500;  // a socket that another thread closes stays open as long as it is polled
    pollfd host{socket, POLLRDHUP, 0};
    while (::poll(&host, 1, period_ms) < 1) {
    }
    if ((host.revents & POLLNVAL) != 0) ::_exit(socket_closed_code);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    ::_exit(0);
  }).detach();
}

}  // namespace

int answer_host(const std::function<void()>& serve, const std::function<void(const std::string& failure)>& tell) {
  FailureMessage message{Exit::internal, "out of memory"};
  try {
    watch_host(socket_descriptor);
    serve();
  } catch (const Closed&) {
    return static_cast<int>(Exit::done);
  } catch (const Failure& failure) {
    message = {failure.code(), failure.what()};
  } catch (const std::bad_alloc&) {  // as the message says
  } catch (const std::exception& failure) {
    message.sentence = failure.what();
  }
  try {
    tell(pack(message));
  } catch (const Closed&) {  // nobody is left to be told
  }
  return static_cast<int>(message.code);
}

}  // namespace host::arena
