#include "host/arena/game_limits.hpp"

#include "host/isolation/exit_report.hpp"
#include "host/isolation/process_status.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace host {

namespace {

std::int64_t now_ns() {
  return read_clock(CLOCK_MONOTONIC);
}

std::int64_t most_game_bytes() {
  constexpr std::int64_t usual = std::int64_t{2} << 30;
  const std::int64_t all = std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  return std::min(usual, all / 2);
}

}  // namespace

LimitCheck::LimitCheck(const GameLimits& limits) : limits_(limits), looked_ns_(now_ns()), still_since_ns_(looked_ns_) {
  if (limits_.memory_bytes == 0) limits_.memory_bytes = most_game_bytes();
}

bool LimitCheck::due() const {
  constexpr std::int64_t period_ns = std::int64_t{period_ms} * 1'000'000;
  return now_ns() - looked_ns_ > period_ns;
}

std::optional<std::string> LimitCheck::exceeded(const GameActivity& watch, std::uint64_t begun, pid_t process) {
  looked_ns_ = now_ns();
  const std::uint64_t changes = watch.changes();
  if (!GameActivity::in_game(changes) || changes != changes_ || begun != begun_) still_since_ns_ = looked_ns_;
  changes_ = changes;
  begun_ = begun;
  if (limits_.wall_ns > 0 && looked_ns_ - still_since_ns_ > limits_.wall_ns)
    return "did not end a call within " + in_seconds(limits_.wall_ns);
  // All 0 if the process has ended.
  const ProcessMemory memory = memory_of(process, open_of_process(process, "status", O_RDONLY).get());
  if (memory.held_bytes + memory.files_bytes + memory.shared_bytes > limits_.memory_bytes)
    return "took more than " + in_mebibytes(limits_.memory_bytes) + " of memory";
  return std::nullopt;
}

std::string end_of_process(int status) {
  if (!WIFSIGNALED(status)) return "ended its process with exit code " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return signal == SIGKILL ? "ended its process by a signal (SIGKILL), or the system did for lack of memory"
                           : "crashed (" + signal_name(signal) + ")";
}

}  // namespace host
