// The strategy's view of its host: one seat in one match. Every process that calls strategies (host, worker, checker)
// uses this class, so that rules, messages and results are the same in each.
//
// One thread calls create(), turn() and destroy(); the strategy calls act() in the same thread. Any thread of the
// strategy may query the time left, and whether it should stop.
#pragma once

#include "host/plugin/cpu_budget.hpp"
#include "host/plugin/evaluation.hpp"

#include <agon/ext/analysis.h>
#include <agon/ext/game.h>
#include <agon/ext/log.h>
#include <agon/strategy.h>
#include <agon/types.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace host {

// Calls plugin functions. A plugin must not throw across the C ABI. If it does, the call counts as failed.

/// Writes a sentence to `error`, truncated to its capacity.
inline void say(agon_error& error, std::string_view sentence) {
  const std::size_t size = std::min(sentence.size(), sizeof error.text - 1);
  std::memcpy(error.text, sentence.data(), size);
  error.text[size] = '\0';
}

/// Writes a sentence about the exception that is being handled. A function of its own, so that the calls it guards stay
/// small. Returns AGON_FAILED.
[[gnu::noinline, gnu::cold]] inline agon_status say_exception(agon_error& error) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    say(error, "out of memory");
  } catch (const std::exception& exception) {
    say(error, std::string("it threw an exception: ") + exception.what());
  } catch (...) {
    say(error, "it threw an exception that is no std::exception");
  }
  return AGON_FAILED;
}

/// Returns the result of `call`. If it throws, returns AGON_FAILED and writes a sentence to `error`.
template <class Call>
agon_status guarded(agon_error& error, Call&& call) {
  try {
    return call();
  } catch (...) {
    return say_exception(error);
  }
}

/// Returns this host's name and version for the id agon.host/1, NULL for another one.
const void* host_info(const char* id);

/// The part that depends on the process in which the strategy is called.
class SessionHost {
 public:
  SessionHost() = default;
  SessionHost(const SessionHost&) = delete;
  SessionHost& operator=(const SessionHost&) = delete;
  virtual ~SessionHost() = default;

  /// Passes an action of at most the game's action_capacity bytes, of any alignment, to the game. Returns the ruling.
  /// Points `reply` to what the action revealed, valid until the next call. If the action is refused, writes the reason
  /// to `error`.
  virtual agon_status act(agon_bytes action, agon_bytes& reply, agon_error& error) = 0;

  /// Appends a line to the seat's log.
  virtual void log(agon_bytes line) = 0;

  // Called from any thread:

  /// Returns the seat's CPU time in nanoseconds, measured by a clock that the host chooses.
  [[nodiscard]] virtual std::int64_t cpu_ns() = 0;

  /// Returns whether the host wants the running call to end.
  [[nodiscard]] virtual bool wants_stop() = 0;
};

/// Values that are fixed before the strategy's create(). All pointers must stay valid while the session is used.
struct SessionStart {
  const char* game = "";
  const char* protocol = "";
  std::int32_t seat = 0;
  std::int32_t seats = 1;
  std::uint64_t seed = 0;
  agon_limits limits{};  // `threads` is at least 1
  std::uint64_t action_capacity = 0;
  const std::vector<std::string>* options = nullptr;  // their values, in the order of the strategy's options
  const agon_game_type* game_type = nullptr;          // for strategies that need the game's library; otherwise NULL
  EvaluationSlot* evaluation = nullptr;               // for the reports of each turn; NULL: it can't report
  CandidateSlot* candidates = nullptr;                // for its candidates; NULL: it is not asked for them

  std::int64_t began_ns = 0;  // reading of SessionHost::cpu_ns() when the seat has used nothing
  /// The maximum number of threads that cpu_ns() counts. 0: cpu_ns() does not advance with real time, so should_stop()
  /// must read it each time.
  std::uint32_t clocked_threads = 1;
};

class Session {
 public:
  explicit Session(SessionHost& host) : host_(host) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  /// Creates an instance of `type`, which is borrowed until destroy(). The caller must catch what the strategy throws
  /// (guarded.hpp). This also applies to turn() and destroy().
  agon_status create(const agon_strategy_type& type, const SessionStart& start, agon_error& error);

  /// Returns whether an instance exists.
  [[nodiscard]] bool exists() const { return self_ != nullptr; }

  /// Plays one turn. Any time limit of the turn starts here and ends with end_turn().
  agon_status turn(agon_bytes observation, agon_buffer& action, agon_error& error) {
    if (budget_.limits_turns()) [[unlikely]]
      begin_turn();
    const InTurn inside(in_turn_);
    return type_->turn(self_, observation, &action, &error);
  }

  /// Destroys the instance, if it exists.
  void destroy();

  /// Returns the seat's budget, measured by SessionHost::cpu_ns().
  [[nodiscard]] const CpuBudget& budget() const { return budget_; }
  void end_turn() { budget_.end_turn(); }

 private:
  /// Resets the flag when a turn ends, even by an exception.
  class InTurn {
   public:
    explicit InTurn(bool& flag) : flag_(flag) { flag = true; }
    InTurn(const InTurn&) = delete;
    InTurn& operator=(const InTurn&) = delete;
    ~InTurn() { flag_ = false; }

   private:
    bool& flag_;
  };

  [[gnu::noinline, gnu::cold]] void begin_turn() { budget_.begin_turn(host_.cpu_ns()); }
  static Session& of(const agon_host* host) { return *static_cast<Session*>(host->data); }
  static Session& of(const agon_session* session) { return of(session->host); }
  static const void* extension(const agon_host* host, const char* id);
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error);
  void report(const agon_evaluation& evaluation) {
    if (in_turn_) start_.evaluation->store(evaluation);
  }
  [[nodiscard]] std::int64_t time_left_ns() const;
  [[nodiscard]] std::int64_t turn_left_ns() const;
  [[nodiscard]] bool should_stop();

  SessionHost& host_;
  const agon_strategy_type* type_ = nullptr;
  void* self_ = nullptr;
  bool in_turn_ = false;
  CpuBudget budget_;
  SessionStart start_;
  agon_host services_{};
  agon_game_library game_{};
  std::vector<agon_setting> options_;
  agon_session session_{};
};

}  // namespace host
