// What a strategy uses in the host's own thread: CPU time and wall time of its turns.
//
// Reading the thread's CPU clock takes half a microsecond, as long as many a turn. The processor's time stamp counter
// takes ten nanoseconds, but goes on while other programs run. So a turn is measured with both where that is cheap
// beside its length, and with the counter alone while turns are short: one that is shorter than a scheduler's slice was
// hardly interrupted.
#pragma once

#include <cstdint>

namespace host {

class TurnClock {
 public:
  /// Forgets what was measured.
  void reset();

  void start();
  void stop();

  /// CPU time and wall time of all turns so far, the running one included; nanoseconds.
  [[nodiscard]] std::int64_t cpu_ns() const;
  [[nodiscard]] std::int64_t wall_ns() const;

  /// Whether cpu_ns() is above `limit`, cheaply while it is far below.
  [[nodiscard]] bool used_more_than(std::int64_t limit) const;

 private:
  /// Turns up to this long count by the time stamp counter alone.
  static constexpr std::int64_t short_turn_ns = 100'000;

  bool running_ = false;
  bool exact_ = true;  // whether the running (or next) turn reads the CPU clock
  std::uint64_t started_ticks_ = 0;
  std::int64_t started_cpu_ns_ = 0;
  std::uint64_t wall_ticks_ = 0;
  std::uint64_t cpu_ticks_ = 0;  // of turns without the CPU clock
  std::int64_t cpu_ns_ = 0;      // of turns with it
};

}  // namespace host
