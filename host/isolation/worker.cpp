// The worker: a process for one strategy. The host starts it with these file descriptors: the log as 1 and 2, the
// shared memory as 3, the pipe for its report as 4 and, if it loads libraries from memory, the strategy's as 5 and the
// game's as 6. It reads everything else from the shared memory. It never returns and never unloads: the host ends it.
#include "host/isolation/channel.hpp"
#include "host/isolation/confinement.hpp"
#include "host/isolation/crash_report.hpp"
#include "host/isolation/layers.hpp"
#include "host/isolation/memory_image.hpp"
#include "host/isolation/worker_player.hpp"
#include "host/isolation/worker_sandbox.hpp"
#include "host/isolation/worker_trials.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/shared_object.hpp"
#include "host/util/failure.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace host;
using channel::Channel;
using channel::Hint;
using channel::Phase;

/// What to load and to play: the texts of the start block.
struct Request {
  std::string library;  // the name of its file, for messages
  std::string path;     // the loader opens this
  std::string game_library;
  std::string game_path;
  std::string strategy;
  std::string protocol;  // the strategy's
  worker::Role role;
};

Request read_request(const channel::Start& start, const char* text) {
  const auto next = [&] {
    std::string word(text);
    text += word.size() + 1;
    return word;
  };
  Request request;
  request.library = next();
  request.path = next();
  request.game_library = next();
  request.game_path = next();
  request.strategy = next();
  request.protocol = next();
  request.role.game = next();
  request.role.protocol = next();
  for (std::uint32_t index = 0; index < start.option_count; ++index) request.role.options.push_back(next());
  return request;
}

/// Maps the shared memory and closes its file descriptor.
Channel& map_channel() {
  struct stat file {};
  if (::fstat(channel::descriptor, &file) != 0) ::_exit(1);
  void* const memory = ::mmap(nullptr, static_cast<std::size_t>(file.st_size), PROT_READ | PROT_WRITE, MAP_SHARED,
                              channel::descriptor, 0);
  if (memory == MAP_FAILED) ::_exit(1);
  return *static_cast<Channel*>(memory);
}

/// Sends the report to the host and closes the pipe. Code of the library can't change the report later.
void report(std::uint32_t layers, std::string_view failure) {
  channel::Report report{.confined = failure.empty() ? 1U : 0U, .layers = layers, .failure = {}};
  failure.copy(report.failure, sizeof report.failure - 1);
  if (::write(channel::report_descriptor, &report, sizeof report) != sizeof report) ::_exit(1);
  ::close(channel::report_descriptor);
}

const agon_strategy_type& find_strategy(const agon_plugin_type& plugin, const Request& request) {
  const agon_strategy_type* const type = find_strategy_type(plugin, request.strategy, request.protocol);
  if (type != nullptr && type->option_count == request.role.options.size()) return *type;
  sandbox::give_up(Hint::library,
                   request.library + ": does not hold the strategy " + request.strategy + " when it is loaded");
}

const agon_game_type& find_game(const agon_plugin_type& plugin, const Request& request) {
  const agon_game_type* const type = find_game_type(plugin, request.role.game);
  if (type != nullptr) return *type;
  sandbox::give_up(Hint::library,
                   request.game_library + ": does not hold the game " + request.role.game + " when it is loaded");
}

/// Loads the libraries, and plays until the host ends the process. `close_further` puts up the second filter; NULL:
/// there is none.
[[noreturn]] void play(Channel& shared, const channel::Layout& layout, Request& request, worker::MemoryImage& image,
                       const std::function<void()>& close_further) {
  if (shared.start.loads_game != 0) {
    static const SharedObject game(request.game_path, request.game_library);
    request.role.game_type = &find_game(game.plugin(), request);
  }
  ::close(channel::game_descriptor);
  static const SharedObject library(request.path, request.library);
  ::close(channel::library_descriptor);
  const agon_strategy_type& type = find_strategy(library.plugin(), request);
  image.look();
  if (close_further) close_further();
  static worker::Player player(shared, layout, type, request.role, image);
  player.serve();
}

}  // namespace

int main() {
  Channel& shared = map_channel();
  sandbox::leave_hints_in(shared);
  const channel::Start start = shared.start;
  const channel::Layout layout(start);
  Request request = read_request(start, reinterpret_cast<const char*>(&shared) + layout.texts);
  ::close(channel::descriptor);
  ::close_range(channel::game_descriptor + 1, ~0U, 0);
  const std::span<sock_filter> filters{reinterpret_cast<sock_filter*>(channel::at(shared, layout.filters)),
                                       start.loading_filter + start.playing_filter};
  // What changes in a match must not be on this function's stack, which the image does not hold.
  static worker::MemoryImage image(start.serves_one == 0 && start.threads == 1);
  sandbox::catch_exceptions();
  std::signal(SIGXFSZ, SIG_IGN);                  // a full log must not end the process
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // the log has all lines printed before a crash
  std::uint32_t layers = 0;
  try {
    layers = sandbox::confine_worker(start, filters.subspan(0, start.loading_filter), worker::MemoryImage::capacity);
    report(layers, "");
  } catch (const sandbox::SandboxError& failure) {
    report(layers, failure.what());
    ::_exit(1);
  }
  std::function<void()> close_further;
  if ((layers & layer_seccomp) != 0) {
    close_further = [filter = filters.subspan(start.loading_filter)] {
      if (!sandbox::restrict_calls(filter))
        throw sandbox::SandboxError("seccomp: the kernel refuses the second filter");
    };
  }
  const auto trial = static_cast<SandboxTrial>(start.trial);
  if (trial != SandboxTrial::none && start.trial_while_loading != 0) worker::try_out(trial);
  shared.phase = static_cast<std::uint32_t>(Phase::loading);
  try {
    if (trial != SandboxTrial::none) {
      if (close_further) close_further();
      worker::try_out(trial);
    }
    play(shared, layout, request, image, close_further);
  } catch (const sandbox::SandboxError& failure) {
    // After loading, the library caused this failure: it may have used all memory, or installed a filter itself.
    sandbox::give_up(Hint::library, std::string("the sandbox can't be closed after loading: ") + failure.what());
  } catch (const std::bad_alloc&) {
    sandbox::give_up(Hint::memory, "");
  } catch (const std::exception& failure) {
    sandbox::give_up(Hint::library, failure.what());
  }
}
