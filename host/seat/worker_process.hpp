// One worker: a process that holds one strategy, the memory that it shares with the host, and its resource usage.
#pragma once

#include "host/isolation/channel.hpp"
#include "host/isolation/child_files.hpp"
#include "host/isolation/exit_report.hpp"
#include "host/isolation/process_status.hpp"
#include "host/isolation/wall_limit.hpp"
#include "host/plugin/build.hpp"
#include "host/plugin/cpu_budget.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/watchdog.hpp"
#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace host {

// Starts the worker's executable.

/// Returns the path of the worker's executable. Throws Failure(isolation) if it does not exist.
const std::filesystem::path& worker_executable();

/// Returns the environment of a worker. With the sandbox, it contains only what the loader needs: no secrets, and
/// nothing that would make a match depend on the user who runs it.
std::vector<std::string> worker_environment(bool sandbox);

/// The specification of a worker.
struct WorkerSpec {
  std::shared_ptr<const Build> build;       // its library; NULL: none
  std::shared_ptr<const Build> game_build;  // the game's library, for a strategy that needs it; NULL: none
  Level level = Level::sandbox;             // or Level::process
  // WorkerProcess sets what follows from the rest; the least number of threads is 1.
  channel::Task task{};
  channel::Start start{};
};

class WorkerProcess final : public Watched {
 public:
  /// Starts the process, which has not yet loaded its library when this returns. Throws Failure(internal) if the system
  /// lacks resources for a process.
  explicit WorkerProcess(WorkerSpec spec);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  /// Ends the process and waits for its end.
  ~WorkerProcess() override;

  [[nodiscard]] const WorkerSpec& spec() const { return spec_; }
  [[nodiscard]] channel::Channel& shared() const { return *shared_; }
  [[nodiscard]] channel::Slot& slot() const { return channel::slot_in(*shared_, layout_); }
  [[nodiscard]] void* observation() const { return at(layout_.observation); }
  [[nodiscard]] const void* action() const { return at(layout_.action); }
  [[nodiscard]] void* reply() const { return at(layout_.reply); }

  /// Starts to measure time against these limits; the limits of memory and threads are those of the spec. Wall time
  /// starts at 0. CPU time starts at the last count, with `cpu_used_ns` already used; a negative value is free CPU
  /// time. The watchdog's thread calls `should_stop` periodically and passes the answer to the strategy.
  void begin(const agon_limits& limits, std::function<bool()> should_stop, std::int64_t cpu_used_ns = 0);
  // Enclose a turn, if limits or increments per turn are in force; otherwise cheap.
  void begin_turn() {
    if (budget_.limits_turns()) [[unlikely]]
      begin_limited_turn();
  }
  void end_turn() {
    if (budget_.has_turns()) [[unlikely]]
      budget_.end_turn();
  }
  /// Measures the CPU time until now. Returns what has been used since begin().
  std::int64_t count_cpu_ns();
  /// Declares the worker idle until the next begin(): measures its CPU time, and ends it if it keeps using any.
  void pause();

  /// Waits, after the first begin(), until the worker has loaded its library and rings. Returns false if the process
  /// has ended. Throws Failure(isolation) if it exited before loading a library.
  bool start();
  /// Returns the layers of its sandbox after start(); bits of Layer.
  [[nodiscard]] std::uint32_t layers() const { return report_.layers; }

  /// Rings the worker's bell and waits until it rings. Returns false if the process has ended.
  bool hand_over();

  /// Returns whether the CPU time used until the last handover exceeds a limit. Cheap while the time is far below.
  [[nodiscard]] bool over_time() {
    return budget_.is_used_up(spec_.start.threads, [this] { return cpu_clock_ns(); }) && !time_outcome().ok();
  }
  /// Returns the seat's outcome according to the CPU time used until now.
  [[nodiscard]] Outcome time_outcome() const { return out_of_budget(budget_, budget_.passed(cpu_clock_ns())); }

  // Returns the CPU time since begin(), nanoseconds.
  [[nodiscard]] std::int64_t cpu_ns() const { return since_began(cpu_clock_ns()); }
  [[nodiscard]] std::int64_t wall_ns() const { return wall_limit_.waited_ns(); }

  /// Measures the worker's memory. Returns the peak of its own memory since it started, or since forget_peak(), KiB.
  std::int64_t measure_memory();
  /// Returns whether the worker held more memory than its limit when it was last measured, counting all kinds together.
  [[nodiscard]] bool over_memory() const { return over_memory_; }
  void forget_peak() const { host::forget_peak(clear_refs_.get()); }
  /// Returns the size of its private data, bytes.
  [[nodiscard]] std::int64_t data_bytes() const { return memory().data_bytes; }

  /// Returns its current number of threads.
  [[nodiscard]] std::size_t threads() const;

  /// Returns what it has written to stdout and stderr since the last call.
  [[nodiscard]] std::string take_log() { return log_.take(); }

  /// Ends the process. The first reason is kept.
  void kill(KillReason reason);
  /// Returns whether the process has ended. If it has been killed and is about to end, waits for that.
  [[nodiscard]] bool ended_for_good() const { return dead_.load(std::memory_order_acquire); }
  /// Waits until the process has ended.
  void wait_for_end();
  /// Requires that the process has ended.
  [[nodiscard]] ExitReport exit_report() const;

  // Called by the watchdog.
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
  [[nodiscard]] ProcessMemory memory() const { return memory_of(pid_, status_.get()); }
  bool holds_too_much(const ProcessMemory& memory);
  [[gnu::noinline]] void begin_limited_turn() { budget_.begin_turn(cpu_clock_ns()); }
  void look_at_idle();

  WorkerSpec spec_;
  std::string task_;  // packed
  channel::Layout layout_;
  channel::Channel* shared_ = nullptr;
  channel::Report report_{};
  Descriptor memory_;
  LogFile log_;
  Descriptor reports_;  // the pipe's reading end
  Descriptor pidfd_;
  Descriptor status_;
  Descriptor clear_refs_;
  pid_t pid_ = -1;
  clockid_t clock_ = 0;

  std::mutex guard_;
  // Guarded by guard_:
  std::int64_t files_kib_ = 0;  // peak of files, libraries and shared memory
  std::function<bool()> should_stop_;
  bool over_memory_ = false;
  bool playing_ = false;           // between begin() and pause()
  bool idle_ = false;              // after pause()
  std::int64_t cpu_began_ns_ = 0;  // reading of the process's CPU clock at the last count before begin()
  std::int64_t idle_seen_ns_ = 0;  // reading when the watchdog last found it advanced
  int idle_uses_ = 0;              // how often it has advanced since pause()

  WallLimit wall_limit_;             // of calls
  CpuBudget budget_;                 // uses the process's CPU clock
  std::int64_t cpu_counted_ns_ = 0;  // reading of the CPU clock at the last count
  channel::WaitStrategy wait_strategy_;

  std::atomic<KillReason> killed_ = KillReason::none;
  std::atomic<bool> dead_ = false;
  // Set before dead_:
  bool exited_ = false;
  int exit_status_ = 0;  // or the signal
  std::int64_t last_cpu_ns_ = 0;
  std::int64_t last_peak_kib_ = 0;
};

}  // namespace host
