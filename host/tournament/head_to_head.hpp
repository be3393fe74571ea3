// Counts how often each strategy of a run scored more than each other one. No I/O.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

namespace host {

/// A strategy against another one: the matches that both played or, in games with one seat, the seeds.
struct Duel {
  std::size_t wins = 0;
  std::size_t ties = 0;
  std::size_t losses = 0;

  [[nodiscard]] std::size_t games() const { return wins + ties + losses; }
  /// Returns the share of the points; a win counts 1, a tie 1/2. Requires games() > 0.
  [[nodiscard]] double share() const {
    return (static_cast<double>(wins) + static_cast<double>(ties) / 2) / static_cast<double>(games());
  }
};

/// Strategies are numbered from 0.
class HeadToHead {
 public:
  /// Adds the scores of two strategies in one match, or on one seed. Ignores a strategy against itself.
  void add(std::size_t one, double score, std::size_t other, double other_score);

  /// Returns the results of `one` against `other`.
  [[nodiscard]] Duel of(std::size_t one, std::size_t other) const;

 private:
  std::map<std::pair<std::size_t, std::size_t>, Duel> duels_;  // the lower number first
};

}  // namespace host
