// The memory shared by host and worker: its layout, and the protocol of the handover.
//
//     Channel            start block, bells, hints
//     task               what to load and to play: a packed Task
//     filters            of system calls: while the library is loaded, and afterwards
//     Slot, observation, action, reply
//
// The host writes a request into the slot and rings the worker's bell. The worker writes its answer there and rings the
// host's bell.
//
// Waiting: both sides share a core and take turns strictly. A waiting side first yields once: the other side then runs
// immediately and has usually answered when the call returns. Otherwise the waiting side sleeps in a futex. Spinning
// would keep the other side off the core. If a third program competes for the core, a yield may let it run for
// milliseconds. In that case, the waiting side sleeps at once, until it is woken. So does a worker whose yields are in
// vain, because another seat has the next turn: two switches make a turn then, not three.
//
// Trust: the worker can write anything anywhere in this memory, at any time. So the host keeps nothing here that it
// relies on, reads each word once, copies data before checking it (host/util/shared_memory.hpp), and lets the watchdog
// end an unresponsive worker. No game gets this memory: it writes observations and replies into memory of the host
// alone, which is copied here. The worker reports its sandbox before it loads the strategy, through a pipe: see Report.
#pragma once

#include "host/plugin/evaluation.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/archive.hpp"

#include <agon/strategy.h>

#include <linux/filter.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <type_traits>
#include <vector>

namespace host::channel {

/// The file descriptor of the shared memory in a starting worker.
constexpr int descriptor = 3;
/// The file descriptor of the pipe for the worker's report.
constexpr int report_descriptor = 4;
/// The file descriptors of the strategy's library and of the game's, if the worker loads them from memory; otherwise
/// closed.
constexpr int library_descriptor = 5;
constexpr int game_descriptor = 6;

/// CPU time of a worker's start that is not charged to any match, nanoseconds. It is far above what the loader and the
/// sandbox need. Any excess is caused by the library's constructors, and is charged to each match that the worker
/// plays.
constexpr std::int64_t free_loading_ns = 50'000'000;

/// The worker's report about its sandbox. It sends the report through a pipe, and closes that before it loads the
/// strategy's library. So the report comes from the worker's own code.
struct Report {
  std::uint32_t confined;  // 0: a layer could not be set up
  std::uint32_t layers;    // the active layers
  char failure[AGON_ERROR_CAPACITY];
};

/// What the worker is doing. A hint: the worker writes it.
enum class Phase : std::uint32_t { starting, loading, ready, creating, thinking, waiting, destroying };

/// Why the worker is about to end, or the reason of its last failure. A hint, but the only source of this information.
enum class Hint : std::uint32_t {
  none,
  library,    // the library could not be loaded or is invalid; text
  forbidden,  // number: the system call
  memory,     // operator new failed
  threw,      // an uncaught exception; text
  fault,      // number: 1 a NULL pointer, 2 the end of the stack, 0 another address
  refused,    // result of a trial (host/isolation/worker_trials.hpp)
  succeeded   // result of a trial
};

/// What one side waits for: a counter that the other side increments.
struct alignas(64) Bell {
  std::atomic<std::uint32_t> rung;        // a counter
  std::atomic<std::uint32_t> waiting;     // whether the owner sleeps on it
  std::atomic<std::uint64_t> rung_ticks;  // time of the last ring: used only to choose how to wait
};

struct Slot {
  enum Request : std::uint32_t { nothing, create, turn, destroy, ruled /* the answer to an `act` */ };
  enum Answer : std::uint32_t { unanswered, done, act };

  // Written by the host.
  std::uint32_t request;
  std::int32_t seat;
  std::int32_t seats;
  agon_status ruling;  // the status that act() returns
  std::uint64_t seed;
  agon_limits limits;
  std::uint64_t observation_size;
  std::uint64_t reply_size;
  agon_error refusal;  // the error that act() reports
  // Written by the worker.
  std::uint32_t answer;
  agon_status status;
  std::uint64_t action_size;
  agon_error error;
  EvaluationSlot evaluation;  // the host clears it before a turn
  CandidateSlot candidates;   // the host sets `wanted`, and clears it before a turn
};

/// What a worker loads and plays.
struct Task {
  std::string library;       // the name of its file, for messages
  std::string path;          // the loader opens this
  std::string game_library;  // as above; empty: it does not load the game's library
  std::string game_path;
  std::string strategy;
  std::string strategy_protocol;  // declared by the strategy
  std::string game;
  std::string protocol;              // of the game
  std::vector<std::string> options;  // their values, in the strategy's order
};

void fields(auto& archive, Task& task) {
  archive(task.library, task.path, task.game_library, task.game_path, task.strategy, task.strategy_protocol, task.game,
          task.protocol, task.options);
}

/// What the host writes once, before the worker starts.
struct Start {
  std::int32_t parent;                // the host's process ID
  std::uint32_t sandbox;              // 0: no filters
  std::uint32_t threads;              // the maximum number of the strategy's threads
  std::uint32_t trial;                // SandboxTrial: what to try instead of playing; 0: play
  std::uint32_t trial_while_loading;  // whether to make the trial at the point where a library's constructors run
  std::uint32_t serves_one;           // whether it plays at most one match
  std::int64_t memory_bytes;          // 0: no limit
  std::int64_t log_bytes;
  std::uint64_t observation_capacity;
  std::uint64_t action_capacity;
  std::uint64_t reply_capacity;
  std::uint32_t loading_filter;  // number of instructions of the kernel filter; 0: none
  std::uint32_t playing_filter;  // the same for the second filter
  std::uint64_t task_size;
};

/// In the order of the layout above. A channel has exactly one.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding, cppcoreguidelines-pro-type-member-init): zero when mapped
struct Channel {
  Start start;
  Bell to_worker;
  Bell to_host;
  std::atomic<std::uint32_t> stop;      // set by the host: turns should end soon
  std::atomic<std::uint32_t> phase;     // Phase
  std::atomic<std::uint32_t> reusable;  // restores its memory between matches
  std::atomic<std::uint32_t> hint;      // Hint
  std::atomic<std::uint32_t> logged;    // set by the worker for each line that the strategy logs
  std::atomic<std::int32_t> number;
  char text[AGON_ERROR_CAPACITY];
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<std::int32_t>::is_always_lock_free);
static_assert(std::is_trivially_copyable_v<Slot> && std::is_standard_layout_v<Channel>);

/// The offsets of all parts, and their end. Both sides compute them from values that only the host sets.
struct Layout {
  explicit Layout(const Start& start)
      : task(aligned(sizeof(Channel))),
        filters(task + aligned(start.task_size)),
        slot(filters + aligned(sizeof(sock_filter) * (start.loading_filter + start.playing_filter))),
        observation(slot + aligned(sizeof(Slot))),
        action(observation + aligned(start.observation_capacity)),
        reply(action + aligned(start.action_capacity)),
        size(reply + aligned(start.reply_capacity)) {}

  const std::uint64_t task, filters, slot, observation, action, reply, size;

 private:
  static constexpr std::uint64_t aligned(std::uint64_t size) { return (size + 63) / 64 * 64; }
};

/// Returns the address of an offset of a Layout.
inline std::byte* at(Channel& shared, std::uint64_t offset) {
  return reinterpret_cast<std::byte*>(&shared) + offset;
}
inline Slot& slot_in(Channel& shared, const Layout& layout) {
  return *reinterpret_cast<Slot*>(at(shared, layout.slot));
}

inline long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* timeout) {
  return ::syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

inline void ring(Bell& bell) {
  bell.rung_ticks.store(ticks.now(), std::memory_order_relaxed);
  bell.rung.fetch_add(1);
  if (bell.waiting.load() != 0) futex(bell.rung, FUTEX_WAKE, INT_MAX, nullptr);
}

/// Decides whether this side's next wait begins with a yield: not if a recent yield let a third program run, and not if
/// the last yields were in vain. A worker's yield is in vain if it is another seat's turn next.
class WaitStrategy {
 public:
  /// Yields to the other side, unless yields are paused.
  void yield(const Bell& bell, std::uint32_t seen) {
    if (pause_ > 0) {
      --pause_;
      return;
    }
    ::sched_yield();
    if (bell.rung.load() == seen) {
      if (++in_vain_ % most_in_vain == 0) pause_ = pause_in_vain;
      return;
    }
    in_vain_ = 0;
    const std::uint64_t now = ticks.now();
    const std::uint64_t rung = bell.rung_ticks.load(std::memory_order_relaxed);
    if (now > rung && now - rung > late_ticks) [[unlikely]]
      pause_ = pause;
  }

 private:
  // Between 0.1 and 0.5 ms. If the bell rang that long ago, another program has run in between.
  static constexpr std::uint64_t late_ticks = 500'000;
  static constexpr std::uint32_t pause = 4096;  // number of waits that make up for one lost time slice
  static constexpr std::uint32_t most_in_vain = 4;
  static constexpr std::uint32_t pause_in_vain = 128;  // number of waits until the next attempts

  std::uint32_t pause_ = 0;    // remaining waits without a yield
  std::uint32_t in_vain_ = 0;  // yields since the last one during which the other side answered
};

/// Sleeps until the bell differs from `seen`, or until `timeout` is over (NULL: no timeout). May also return
/// spuriously.
inline void wait(Bell& bell, std::uint32_t seen, const timespec* timeout, WaitStrategy& wait_strategy) {
  if (bell.rung.load() != seen) return;
  wait_strategy.yield(bell, seen);
  if (bell.rung.load() != seen) return;
  bell.waiting.store(1);
  futex(bell.rung, FUTEX_WAIT, seen, timeout);
  bell.waiting.store(0);
}

}  // namespace host::channel
