// The player behind the strategy `optimal`: exact where tables of the whole match can be computed, otherwise exact for
// the last turns.
#pragma once

#include <inc/inc.hpp>
#include <inc/solver/induction.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace inc {

/// Returns the situation that a seat sees.
Situation situation_of(const Position& position);

class OptimalPlayer {
 public:
  /// Uses about two thirds of the seat's CPU time at most (0: unlimited). Calls `log` with what a user should know.
  OptimalPlayer(std::int64_t cpu_ns, std::function<void(const std::string&)> log);

  /// Returns the number of the best move.
  int best(const Situation& now);
  /// Returns the place that it expects after its last move, and how many turns it has looked ahead.
  [[nodiscard]] int expected() const { return expected_; }
  [[nodiscard]] int depth() const { return depth_; }

 private:
  /// Returns the state in the tables, if they are for this match and for the seats that still play.
  [[nodiscard]] std::optional<std::uint32_t> state_in_tables(const Situation& now) const;
  void solve(const Situation& now);
  int look_ahead(const Situation& now);
  void say_once(const std::string& text);

  std::int64_t cpu_ns_;
  std::function<void(const std::string&)> log_;
  std::optional<Induction> solution_;
  unsigned solved_ = 0;
  std::int64_t searched_ = 0;
  bool said_ = false;
  int expected_ = 0;
  int depth_ = 0;
};

}  // namespace inc
