// What a strategy sees of its host: one seat in one match. Every process that calls strategies - the host's own, a
// worker, the checker's - calls them through this class, so that rules, messages and results are the same in each.
//
// One thread calls create(), turn() and destroy(), the strategy's act() too. Any thread of the strategy may ask for the
// time that is left, and whether it should stop.
#pragma once

#include "host/session/cpu_budget.hpp"

#include <agon/ext/game.h>
#include <agon/ext/log.h>
#include <agon/strategy.h>

#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// What depends on the process in which the strategy is called.
class SessionHost {
 public:
  SessionHost() = default;
  SessionHost(const SessionHost&) = delete;
  SessionHost& operator=(const SessionHost&) = delete;
  virtual ~SessionHost() = default;

  /// Hands the game an action of at most the game's action_capacity bytes, without alignment. Returns the ruling.
  /// Points `reply` to what the action revealed, valid until the next call. If refused, writes the reason to `error`.
  virtual agon_status act(agon_bytes action, agon_bytes& reply, agon_error& error) = 0;

  /// Adds a line to the seat's log.
  virtual void log(agon_bytes line) = 0;

  // From any thread:

  /// Returns the CPU time of the seat, in nanoseconds, by a clock of the host's choice.
  [[nodiscard]] virtual std::int64_t cpu_ns() = 0;

  /// Returns whether the host wants the running call to end.
  [[nodiscard]] virtual bool wants_stop() = 0;
};

/// What is fixed before the strategy's create(). All pointers are borrowed for as long as the session is used.
struct SessionStart {
  const char* game = "";
  const char* protocol = "";
  std::int32_t seat = 0;
  std::int32_t seats = 1;
  std::uint64_t seed = 0;
  agon_limits limits{};  // `threads` is at least 1
  std::uint64_t action_capacity = 0;
  const std::vector<std::string>* options = nullptr;  // values, in the order of the strategy's options
  const agon_game_type* game_type = nullptr;          // for strategies that need the game's library, else NULL

  std::int64_t began_ns = 0;  // what SessionHost::cpu_ns() shows when the seat has used nothing
  /// How many threads cpu_ns() counts at most. 0: it does not go with time, so that should_stop() has to ask each time.
  std::uint32_t clocked_threads = 1;
  bool has_extensions = true;  // false: the host offers none
};

class Session {
 public:
  explicit Session(SessionHost& host) : host_(host) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  /// Makes an instance of `type`, which is borrowed until destroy(). The caller keeps what the strategy throws from
  /// going further (guarded.hpp); that holds for turn() and destroy(), too.
  agon_status create(const agon_strategy_type& type, const SessionStart& start, agon_error& error);

  /// Returns whether there is an instance.
  [[nodiscard]] bool exists() const { return self_ != nullptr; }

  /// One turn. Any time limit of a turn begins with it, and ends with end_turn().
  agon_status turn(agon_bytes observation, agon_buffer& action, agon_error& error) {
    if (budget_.limits_turns()) [[unlikely]]
      budget_.begin_turn(host_.cpu_ns());
    const InTurn inside(in_turn_);
    return type_->turn(self_, observation, &action, &error);
  }

  /// Ends the instance, if there is one.
  void destroy();

  /// Of the seat, by SessionHost::cpu_ns().
  [[nodiscard]] const CpuBudget& budget() const { return budget_; }
  void end_turn() { budget_.end_turn(); }

 private:
  /// Whatever ends a turn, it is over.
  class InTurn {
   public:
    explicit InTurn(bool& flag) : flag_(flag) { flag_ = true; }
    InTurn(const InTurn&) = delete;
    InTurn& operator=(const InTurn&) = delete;
    ~InTurn() { flag_ = false; }

   private:
    bool& flag_;
  };

  static Session& of(const agon_host* host) { return *static_cast<Session*>(host->data); }
  static Session& of(const agon_session* session) { return of(session->host); }
  static const void* extension(const agon_host* host, const char* id);
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error);
  [[nodiscard]] std::int64_t time_left_ns() const;
  [[nodiscard]] std::int64_t turn_left_ns() const;
  [[nodiscard]] bool should_stop();

  SessionHost& host_;
  const agon_strategy_type* type_ = nullptr;
  void* self_ = nullptr;
  bool in_turn_ = false;
  CpuBudget budget_;
  std::uint64_t action_capacity_ = 0;
  std::uint32_t clocked_threads_ = 1;
  bool has_extensions_ = true;
  agon_host services_{};
  agon_game_library game_{};
  std::vector<agon_setting> options_;
  agon_session session_{};
};

}  // namespace host
