// The player behind the strategy `champion`: never guarantees less than optimal play, and exploits what opponents do
// otherwise.
#pragma once

#include "forecast.hpp"
#include "opponent.hpp"

#include <inc/strategies/optimal/player.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace inc::champion {

/// Parts that can be switched off, for ablation.
struct Parts {
  bool learn = true;  // from the opponents' moves; otherwise the mixture of the beginning stays
  bool guard = true;  // keep to moves that guarantee as much as optimal play does
  bool trust = true;  // while all opponents have played optimally, keep to moves that are optimal but for ties
};

class Player {
 public:
  /// cpu_ns: the CPU time of the match; 0: unlimited.
  Player(std::int64_t cpu_ns, const Parts& parts, std::function<void(const std::string&)> log);

  /// Returns the number of the move to make.
  int best(const Situation& now);
  /// Returns the mean result that best() expected, and how many turns it has looked ahead.
  [[nodiscard]] double expected() const { return expected_; }
  [[nodiscard]] int depth() const { return depth_; }

 private:
  [[nodiscard]] bool within_reach(const Situation& now) const;
  int optimal(const Situation& now);
  /// Learns from the opponents' moves since our last one.
  void watch(const Situation& now);
  [[nodiscard]] Rated choose(std::uint32_t state) const;

  std::int64_t cpu_ns_;
  Parts parts_;
  OptimalPlayer optimal_;
  std::optional<Forecast> forecast_;
  std::array<Opponent, rules::seats> opponents_;
  bool all_optimal_ = true;  // so far, as far as it was seen
  /// After our last move.
  struct Left {
    std::uint32_t state = 0;
    int turns_left = 0;
    unsigned out = 0;
  };
  std::optional<Left> left_;
  double expected_ = 0;
  int depth_ = 0;
};

}  // namespace inc::champion
