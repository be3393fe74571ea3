// The memory that the host shares with a worker: what lies where, and how the two hand over to each other.
//
//     Channel            start block, bells, hints
//     texts              NUL-terminated, one after the other: see Start
//     filters            of system calls: while the library is loaded, and then
//     Slot, observation, action, reply
//
// The host writes a request into the slot and rings the worker's bell; the worker answers it and rings the host's.
//
// Waiting: both sides share a core and take turns strictly, so a waiting side first yields once: the other one then
// runs at once, and mostly has answered when the call returns. Only then does it sleep in a futex. Spinning would keep
// the other side from the core. Where a third program wants the core, too, a yield lets that one run for milliseconds:
// then it is better to sleep at once, and to be woken.
//
// Trust: the worker can write anything anywhere in here, at any time. So the host keeps nothing here that it relies on,
// reads each word once (read_once), copies before it checks, and lets the watchdog end what does not answer. What the
// worker says before it loads the strategy comes another way: see Report.
#pragma once

#include "host/session/ticks.hpp"

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
#include <span>
#include <type_traits>

namespace host::channel {

/// The file descriptor of the shared memory in a worker that starts.
constexpr int descriptor = 3;
/// The file descriptor of the pipe for its report.
constexpr int report_descriptor = 4;
/// The file descriptors of its library and of the game's, if it loads them from memory; otherwise closed.
constexpr int library_descriptor = 5;
constexpr int game_descriptor = 6;

/// CPU time of a worker's start that no match pays for, nanoseconds. It is far above what the loader and the sandbox
/// take. The rest is the work of the library's constructors, and counts in each match that the worker plays.
constexpr std::int64_t free_loading_ns = 50'000'000;

/// What a worker says of its sandbox, through a pipe that it closes before it loads the strategy's library. So it is
/// the worker's own word.
struct Report {
  std::uint32_t confined;  // 0: a layer could not be put up
  std::uint32_t layers;    // which are up
  char failure[AGON_ERROR_CAPACITY];
};

/// What the worker is doing. It says so itself: a hint.
enum class Phase : std::uint32_t { starting, loading, ready, creating, thinking, waiting, destroying };

/// Why the worker is about to end, or what its last failure was about: a hint, but the only way to know.
enum class Hint : std::uint32_t {
  none,
  library,    // the library could not be loaded, or holds something else; text
  forbidden,  // number: the system call
  memory,     // operator new found none
  threw,      // an exception that nobody caught; text
  fault,      // number: 1 a NULL pointer, 2 the stack's end, 0 another address
  refused,    // the outcome of a trial (host/seat/trial.hpp)
  succeeded   // likewise
};

/// What one side waits for.
struct alignas(64) Bell {
  std::atomic<std::uint32_t> rung;        // counts
  std::atomic<std::uint32_t> waiting;     // whether somebody sleeps on it
  std::atomic<std::uint64_t> rung_ticks;  // when: for no more than how to wait
};

struct Slot {
  enum Request : std::uint32_t { nothing, create, turn, destroy, ruled /* the answer to an `act` */ };
  enum Answer : std::uint32_t { unanswered, done, act };

  // From the host.
  std::uint32_t request;
  std::int32_t seat;
  std::int32_t seats;
  agon_status ruling;  // what act() returns
  std::uint64_t seed;
  agon_limits limits;
  std::uint64_t observation_size;
  std::uint64_t reply_size;
  agon_error refusal;  // what act() says
  // From the worker.
  std::uint32_t answer;
  agon_status status;
  std::uint64_t action_size;
  agon_error error;
};

/// What the host says once, before the worker starts.
struct Start {
  std::int32_t parent;                // the host's process
  std::uint32_t sandbox;              // 0: no filters
  std::uint32_t threads;              // how many the strategy may have
  std::uint32_t option_count;         // of the strategy
  std::uint32_t trial;                // Trial: what to do in place of playing; 0: play
  std::uint32_t trial_while_loading;  // whether the trial is made where a library's constructors would run
  std::uint32_t serves_calls;         // whether it calls the library's functions for the checker in place of playing
  std::uint32_t loads_game;           // whether it loads the game's library, too
  std::uint32_t serves_one;           // whether it plays one match at most
  std::int64_t memory_bytes;          // 0: no limit
  std::int64_t log_bytes;
  std::uint64_t observation_capacity;
  std::uint64_t action_capacity;
  std::uint64_t reply_capacity;
  std::uint32_t loading_filter;  // how many instructions of the kernel's filters it has; 0: none
  std::uint32_t playing_filter;  // likewise
  // The library's name and its path, those of the game's library ("" without), the strategy's id and protocol, the
  // game's id and protocol, the options.
  std::uint64_t texts_size;
};

/// In the order in which it is talked about; it is there once.
struct Channel {  // NOLINT(clang-analyzer-optin.performance.Padding)
  Start start;
  Bell to_worker;
  Bell to_host;
  std::atomic<std::uint32_t> stop;      // from the host: turns should end soon
  std::atomic<std::uint32_t> phase;     // Phase
  std::atomic<std::uint32_t> reusable;  // between matches it puts its memory back as it was
  std::atomic<std::uint32_t> hint;      // Hint
  std::atomic<std::int32_t> number;
  char text[AGON_ERROR_CAPACITY];
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<std::int32_t>::is_always_lock_free);
static_assert(std::is_trivially_copyable_v<Slot> && std::is_standard_layout_v<Channel>);

/// Where things lie, as both sides compute it from what the host alone knows.
class Layout {
 public:
  explicit Layout(const Start& start)
      : texts_(aligned(sizeof(Channel))),
        filters_(texts_ + aligned(start.texts_size)),
        slot_(filters_ + aligned(sizeof(sock_filter) * (start.loading_filter + start.playing_filter))),
        observation_(slot_ + aligned(sizeof(Slot))),
        action_(observation_ + aligned(start.observation_capacity)),
        reply_(action_ + aligned(start.action_capacity)),
        size_(reply_ + aligned(start.reply_capacity)) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t texts() const { return texts_; }
  [[nodiscard]] std::uint64_t filters() const { return filters_; }
  [[nodiscard]] std::uint64_t slot() const { return slot_; }
  [[nodiscard]] std::uint64_t observation() const { return observation_; }
  [[nodiscard]] std::uint64_t action() const { return action_; }
  [[nodiscard]] std::uint64_t reply() const { return reply_; }

 private:
  static constexpr std::uint64_t aligned(std::uint64_t size) { return (size + 63) / 64 * 64; }

  std::uint64_t texts_, filters_, slot_, observation_, action_, reply_, size_;
};

/// What lies at an offset of a Layout.
inline std::byte* at(Channel& shared, std::uint64_t offset) {
  return reinterpret_cast<std::byte*>(&shared) + offset;
}
inline Slot& slot_in(Channel& shared, const Layout& layout) {
  return *reinterpret_cast<Slot*>(at(shared, layout.slot()));
}

/// In a filter, stands for the number of the process that it is for. No process has such a number.
constexpr std::uint32_t unknown_process = 0x7AC0FFEE;

/// Puts the process's number into a filter, as it is and as its CPU clock is called (see clock_getcpuclockid).
inline void fill_in(std::span<sock_filter> filter, std::uint32_t process) {
  for (sock_filter& instruction : filter) {
    if (instruction.k == unknown_process) instruction.k = process;
    if (instruction.k == ~unknown_process << 3U) instruction.k = ~process << 3U;
  }
}

/// A word that the other side may change at any time, read so that the compiler can't read it twice.
template <class Word>
Word read_once(const Word& word) {
  return *const_cast<const volatile Word*>(&word);
}

inline long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* timeout) {
  return ::syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

inline void ring(Bell& bell) {
  bell.rung_ticks.store(ticks.now(), std::memory_order_relaxed);
  bell.rung.fetch_add(1);
  if (bell.waiting.load() != 0) futex(bell.rung, FUTEX_WAKE, INT_MAX, nullptr);
}

/// One side's yields: whether the next one is worth it, as the last ones were.
class Yielding {
 public:
  /// Gives way to the other side, if it is the other side that runs then.
  void yield(const Bell& bell, std::uint32_t seen) {
    if (pause_ > 0) {
      --pause_;
      return;
    }
    ::sched_yield();
    if (bell.rung.load() == seen) return;
    const std::uint64_t now = ticks.now();
    const std::uint64_t rung = bell.rung_ticks.load(std::memory_order_relaxed);
    if (now > rung && now - rung > late_ticks) [[unlikely]]
      pause_ = pause;
  }

 private:
  // Between a tenth of a millisecond and half of one: the bell had rung so long ago, and another program ran.
  static constexpr std::uint64_t late_ticks = 500'000;
  static constexpr std::uint32_t pause = 4096;  // so many waits make up for one lost slice of the scheduler

  std::uint32_t pause_ = 0;  // how many waits are still to come without
};

/// Sleeps until the bell is not at `seen` any more, or `timeout` is over (NULL: for ever), or for no reason at all.
inline void wait(Bell& bell, std::uint32_t seen, const timespec* timeout, Yielding& yielding) {
  if (bell.rung.load() != seen) return;
  yielding.yield(bell, seen);
  if (bell.rung.load() != seen) return;
  bell.waiting.store(1);
  futex(bell.rung, FUTEX_WAIT, seen, timeout);
  bell.waiting.store(0);
}

}  // namespace host::channel
