// What benchmarks of seats share. Short periods of the two things that are compared alternate, and the result is the
// median of their ratios. So other load on the machine slows down both, or affects only one period.
#pragma once

#include "host/match/seat.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;

inline double microseconds_since(Clock::time_point began) {
  return std::chrono::duration<double, std::micro>(Clock::now() - began).count();
}

/// Changes the order of `values`.
inline double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The times of a turn and of its baseline, period by period.
class Comparison {
 public:
  void add(double turn_us, double pipe_us) {
    turn_.push_back(turn_us);
    pipe_.push_back(pipe_us);
    ratio_.push_back(turn_us / pipe_us);
  }
  /// Reports the medians.
  void report(benchmark::State& state) {
    state.counters["turn_us"] = median(turn_);
    state.counters["pipe_us"] = median(pipe_);
    state.counters["ratio"] = median(ratio_);
  }

 private:
  std::vector<double> turn_;
  std::vector<double> pipe_;
  std::vector<double> ratio_;
};

/// Returns the start data of a strategy that echoes `size` bytes, without effective limits.
inline host::SeatStart echo_start(std::size_t size) {
  host::SeatStart start;
  start.game = "echo";
  start.protocol = "echo/1";
  start.seed = 1;
  start.limits.cpu_ns = start.limits.wall_ns = 600'000'000'000;
  start.limits.memory_bytes = 64 << 20;
  start.observation_capacity = start.action_capacity = size;
  return start;
}

}  // namespace bench
