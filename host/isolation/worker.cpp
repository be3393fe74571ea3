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
#include "host/util/archive.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>

namespace {

using namespace host;
using channel::Channel;
using channel::Hint;
using channel::Phase;

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

const agon_strategy_type& find_strategy(const agon_plugin_type& plugin, const channel::Task& task) {
  const agon_strategy_type* const type = find_strategy_type(plugin, task.strategy, task.strategy_protocol);
  if (type != nullptr && type->option_count == task.options.size()) return *type;
  sandbox::give_up(Hint::library,
                   task.library + ": does not hold the strategy " + task.strategy + " when it is loaded");
}

const agon_game_type& find_game(const agon_plugin_type& plugin, const channel::Task& task) {
  const agon_game_type* const type = find_game_type(plugin, task.game);
  if (type != nullptr) return *type;
  sandbox::give_up(Hint::library, task.game_library + ": does not hold the game " + task.game + " when it is loaded");
}

/// Loads the libraries, and plays until the host ends the process.
[[noreturn]] void play(Channel& shared, const channel::Layout& layout, const channel::Task& task,
                       worker::MemoryImage& image, bool filtered) {
  const agon_game_type* game_type = nullptr;
  if (!task.game_path.empty()) {
    static const SharedObject game(task.game_path, task.game_library);
    game_type = &find_game(game.plugin(), task);
  }
  ::close(channel::game_descriptor);
  static const SharedObject library(task.path, task.library);
  ::close(channel::library_descriptor);
  const agon_strategy_type& type = find_strategy(library.plugin(), task);
  image.look();
  if (filtered) sandbox::install_second_filter();
  static worker::WorkerPlayer player(shared, layout, type, task, game_type, image);
  player.serve();
}

}  // namespace

int main() {
  Channel& shared = map_channel();
  sandbox::leave_hints_in(shared);
  const channel::Start start = shared.start;
  const channel::Layout layout(start);
  const auto task =
      unpack<channel::Task>({reinterpret_cast<const char*>(channel::at(shared, layout.task)), start.task_size});
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
    if (start.sandbox != 0) sandbox::keep_second_filter(filters.subspan(start.loading_filter));
    layers = sandbox::confine_worker(start, filters.subspan(0, start.loading_filter), worker::MemoryImage::capacity());
    report(layers, "");
  } catch (const sandbox::SandboxError& failure) {
    report(layers, failure.what());
    ::_exit(1);
  }
  const bool filtered = (layers & layer_seccomp) != 0;
  const auto trial = static_cast<SandboxTrial>(start.trial);
  if (trial != SandboxTrial::none && start.trial_while_loading != 0) worker::try_out(trial);
  shared.phase = static_cast<std::uint32_t>(Phase::loading);
  try {
    if (trial != SandboxTrial::none) {
      if (filtered) sandbox::install_second_filter();
      worker::try_out(trial);
    }
    play(shared, layout, task, image, filtered);
  } catch (const sandbox::SandboxError& failure) {
    // After loading, the library caused this failure: it may have used all memory.
    sandbox::give_up(Hint::library, std::string("the sandbox can't be closed after loading: ") + failure.what());
  } catch (const std::bad_alloc&) {
    sandbox::give_up(Hint::memory, "");
  } catch (const std::exception& failure) {
    sandbox::give_up(Hint::library, failure.what());
  }
}
