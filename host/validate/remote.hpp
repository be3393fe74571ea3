// A plugin's library in a separate process, in which the checker calls its functions. If the plugin crashes, hangs or
// exits there, that is a finding. Whatever it writes or changes there can't change a verdict, which is made in the
// checker's process.
//
// The process is a worker (host/worker) that calls functions on request. Libraries of strategies run in the sandbox in
// which they play. A game runs in an ordinary process, as always, but one that can't inspect other processes if this
// kernel has Landlock.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/memory.hpp"
#include "host/seat/channel.hpp"
#include "host/validate/calls.hpp"
#include "host/validate/check.hpp"

#include <agon/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {
class WorkerProcess;
}

namespace host::validate {

/// Default limit of the CPU time of a call, nanoseconds.
constexpr std::int64_t usual_cpu_limit_ns = 10'000'000'000;

/// The finding for a process whose answer can't be parsed.
inline constexpr const char* damaged_answer = "its process answers what is no answer";

/// Thrown if a plugin's process has ended or exceeded a limit: the resulting finding of the check.
struct Ended {
  Finding finding;
};

/// Runs a check, or a part of one. An exception becomes a failed check.
Finding guarded(const std::function<Finding()>& body);

/// Sets the current activity, which is reported if a process ends: "action 3, seed 7". Cheap.
void now(std::string_view what);

/// The state of the memory when a plugin is called.
struct Conditions {
  std::optional<std::uint8_t> dirt{};  // fills free memory and the stack before an object is created
  bool borders = false;                // memory passed in ends at an inaccessible page, and input is read-only
  std::uint8_t fill = 0;               // initial value of output buffers
  bool bare = false;                   // a game's host offers no extension
};
void write(const Conditions& conditions, Writer& to);

/// An answer. Throws Ended if it is shorter than what is read.
class Answer {
 public:
  explicit Answer(std::string bytes) : bytes_(std::move(bytes)), reader_(bytes_) {}
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  ~Answer() = default;

  template <class Number>
  Number number() {
    const auto number = reader_.number<Number>();
    check();
    return number;
  }
  /// Returns a text that is valid as long as the answer.
  std::string_view text() {
    const std::string_view text = reader_.text();
    check();
    return text;
  }
  /// Reads a text, truncated to the capacity.
  agon_error error();
  [[nodiscard]] bool more() const { return reader_.more(); }

 private:
  void check() const;

  std::string bytes_;
  Reader reader_;
};

class Remote {
 public:
  struct Terms {
    std::shared_ptr<const Build> build;
    const GameBuild* game = nullptr;  // to load for a strategy that needs it (borrowed for the call); NULL: none
    bool sandboxed = true;
    std::int64_t memory_bytes = 0;                   // 0: no limit
    std::uint32_t threads = 1;                       // the plugin's maximum at a time
    std::int64_t cpu_limit_ns = usual_cpu_limit_ns;  // of each call
    std::filesystem::path folder{};                  // the process's working directory; empty: the checker's
    std::string whose{};                             // start of sentences about its end: "the game heap: "
  };

  /// Starts the process, without loading the library. Throws Failure(isolation) if a layer of the sandbox fails
  /// although the kernel supports it.
  explicit Remote(const Terms& terms);
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;
  ~Remote();

  /// Loads the library. Returns the address of its agon_plugin in the process.
  Address load();
  void unload();
  /// Installs the sandbox's second filter after the library was loaded. Without a first filter, does nothing.
  void confine_further();

  /// Makes a call. `phase` is the plugin's function that the call is about. `rule` writes the ruling on an action that
  /// a strategy plays inside its turn. Throws Ended; throws Failure if the call threw an exception in the process.
  using Rule = std::function<void(std::string_view action, Writer& ruling)>;
  Answer call(channel::Phase phase, const Writer& request, const Rule& rule = nullptr);

  /// Returns the address of an extension of the library's game or strategy with that number.
  Address extension(bool of_game, std::uint32_t index, std::string_view id);
  /// See write_surroundings() of the worker.
  std::vector<std::string> surroundings();
  /// Returns the number of allocated bytes, as reported by the process.
  std::size_t memory_in_use();
  void set(const Conditions& conditions);
  /// Sets the CPU time limit for each following call. A call may also wait for 30 s.
  void limit_cpu(std::int64_t limit_ns) { terms_.cpu_limit_ns = limit_ns; }

  // Observations from outside the process:

  /// Returns the CPU time that the process has used, nanoseconds.
  [[nodiscard]] std::int64_t cpu_ns() const;
  [[nodiscard]] std::size_t threads() const;
  /// Returns what it has printed since the last call. Flushes the process's buffers first.
  std::string printed();
  /// Throws Ended if the process has ended. Needed because a destructor can't report that.
  void check();

 private:
  std::string exchange(const std::string& request);
  /// Makes all further calls fail, for this reason.
  [[noreturn]] void give_up(Finding why);

  Terms terms_;
  std::unique_ptr<WorkerProcess> worker_;
  channel::Phase phase_ = channel::Phase::starting;
  std::int64_t cpu_before_ns_ = 0;  // of all calls before the last one
  std::optional<Ended> ended_;
};

/// Returns the number of threads of a process. If there are more than `before`, first gives it time to end them.
std::size_t threads_left(const Remote& remote, std::size_t before);

/// The process's memory, to read what a library declares there.
class RemoteMemory final : public Memory {
 public:
  explicit RemoteMemory(Remote& remote) : remote_(remote) {}
  void copy(Address from, void* to, std::size_t size, const std::string& what) const override;
  [[nodiscard]] std::string text(Address from, std::size_t most, const std::string& what) const override;

 private:
  [[nodiscard]] std::string peek(Address from, std::size_t size) const;

  Remote& remote_;
};

/// Returns how to load the case's library: one with only strategies is sandboxed; one with a game runs as games do.
Remote::Terms terms_for(const Case& examined);

}  // namespace host::validate
