// A plugin's library in a process of its own, where the checker calls its functions: whatever the plugin does there -
// crash, hang, exit - is a result, and whatever it writes or changes there can't change a verdict, which is made here.
//
// The process is a worker (host/worker) that calls functions as it is told. Libraries of strategies are kept there in
// the sandbox that they play in. A game runs there as games do everywhere, as an ordinary process, but one that can't
// look into others where this kernel has Landlock.
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

/// CPU time that a call may take by default, nanoseconds.
constexpr std::int64_t usual_cpu_limit_ns = 10'000'000'000;

/// The finding about a process whose answer can't be read.
inline constexpr const char* damaged_answer = "its process answers what is no answer";

/// Thrown where a plugin's process has ended, or took too long: what that means for the check.
struct Ended {
  Finding finding;
};

/// Runs a check, or a part of one. What is thrown there is a failed check.
Finding guarded(const std::function<Finding()>& body);

/// Says what is being done, for the case that a process ends of it: "action 3, seed 7". Cheap.
void now(std::string_view what);

/// How a plugin's memory is when it is called.
struct Conditions {
  std::optional<std::uint8_t> dirt{};  // what free memory and the stack are full of when something is created
  bool borders =
      false;  // memory handed in ends at a page that nobody may touch, and what is for reading can't be written
  std::uint8_t fill = 0;  // what is in memory to write to
  bool bare = false;      // a game's host has no extension
};
void write(const Conditions& conditions, Writer& to);

/// What came back. Throws Ended where less came than is read.
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
  /// Valid as long as the answer.
  std::string_view text() {
    const std::string_view text = reader_.text();
    check();
    return text;
  }
  /// A text, as far as there is room for it.
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
    const GameBuild* game = nullptr;  // to be loaded with a strategy that needs it (borrowed for the call); NULL: none
    bool sandboxed = true;
    std::int64_t memory_bytes = 0;                   // 0: no limit
    std::uint32_t threads = 1;                       // that the plugin may have at a time
    std::int64_t cpu_limit_ns = usual_cpu_limit_ns;  // of each call
    std::filesystem::path folder{};                  // that the process runs in; empty: the checker's
    std::string whose{};                             // what sentences about its end begin with: "the game heap: "
  };

  /// Starts the process. The library is not loaded yet. Throws Failure(isolation) if a layer of the sandbox fails that
  /// the kernel has.
  explicit Remote(const Terms& terms);
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;
  ~Remote();

  /// Loads the library. Returns where its agon_plugin is there.
  Address load();
  void unload();
  /// The second filter of the sandbox, when the library is loaded. Does nothing where there is no first one.
  void confine_further();

  /// Makes a call. `phase` is which of the plugin's functions it is about. `rule` writes the ruling on an action that a
  /// strategy takes inside its turn. Throws Ended; Failure if something was thrown there.
  using Rule = std::function<void(std::string_view action, Writer& ruling)>;
  Answer call(channel::Phase phase, const Writer& request, const Rule& rule = nullptr);

  /// The address of an extension of the library's game or strategy of that number.
  Address extension(bool of_game, std::uint32_t index, std::string_view id);
  /// See write_surroundings() of the worker.
  std::vector<std::string> surroundings();
  /// Bytes that are allocated there, as the process itself says.
  std::size_t memory_in_use();
  void set(const Conditions& conditions);
  /// Sets the CPU time that each call from now on may take. It may wait for 30 s more, too.
  void limit_cpu(std::int64_t limit_ns) { terms_.cpu_limit_ns = limit_ns; }

  // From outside:

  /// CPU time that the process has used, nanoseconds.
  [[nodiscard]] std::int64_t cpu_ns() const;
  [[nodiscard]] std::size_t threads() const;
  /// What it has printed since the last time; what is in buffers there is written out first.
  std::string printed();
  /// Throws Ended if the process has ended. A destructor can't say that it has.
  void check();

 private:
  std::string exchange(const std::string& request);
  /// Nothing can be called any more, for this reason.
  [[noreturn]] void give_up(Finding why);

  Terms terms_;
  std::unique_ptr<WorkerProcess> worker_;
  channel::Phase phase_ = channel::Phase::starting;
  std::int64_t cpu_before_ns_ = 0;  // of the calls before the last one
  std::optional<Ended> ended_;
};

/// How many threads a process has that had `before` once and is to have them again, when it has had time to end others.
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

/// How to load the library of the case: one that holds strategies alone is kept in the sandbox; one that holds a game
/// runs as games do.
Remote::Terms terms_for(const Case& examined);

}  // namespace host::validate
