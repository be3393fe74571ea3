// One worker: a process of its own that holds one strategy, the memory that it shares with the host, and what it uses.
#pragma once

#include "host/descriptor.hpp"
#include "host/plugin/build.hpp"
#include "host/seat/channel.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/process_status.hpp"
#include "host/seat/trial.hpp"
#include "host/seat/verdict.hpp"
#include "host/seat/watchdog.hpp"
#include "host/session/cpu_budget.hpp"
#include "host/session/ticks.hpp"

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// What a worker is started for.
struct WorkerSpec {
  std::shared_ptr<const Build> build;       // its library; NULL: none
  std::shared_ptr<const Build> game_build;  // the game's library, for a strategy that needs that; NULL: none
  bool from_file = false;                   // whether it loads files, which debuggers can read, and not memory
  std::string strategy;
  std::string strategy_protocol;  // that the strategy declares
  std::string game;
  std::string protocol;             // of the game
  std::vector<std::string> values;  // of the strategy's options, in order
  std::uint64_t observation_capacity = 0;
  std::uint64_t action_capacity = 0;
  std::uint64_t reply_capacity = 0;
  std::int64_t memory_bytes = 0;
  std::uint32_t threads = 1;  // that may exist at a time
  WorkerOptions options;
  Trial trial = Trial::none;  // what the worker tries out in place of playing
  bool trial_while_loading = false;
  bool serves_calls = false;     // for the checker of plugins, in place of playing
  bool serves_one = false;       // one match at most
  std::filesystem::path folder;  // that it begins in; empty: the host's
};

class WorkerProcess final : public Watched {
 public:
  /// Starts it; it has not loaded its library yet. Throws Failure(internal) if there are no means for a process.
  explicit WorkerProcess(WorkerSpec spec);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  /// Ends the process and waits for that.
  ~WorkerProcess() override;

  [[nodiscard]] const WorkerSpec& spec() const { return spec_; }
  [[nodiscard]] channel::Channel& shared() const { return *shared_; }
  [[nodiscard]] channel::Slot& slot() const { return channel::slot_in(*shared_, layout_); }
  [[nodiscard]] void* observation() const { return at(layout_.observation()); }
  [[nodiscard]] const void* action() const { return at(layout_.action()); }
  [[nodiscard]] void* reply() const { return at(layout_.reply()); }

  /// Starts to count time against these limits; those of memory and threads are the spec's. Wall time starts at 0. CPU
  /// time starts where it was last counted, with `cpu_used_ns` used already; if that is below 0, so much is free. The
  /// watchdog's thread asks `should_stop` now and then, and passes the answer on to the strategy.
  void begin(const agon_limits& limits, std::function<bool()> should_stop, std::int64_t cpu_used_ns = 0);
  // Around a turn, if limits or increments of turns are in force; cheap otherwise.
  void begin_turn() {
    if (budget_.limits_turns()) [[unlikely]]
      begin_limited_turn();
  }
  void end_turn() {
    if (budget_.has_turns()) [[unlikely]]
      budget_.end_turn();
  }
  /// Counts the CPU time until now. Returns what has been used since begin().
  std::int64_t count_cpu_ns();
  /// The worker has nothing to do until the next begin(): counts, and ends it if it uses CPU time all the same.
  void pause();

  /// Waits, after the first begin(), until the worker has loaded its library and rings. False: the process has ended.
  /// Throws Failure(isolation) if it ended by itself before it would have loaded any.
  bool start();
  /// After start(): the layers of its sandbox, bits of Layer.
  [[nodiscard]] std::uint32_t layers() const { return report_.layers; }

  /// Rings for the worker and waits until it rings. False: the process has ended.
  bool hand_over();

  /// Returns whether it holds more memory now than its limit, of all kinds together.
  [[nodiscard]] bool over_memory();
  /// Returns whether the CPU time used until the last hand-over is above a limit. Cheap while it is far below.
  [[nodiscard]] bool over_time();
  /// Likewise for the CPU time used until now.
  [[nodiscard]] bool over_time_by_now();
  /// Returns the outcome of a seat for which one of these two was true the last time.
  [[nodiscard]] Outcome time_outcome() const { return out_of_budget(budget_, passed_); }

  // Since begin(); nanoseconds.
  [[nodiscard]] std::int64_t cpu_ns() const { return since_began(cpu_clock_ns()); }
  [[nodiscard]] std::int64_t wall_ns() const { return ticks.nanoseconds(wall_ticks_.load(std::memory_order_relaxed)); }

  /// Returns the peak of its own memory since it started, or since forget_peak(), KiB.
  [[nodiscard]] std::int64_t peak_kib() const {
    return ended_for_good() ? ending_.peak_kib : host::peak_kib(status_.get());
  }
  void forget_peak() const { host::forget_peak(clear_refs_.get()); }
  /// Memory of its own that it has now, bytes: its data.
  [[nodiscard]] std::int64_t data_bytes() const { return memory_of(statm_.get()).data_bytes; }

  /// How many threads it has now.
  [[nodiscard]] std::size_t threads() const;

  /// What it has written to stdout and stderr since the last call.
  [[nodiscard]] std::string take_log();

  /// Ends the process. The first cause counts.
  void kill(Cause cause);
  /// Whether it has ended. If it is about to, because it was killed, waits for that.
  [[nodiscard]] bool ended_for_good() const { return dead_.load(std::memory_order_acquire); }
  /// Waits until the process has ended.
  void wait_for_end();
  /// Only when it has ended.
  [[nodiscard]] Evidence evidence() const;

  // For the watchdog.
  [[nodiscard]] int process() const override { return ended_for_good() ? -1 : pidfd_.get(); }
  void ended() override;
  void look() override;

 private:
  [[nodiscard]] std::byte* at(std::uint64_t offset) const { return channel::at(*shared_, offset); }
  void share_memory();
  void spawn();
  void read_report();
  bool wait_for_bell(std::uint32_t seen);
  [[nodiscard]] std::int64_t cpu_clock_ns() const;
  [[nodiscard]] std::int64_t since_began(std::int64_t cpu_clock_ns) const;
  bool holds_too_much();
  [[gnu::noinline]] void begin_limited_turn();
  void look_after(std::int64_t cpu_clock_ns);
  bool stalls(std::int64_t wall_ns);
  void look_at_idle();

  WorkerSpec spec_;
  std::string texts_;  // of the start block
  channel::Start start_{};
  channel::Layout layout_;
  channel::Channel* shared_ = nullptr;
  channel::Report report_{};
  Descriptor memory_;
  Descriptor log_;
  Descriptor reports_;  // the pipe's reading end
  Descriptor pidfd_;
  Descriptor statm_;
  Descriptor status_;
  Descriptor clear_refs_;
  pid_t pid_ = -1;
  clockid_t clock_ = 0;

  std::mutex guard_;
  // Guarded by guard_:
  std::int64_t files_kib_ = 0;  // of files, libraries and shared memory: what it has held most of
  std::function<bool()> should_stop_;
  bool playing_ = false;           // between begin() and pause()
  bool idle_ = false;              // after pause()
  std::int64_t cpu_began_ns_ = 0;  // what the process's CPU clock said when it was last counted before begin()
  std::int64_t idle_seen_ns_ = 0;  // what it said when the watchdog last found it advanced
  int idle_uses_ = 0;              // how often the watchdog did, since pause()
  std::optional<std::int64_t> queued_before_ns_;  // queued_ns() after half of the wall time

  CpuBudget budget_;  // by the process's CPU clock
  std::atomic<std::int64_t> wall_limit_ns_ = 0;
  std::atomic<std::uint64_t> call_began_ticks_ = 0;        // 0: no call
  std::atomic<std::uint64_t> wall_ticks_ = 0;              // of the calls that are over
  std::int64_t cpu_counted_ns_ = 0;                        // what the CPU clock said when it was last counted
  std::uint64_t answered_ticks_ = 0;                       // when the last one was over
  std::uint64_t looked_ticks_ = 0;                         // when over_time() last read the CPU clock
  std::int64_t looked_left_ns_ = 0;                        // what was left then
  CpuBudget::Passed passed_ = CpuBudget::Passed::nothing;  // which limit over_time() found passed
  channel::Yielding yielding_;

  std::atomic<Cause> cause_ = Cause::none;
  std::atomic<bool> dead_ = false;
  Ending ending_;  // set before dead_
};

}  // namespace host
