// One program in its own processes: its pipes, its supervisor, and what it uses.
#pragma once

#include "host/isolation/child_files.hpp"
#include "host/isolation/control_group.hpp"
#include "host/isolation/process_tree.hpp"
#include "host/isolation/supervisor_protocol.hpp"
#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace host {

/// What has become of a program's own process.
struct ProgramEnd {
  bool started = false;          // the program has been run
  std::optional<int> refused{};  // the error number, if the kernel does not run it
  std::string layer{};           // the layer of the sandbox that can't be put up; empty: none
  bool ended = false;            // with `exited` and `number`, the status or the signal
  bool exited = false;
  int number = 0;
  bool gone = false;         // nothing of it is left
  std::int64_t cpu_ns = 0;   // of all its processes, once it is gone
  std::uint32_t layers = 0;  // of the sandbox
};

class ProgramProcess {
 public:
  /// The longest line that a program may write, bytes.
  static constexpr std::size_t longest_line = 1 << 16;

  /// Starts the supervisor, which starts the program. Throws Failure(internal) if the system lacks resources, or
  /// Failure(isolation) if the supervisor or the filter of system calls is missing.
  explicit ProgramProcess(ProgramConfig config);
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;
  /// Ends all processes of the program, and waits for their end.
  ~ProgramProcess();

  /// Writes a line, which ends with '\n'. Returns false if the program does not read it and has ended, or has not made
  /// room for it after `milliseconds`; -1: waits for its end.
  bool write(std::string_view line, int milliseconds = -1);

  enum class Read { line, closed, too_long, late };
  /// Waits for a line, at most `milliseconds` for each piece of it; -1: for ever. It is without its end, and valid
  /// until the next call. `closed`: the program has closed its output, or has ended; what it has written since its last
  /// line end is then unfinished().
  Read read_line(std::string_view& line, int milliseconds = -1);

  /// Returns the next line that has already been read, without waiting.
  bool next_line(std::string_view& line);

  /// Lets `seen` see what write() gets, and each line that is read.
  using Seen = std::function<void(bool from_program, std::string_view text)>;
  void show_lines(Seen seen) { seen_ = std::move(seen); }

  /// Returns the bytes that the program has written since its last line end, as far as read. Thread-safe.
  [[nodiscard]] std::size_t unfinished() const { return unfinished_.load(std::memory_order_relaxed); }

  /// Return the host's ends of the program's input, which does not block, and of its output.
  [[nodiscard]] int input() const { return input_.get(); }
  [[nodiscard]] int output() const { return output_.get(); }

  /// Closes the program's input.
  void close_input();

  /// Lets the supervisor end all of the program's processes. Thread-safe.
  void kill();

  /// Ends the program if it has killed or stopped its supervisor, which no longer can; processes that have left the
  /// program's group and its parents remain. Returns whether that is so. Thread-safe.
  bool end_unsupervised() const;

  /// Waits until nothing of the program is left, at most `milliseconds`; -1: for ever. Returns whether that is so.
  bool wait_until_gone(int milliseconds);

  /// Waits until the program runs, or can't be run.
  void wait_until_started();

  /// Waits until the program's own process has ended, at most `milliseconds`.
  bool wait_until_ended(int milliseconds);

  /// Returns what is known now.
  const ProgramEnd& end();

  /// Returns the CPU time of the program's own process, without others that it has started; 0 before it is started, and
  /// after its end. Thread-safe.
  [[nodiscard]] std::int64_t own_cpu_ns();

  /// Returns what all its processes use. Thread-safe.
  [[nodiscard]] TreeUse use();

  /// Returns how long their threads have been ready to run without a core. Thread-safe.
  [[nodiscard]] QueuedThreads queued() const { return queued_below(supervisor_); }

  /// Returns whether the kernel has ended it because it held far more than its memory. Thread-safe.
  [[nodiscard]] bool ran_out_of_memory() const { return group_ && group_->ran_out_of_memory(); }

  /// Returns the number of the program's own process; 0: unknown. Thread-safe.
  [[nodiscard]] pid_t pid() const { return pid_.load(std::memory_order_acquire); }

  /// Adds a line to the log, to which the program's standard error is written, too.
  void log(std::string_view line) { log_.add(line); }

  /// Returns the log, and empties it.
  std::string take_log() { return log_.take(); }

 private:
  bool receive(int milliseconds);

  Descriptor input_;         // the program's, for writing
  Descriptor input_reader_;  // its other end: so that a program that has ended does not break the pipe
  Descriptor output_;
  Descriptor control_;
  LogFile log_;
  Descriptor fork_count_;  // an eventfd: processes that were started since it was read last
  std::atomic<std::uint64_t> forks_ = 0;
  std::optional<ControlGroup> group_;
  pid_t supervisor_ = 0;
  std::atomic<pid_t> pid_ = 0;
  std::atomic<clockid_t> clock_ = 0;
  ProgramEnd end_;
  Seen seen_;
  std::string text_;  // read, from at_ on not yet returned
  std::size_t at_ = 0;
  std::size_t searched_ = 0;  // text_ has no line end from at_ to here
  bool has_written_ = false;  // a line
  std::atomic<std::size_t> unfinished_ = 0;
};

/// Returns the layers of the sandbox that a program gets here, bits of supervisor::Layer. Throws Failure(isolation) if
/// a layer that this system has can't be put up.
std::uint32_t layers_of_programs();

}  // namespace host
